import type { Outcome } from '../describe/answer.js';
import { fromPlainError, toPlainError, type PlainError } from './workers/plain-error.js';

/** An outcome as plain data for messages between threads. */
export type PlainOutcome<Answered> =
  (Outcome<Answered> & { readonly kind: 'answered' }) | { readonly kind: 'failed'; readonly error: PlainError };

/** The plain data of an outcome. */
export function toPlainOutcome<Answered>(outcome: Outcome<Answered>): PlainOutcome<Answered> {
  return outcome.kind === 'answered' ? outcome : { kind: 'failed', error: toPlainError(outcome.error) };
}

/** The outcome of plain data. */
export function fromPlainOutcome<Answered>(outcome: PlainOutcome<Answered>): Outcome<Answered> {
  return outcome.kind === 'answered' ? outcome : { kind: 'failed', error: fromPlainError(outcome.error) };
}
