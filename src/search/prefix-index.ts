import type { WantedTypes } from './candidate-index.js';

/**
 * Completes what somebody types. Separate from the candidate index because a keystroke must be answered in a millisecond
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
   * What `complete` would give if one letter of the last word had been typed otherwise (left out, added, changed, or
   * swapped with the next); for topping up a short list. Empty for a last word of fewer than four letters: nearly
   * everything is one letter away from so little. Order as in `complete`. Entities that `complete` finds are not left out.
   */
  readonly completeWithTypos: (request: CompletionRequest) => readonly Completion[];
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
