import type { ErrorCode } from '../../foundation/error-catalogue.js';
import { asSameasError, SameasError } from '../../foundation/sameas-error.js';

/** A `SameasError` without its class, which does not survive a message between threads or processes. */
export interface PlainError {
  readonly code: ErrorCode;
  readonly sentences: SameasError['sentences'];
  readonly facts: SameasError['facts'];
  /** The stack of the original fault, for the log only. */
  readonly trace?: string;
}

/** Any thrown value as a message; of the original fault only its stack goes along. */
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

/** The error of a message; its cause is the stack of the original fault, as text. */
export function fromPlainError(plain: PlainError): SameasError {
  return new SameasError(plain.code, plain.sentences.message, {
    facts: plain.facts,
    advice: plain.sentences.advice,
    ...(plain.trace === undefined ? {} : { cause: plain.trace }),
  });
}
