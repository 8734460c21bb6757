import { sentence } from './message.js';
import { errorCodeOf } from './error-code-of.js';
import { ERROR_CATALOGUE, type ErrorCode, type ErrorKind } from './error-catalogue.js';
import { inEnglish, untranslated, type Sentence } from './sentence.js';

/** Details of an error, all safe to show to its causer. */
interface ErrorDetails {
  readonly advice?: string | Sentence | undefined;
  /** Facts for programs: file, line, column, parameter, key, limit … */
  readonly facts?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  readonly cause?: unknown;
}

/**
 * The only error class. The message says what happened and where, in words for a librarian; the code is from the
 * catalogue and never changes. `message` and `advice` are the English texts of its `sentences`.
 */
export class SameasError extends Error {
  readonly code: ErrorCode;
  readonly advice: string | undefined;
  readonly sentences: { readonly message: Sentence; readonly advice: Sentence | undefined };
  readonly facts: Readonly<Record<string, string | number | boolean | readonly string[]>>;

  constructor(code: ErrorCode, message: string | Sentence, details: ErrorDetails = {}) {
    super(
      typeof message === 'string' ? message : inEnglish(message),
      details.cause === undefined ? undefined : { cause: details.cause },
    );
    this.name = 'SameasError';
    this.code = code;
    const advice = details.advice === undefined ? undefined : untranslated(details.advice);
    this.advice = advice === undefined ? undefined : inEnglish(advice);
    this.sentences = { message: untranslated(message), advice };
    this.facts = details.facts ?? {};
  }

  get kind(): ErrorKind {
    return ERROR_CATALOGUE[this.code].kind;
  }
}

/** `disk-full` for a system error. */
export function diskFull(cause: unknown): SameasError {
  return new SameasError('disk-full', sentence('The disk of the data folder is full: free space and try again.'), {
    advice: sentence('Nothing of this was saved. Everything that was saved before is there.'),
    cause,
  });
}

/** Whether the disk is full or the user's quota exceeded. */
export function isDiskFull(thrown: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(errorCodeOf(thrown) ?? '');
}

/**
 * Any thrown value as a `SameasError`: ours unchanged, a full disk as `disk-full`, others as `internal` with the
 * original as cause.
 */
export function asSameasError(thrown: unknown): SameasError {
  if (thrown instanceof SameasError) return thrown;
  if (isDiskFull(thrown)) return diskFull(thrown);
  return new SameasError('internal', sentence('The service failed.'), {
    cause: thrown,
    advice: sentence('Please report it with the time of the request.'),
  });
}

/** The stack of the original error, for logs only. From a worker thread it arrives as text. */
export function traceOf(error: SameasError): string | undefined {
  const { cause } = error;
  if (cause instanceof Error) return cause.stack ?? cause.message;
  return typeof cause === 'string' ? cause : undefined;
}
