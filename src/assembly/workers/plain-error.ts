import type { ErrorCode } from '../../foundation/error-catalogue.js';
import { asSameasError, SameasError } from '../../foundation/sameas-error.js';

/** A `SameasError` without its class, which does not survive a message between threads or processes. */
export interface PlainError {
  readonly code: ErrorCode;
  readonly sentences: SameasError['sentences'];
  readonly facts: SameasError['facts'];
  /** Stack of the original error, for the log only. */
  readonly trace?: string;
}

/** The plain data of any thrown value; of the original error only its stack. */
export function toPlainError(thrown: unknown): PlainError {
  const error = asSameasError(thrown);
  const trace = error.cause instanceof Error ? error.cause.stack : undefined;
  return {
    code: error.code,
    sentences: error.sentences,
    facts: error.facts,
    ...(trace === undefined ? {} : { trace }),
  };
}

/** The error of plain data; its cause is the original stack as text. */
export function fromPlainError(plain: PlainError): SameasError {
  return new SameasError(plain.code, plain.sentences.message, {
    facts: plain.facts,
    advice: plain.sentences.advice,
    ...(plain.trace === undefined ? {} : { cause: plain.trace }),
  });
}
