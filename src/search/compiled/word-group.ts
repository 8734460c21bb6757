/** Variants of one word of a query in labels: index words with their similarity, and ranges of index words. */
export interface WordGroup {
  /** IDF weight of the query's word. */
  weight: number;
  /** Whether the weight is part of the query's; joined and split words only add chances. */
  readonly counts: boolean;
  /** Index words and their similarity to the query's word, above 0 up to 1. */
  readonly words: number[];
  readonly similarities: number[];
  /** Index words from `first` up to `end` that begin with the query's word, or with its only letter. */
  readonly ranges: WordRange[];
  /** Index words whose postings give candidates; the others only confirm them. */
  readonly opening: number[];
  /** Total postings of `opening`. */
  cost: number;
}

export interface WordRange {
  readonly first: number;
  readonly end: number;
  readonly beginning: string;
  readonly similarity: number;
  /** Length of the prefix: the longer its share of a word, the higher the similarity. 0: ignored. */
  readonly length: number;
}

/** A group without words, which is part of the query's weight or only adds chances. */
export function createWordGroup(weight: number, part: 'counts' | 'adds chances'): WordGroup {
  return { weight, counts: part === 'counts', words: [], similarities: [], ranges: [], opening: [], cost: 0 };
}
