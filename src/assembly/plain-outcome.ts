import type { Outcome } from '../describe/answer.js';
import { fromPlainError, toPlainError, type PlainError } from './workers/plain-error.js';

/** An outcome as it travels between threads: its error as plain data. */
export type PlainOutcome<Answered> =
  (Outcome<Answered> & { readonly kind: 'answered' }) | { readonly kind: 'failed'; readonly error: PlainError };

/** The message of an outcome. */
export function toPlainOutcome<Answered>(outcome: Outcome<Answered>): PlainOutcome<Answered> {
  return outcome.kind === 'answered' ? outcome : { kind: 'failed', error: toPlainError(outcome.error) };
}

/** The outcome of a message. */
export function fromPlainOutcome<Answered>(outcome: PlainOutcome<Answered>): Outcome<Answered> {
  return outcome.kind === 'answered' ? outcome : { kind: 'failed', error: fromPlainError(outcome.error) };
}
