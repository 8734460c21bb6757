import { SameasError } from '../../foundation/sameas-error.js';

/** Something that was uploaded is more than may be. `what` is a whole sentence. */
export function tooLarge(what: string, advice: string, limit: number): SameasError {
  return new SameasError('import-too-large', what, { advice, facts: { limit } });
}

/** A file is not what its format asks for. `what` follows the file's name and a colon. */
export function damaged(file: string, what: string, cause?: unknown): SameasError {
  return new SameasError('import-file-damaged', `${file}: ${what}`, {
    advice: 'Check that the file is complete and has the format that it was read as.',
    facts: { file },
    ...(cause === undefined ? {} : { cause }),
  });
}

/** What the parsers of src/formats throw, as our error about a file; anything else as it is. */
export function asImportError(file: string, thrown: unknown): unknown {
  if (thrown instanceof SyntaxError) return damaged(file, `${thrown.message.replace(/\.$/, '')}.`, thrown);
  if (thrown instanceof RangeError) {
    return new SameasError('import-too-large', `${file}: ${thrown.message}`, {
      advice: 'Check the quotation marks of the file and the separator.',
      facts: { file },
      cause: thrown,
    });
  }
  return thrown;
}
