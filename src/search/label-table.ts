type LabelKind = 'name' | 'alias';

/**
 * All labels of all entities, one row each, in shared memory: rows of one entity are adjacent, its preferred name
 * first. Port of the search chapter for scoring.
 */
export interface LabelTable {
  readonly rowCount: number;
  readonly entityOf: (row: number) => number;
  readonly kindOf: (row: number) => LabelKind;
  /** True for a row derived by transliteration into Latin letters. */
  readonly isTransliteration: (row: number) => boolean;
  /** Number of words of the qualifier at the end of the label: "(1942)", ", 1685-1750"; 0 without one. */
  readonly qualifierOf: (row: number) => number;
  /** The label as in the source (for a transliteration, its source). Cost: one allocation. */
  readonly textOf: (row: number) => string;
  readonly foldedOf: (row: number) => string;
  /** The folded words in order; the array is new, the strings are shared. */
  readonly tokensOf: (row: number) => readonly string[];
  /** Numbers of these words in the vocabulary, as a temporary view. */
  readonly tokenIdsOf: (row: number) => Uint32Array;
  /**
   * Writes these numbers to the front of `target`, as many as fit; returns their number. Faster than a view for every
   * row.
   */
  readonly readTokenIds: (row: number, target: Uint32Array) => number;
  /** First row and one past the last row of an entity. */
  readonly rowsOf: (entity: number) => readonly [number, number];
  /** Rows with exactly this folded form, ascending. */
  readonly rowsWithFolded: (folded: string) => readonly number[];
  readonly vocabulary: Vocabulary;
}

export interface Vocabulary {
  readonly size: number;
  /** -1 for an unknown word. */
  readonly idOf: (token: string) => number;
  readonly tokenOf: (id: number) => string;
  /** Number of *entities* with the word in any label. */
  readonly entityFrequency: (id: number) => number;
  /**
   * IDF of a word: natural logarithm of (entities + 1) / (entity frequency + 0.5), at least 0.05. An unknown word (-1)
   * has that of a word that occurs once.
   */
  readonly weightOf: (id: number) => number;
}
