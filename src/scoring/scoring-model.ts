import type { FoundKind } from '../values/value-form.js';
import { ownValue } from '../foundation/own-value.js';

/**
 * Statistics of one dataset for scoring: of its words, names and property values, estimated at load.
 * Plain numbers, so that it can be written into a built index and sent to workers.
 */
export interface ScoringModel {
  /** Identifier of the scorer, changed whenever a formula changes. */
  readonly scorer: string;
  /** Median weight of the words of preferred names. */
  readonly usualNameWeight: number;
  /** For sampled entities, the similarity of the nearest name of another one, 0–1, ascending. */
  readonly nearestNames: readonly number[];
  /** Statistics of words from alternative names of one entity. */
  readonly wording: WordingModel;
  /** Words that are usual in the names of one type. */
  readonly wordsOfTypes: WordsOfTypes;
  /** Property id → what its values are like. */
  readonly properties: Readonly<Record<string, PropertyModel>>;
}

/** Type id → words that are usual in the names of its entities, folded, with the share of its entities that have them, 0–1. */
export type WordsOfTypes = Readonly<Record<string, readonly (readonly [string, number])[]>>;

/** Statistics of folded words from aliases. */
export interface WordingModel {
  /** Two words, and how far the exchange is to be believed, 0–1. */
  readonly exchanged: readonly (readonly [string, string, number])[];
  /** A word, and how surely two names that differ by this word alone are those of two entities, 0–1. */
  readonly apart: readonly (readonly [string, number])[];
  /** The same for all other words. */
  readonly usuallyApart: number;
}

/** Statistics of the sampled values of one property. */
export interface PropertyModel {
  /** Values sampled. */
  readonly sampled: number;
  /** Mean length of texts in characters; 0 for other datatypes. */
  readonly meanLength: number;
  /** Kind of the values as written. */
  readonly kind: FoundKind;
  /** Separator of several values in one text; `undefined`: a text is one value. */
  readonly separator: string | undefined;
  /** Share of entities with the same value for a value that is not listed. */
  readonly usualShare: number;
  /** Key of a frequent value → share of the entities that have it. */
  readonly frequent: Readonly<Record<string, number>>;
  /** Chance that two entities have a value in common, 0–1, and that two with similar names have. */
  readonly chance: number;
  readonly nearAgree: number;
  /** The same for two whose names have the same words. */
  readonly homonymsAgree: number;
  /** Other property → the same chance for two entities that have a value of that one in common; listed where it is greater. */
  readonly given: Readonly<Record<string, number>>;
}

const SHARE_OF_UNKNOWN = 0.05;

/** Share of the entities that have a value, by its key; of one without a key, that of a usual value. */
export function shareOf(model: PropertyModel | undefined, key: string | undefined): number {
  if (model === undefined) return SHARE_OF_UNKNOWN;
  return (key === undefined ? undefined : ownValue(model.frequent, key)) ?? model.usualShare;
}
