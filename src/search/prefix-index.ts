import type { WantedTypes } from './candidate-index.js';

/**
 * Completes what a user types. Separate from the candidate index because a keystroke must be answered in a millisecond
 * whatever its length: the order is computed beforehand.
 */
export interface PrefixIndex {
  /**
   * Entities with a label, or a later word of a label, that begins with `prefix` (folded in the same way as labels):
   * labels that begin with it before labels that contain it, within each the more prominent first, each entity once. Other names
   * count as less prominent than preferred ones and transliterations less again, and what was typed as the whole of a label as more.
   */
  readonly complete: (request: CompletionRequest) => readonly Completion[];
  /**
   * Names that have the words in another order, with typos, or joined or split; for topping up a short list. One edit (a letter left out, added, changed, or swapped with the next) is
   * forgiven from four letters on, and two from eight. The fewest edits first, then as in `complete`. Entities that `complete` finds are not left out.
   */
  readonly completeNearly: (request: CompletionRequest) => readonly NearCompletion[];
}

/** A name that is nearly what was typed. */
export interface NearCompletion extends Completion {
  readonly edits: number;
}

export interface CompletionRequest {
  /** As typed. */
  readonly prefix: string;
  readonly limit: number;
  /** How many to skip; paging. */
  readonly offset: number;
  /** As for a retrieval. */
  readonly types?: WantedTypes;
  readonly accepts?: (entity: number) => boolean;
}

export interface Completion {
  readonly entity: number;
  /** The label that begins with the prefix. */
  readonly row: number;
}
