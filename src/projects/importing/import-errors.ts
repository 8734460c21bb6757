import type { ErrorCode } from '../../foundation/error-catalogue.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { inEnglish, sentenceOf, untranslated, type Sentence } from '../../foundation/sentence.js';
import { sentence } from '../../foundation/message.js';

/** An upload over a limit. `what` is a whole sentence. */
export function tooLarge(what: string | Sentence, advice: string | Sentence, limit: number): SameasError {
  return new SameasError('import-too-large', what, { advice, facts: { limit } });
}

/** A file that violates its format. `what` follows the file's name and a colon. */
export function damaged(file: string, what: string | Sentence, cause?: unknown): SameasError {
  return new SameasError('import-file-damaged', aboutFile(file, what), {
    advice: sentence('Check that the file is complete and has the format that it was read as.'),
    facts: { file },
    ...(cause === undefined ? {} : { cause }),
  });
}

/** A fault of a file, after its name. */
export function aboutFile(file: string, what: string | Sentence): Sentence {
  const Fault = untranslated(what);
  return inEnglish(Fault).endsWith('.')
    ? sentence('{file}: {Fault}', { file, Fault })
    : sentence('{file}: {Fault}.', { file, Fault });
}

/** Error of reading a file → error of an import. */
const IMPORT_CODES: Partial<Record<ErrorCode, ErrorCode>> = {
  'file-damaged': 'import-file-damaged',
  'file-unreadable': 'import-too-large',
  'file-format-unknown': 'import-format-unsupported',
  'source-invalid': 'import-option-invalid',
};

/** Errors of the parsers of src/formats, as our error about a file; others as they are. `advice` replaces theirs. */
export function asImportError(file: string, thrown: unknown, advice?: string | Sentence): unknown {
  if (thrown instanceof SameasError) {
    const code = IMPORT_CODES[thrown.code];
    if (code === undefined) return thrown;
    return new SameasError(code, thrown.sentences.message, {
      advice: advice ?? thrown.sentences.advice ?? sentence('Check the file with the program that wrote it.'),
      facts: thrown.facts,
      cause: thrown,
    });
  }
  if (thrown instanceof SyntaxError) return damaged(file, sentenceOf(thrown), thrown);
  if (thrown instanceof RangeError) {
    return new SameasError('import-too-large', aboutFile(file, sentenceOf(thrown)), {
      advice: sentence('Check the quotation marks of the file and the separator.'),
      facts: { file },
      cause: thrown,
    });
  }
  return thrown;
}
