import type { WantedTypes } from './candidate-index.js';

/**
 * Completes typed text. Separate from the candidate index because a keystroke must be answered in a millisecond
 * whatever its length: the order is precomputed.
 */
export interface PrefixIndex {
  /**
   * Entities with a label, or a later word of a label, that begins with `prefix` (folded like labels): labels that
   * begin with it before labels that contain it, within each by prominence, each entity once. Aliases rank below
   * preferred names and transliterations lower still; a label that equals the typed text ranks higher.
   */
  readonly complete: (request: CompletionRequest) => readonly Completion[];
  /**
   * Names with the words in another order, with typos, joined or split, to fill up a short list. One edit (insertion,
   * deletion, substitution, transposition) is allowed from four letters on, two from eight. The fewest edits first,
   * then as in `complete`. Entities of `complete` are included.
   */
  readonly completeNearly: (request: CompletionRequest) => readonly NearCompletion[];
}

export interface NearCompletion extends Completion {
  readonly edits: number;
}

export interface CompletionRequest {
  readonly prefix: string;
  readonly limit: number;
  /** Results to skip, for paging. */
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
