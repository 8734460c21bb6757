import type { RenderedOutcome } from '../describe/served-snapshot.js';
import { fromPlainError, toPlainError, type PlainError } from './workers/plain-error.js';

/** An outcome as it travels between threads: its error as plain data. */
export type PlainOutcome =
  (RenderedOutcome & { readonly kind: 'answered' }) | { readonly kind: 'failed'; readonly error: PlainError };

/** The message of an outcome. */
export function toPlainOutcome(outcome: RenderedOutcome): PlainOutcome {
  return outcome.kind === 'answered' ? outcome : { kind: 'failed', error: toPlainError(outcome.error) };
}

/** The outcome of a message. */
export function fromPlainOutcome(outcome: PlainOutcome): RenderedOutcome {
  return outcome.kind === 'answered' ? outcome : { kind: 'failed', error: fromPlainError(outcome.error) };
}
