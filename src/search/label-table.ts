/** Where a label comes from. */
type LabelKind = 'name' | 'alias';

/**
 * Every label of every entity, one row each, in shared memory: rows of one entity are adjacent, its preferred name first.
 * Port of the search chapter: reconciliation/ scores against it.
 */
export interface LabelTable {
  readonly rowCount: number;
  readonly entityOf: (row: number) => number;
  readonly kindOf: (row: number) => LabelKind;
  /** True for a row that was derived from another one by transliteration into Latin letters. */
  readonly isTransliteration: (row: number) => boolean;
  /** Words of the qualifier that ends the label: "(1942)", ", 1685-1750"; 0 without one. */
  readonly qualifierOf: (row: number) => number;
  /** The label as the source has it (for a transliteration, the label it was made from). Cost: one allocation. */
  readonly textOf: (row: number) => string;
  readonly foldedOf: (row: number) => string;
  /** The folded words in order; the array is fresh, the strings are shared. */
  readonly tokensOf: (row: number) => readonly string[];
  /** Numbers of these words in the vocabulary, as a view that must not be kept. */
  readonly tokenIdsOf: (row: number) => Uint32Array;
  /** The same numbers written to the front of `target`, as many as it holds; gives how many there are. Quicker than a view where it is done for every row. */
  readonly readTokenIds: (row: number, target: Uint32Array) => number;
  /** First row and one past the last row of an entity. */
  readonly rowsOf: (entity: number) => readonly [number, number];
  /** Rows whose folded form is exactly this, ascending. The way to see whether a label is shared. */
  readonly rowsWithFolded: (folded: string) => readonly number[];
  readonly vocabulary: Vocabulary;
}

export interface Vocabulary {
  readonly size: number;
  /** -1 for a word that no label has. */
  readonly idOf: (token: string) => number;
  readonly tokenOf: (id: number) => string;
  /** Number of *entities* with the word in any label. */
  readonly entityFrequency: (id: number) => number;
  /**
   * How telling a word is: natural logarithm of (entities + 1) / (entity frequency + 0.5), never below 0.05. For an
   * unknown word (-1), the weight of a word that occurs once.
   */
  readonly weightOf: (id: number) => number;
}
