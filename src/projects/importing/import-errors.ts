import type { ErrorCode } from '../../foundation/error-catalogue.js';
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

/** What reading a file fails with → what an import fails with. */
const IMPORT_CODES: Partial<Record<ErrorCode, ErrorCode>> = {
  'file-damaged': 'import-file-damaged',
  'file-unreadable': 'import-too-large',
  'file-format-unknown': 'import-format-unsupported',
  'source-invalid': 'import-option-invalid',
};

/** What the parsers of src/formats throw, as our error about a file; anything else as it is. `advice` takes the place of theirs. */
export function asImportError(file: string, thrown: unknown, advice?: string): unknown {
  if (thrown instanceof SameasError) {
    const code = IMPORT_CODES[thrown.code];
    if (code === undefined) return thrown;
    return new SameasError(code, thrown.message, {
      advice: advice ?? thrown.advice ?? 'Check the file with the program that wrote it.',
      facts: thrown.facts,
      cause: thrown,
    });
  }
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
