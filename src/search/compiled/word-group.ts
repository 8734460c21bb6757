/** What one word of a query may be in labels: index words with how well each stands for it, and ranges of index words. */
export interface WordGroup {
  /** How telling the query's word is. */
  weight: number;
  /** Whether the weight belongs to the query's own; joined and split readings of other words only add chances. */
  readonly counts: boolean;
  /** Index words and how well each stands for the query's word, above 0 up to 1. */
  readonly words: number[];
  readonly similarities: number[];
  /** Index words from `first` up to `end` begin with the query's word, or with its only letter. */
  readonly ranges: WordRange[];
  /** Index words whose postings find candidates; the others only confirm them. */
  readonly opening: number[];
  /** Postings that `opening` has in all. */
  cost: number;
}

export interface WordRange {
  readonly first: number;
  readonly end: number;
  /** What they begin with. */
  readonly beginning: string;
  readonly similarity: number;
  /** Length of the beginning: the longer its share of a word, the better the word stands for it. 0: does not matter. */
  readonly length: number;
}

/** A group without words yet, which takes part in the weight of the query or only adds chances. */
export function createWordGroup(weight: number, part: 'counts' | 'adds chances'): WordGroup {
  return { weight, counts: part === 'counts', words: [], similarities: [], ranges: [], opening: [], cost: 0 };
}
