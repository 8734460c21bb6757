/**
 * What the scorer knows about one dataset: thresholds estimated from it, weights of properties, how telling values are.
 * Plain numbers, so that it can be written into a built index and sent to workers.
 */
export interface ScoringModel {
  /** Identifier of the scorer, changed whenever a formula changes. */
  readonly scorer: string;
  /** Median weight of the words of preferred names. */
  readonly usualNameWeight: number;
  /** What the other names of its entities say about its words. */
  readonly wording: WordingModel;
  /** Words that are usual in the names of one type. */
  readonly wordsOfTypes: WordsOfTypes;
  /** Property id → what its values are like. */
  readonly properties: Readonly<Record<string, PropertyModel>>;
}

/** Type id → words that are usual in the names of its entities, folded, with the share of its entities that have them, 0–1. */
export type WordsOfTypes = Readonly<Record<string, readonly (readonly [string, number])[]>>;

/** What aliases say about words, which are folded. */
export interface WordingModel {
  /** Two words, and how far the exchange is to be believed, 0–1. */
  readonly exchanged: readonly (readonly [string, string, number])[];
  /** A word and the share of the entities named with it, 0–1, that have the same name without it. */
  readonly leftOut: readonly (readonly [string, number])[];
  /**
   * A word, and twice how surely, 0–1, two names that differ by this word alone are those of two entities: wherever the word stands, and
   * where it stands between words that both names have.
   */
  readonly apart: readonly (readonly [string, number, number])[];
  /** The same two for all other words. */
  readonly usuallyApart: number;
  readonly usuallyApartBetween: number;
}

/** What the sampled values of one property are like. */
export interface PropertyModel {
  /** Values sampled. */
  readonly sampled: number;
  /** Mean length of texts in characters; 0 for other datatypes. */
  readonly meanLength: number;
  /** What numbers are: measured ones are compared by their distance, years and days (`19161214`) as dates, and codes such as postcodes letter by letter. */
  readonly numbers: 'measured' | 'years' | 'days' | 'codes';
  /** What stands between several values in one text; `undefined`: a text is one value. */
  readonly separator: string | undefined;
  /** Share of entities with the same value for a value that is not listed. */
  readonly usualShare: number;
  /** Key of a frequent value → share of the entities that have it. */
  readonly frequent: Readonly<Record<string, number>>;
}
