import type { RetrievalPlan } from '../plan-retrieval.js';
import type { PropertyEvidence } from '../scoring/properties/property-evidence.js';
import type { WordsInRecord } from '../scoring/record/words-in-record.js';

/** An entity with all that was found for and against it. */
export interface ScoredEntity {
  readonly entity: number;
  /** What was looked for, by the interpretation of the query that is best for it. */
  readonly plan: RetrievalPlan;
  /** The label that is nearest to the query; -1 when there was no name to compare. */
  readonly row: number;
  /** The weightiest of its labels that the query contains as a whole beside other words; -1 for none. */
  readonly containedRow: number;
  /** 0–1, the label's kind, its foremost words and what its record tells already counted in. */
  readonly nameSimilarity: number;
  /** By what the foremost words have multiplied it, for the order alone; about 1. */
  readonly foremost: number;
  /** Whether that label and the query are equal but for case, marks and the like. */
  readonly equal: boolean;
  /** Words of the query that its label explains, one bit each for the first 32. */
  readonly explained: number;
  /** Words of the query that its record has and its label lacks; `undefined` when there are none, or nobody looked. */
  readonly told: ToldWords | undefined;
  /** A value named by words of the query that its record has otherwise; `undefined` when there is none, or nobody looked. */
  readonly otherwise: SaidOtherwise | undefined;
  /** Weight of the contained label, and the words of the query that it explains; 0 for none. */
  readonly containedWeight: number;
  readonly containedExplained: number;
  /** Other entities of which longer names have its nearest label in them; counted only where the query has that with one word more. */
  readonly longerNames: number;
  /** The query text was its identifier. */
  readonly named: boolean;
  /** Whether that identifier is also just its name, so that it says no more than the name. */
  readonly idIsName: boolean;
  /** False when a preferred type is not held. */
  readonly typeHeld: boolean;
  /** `undefined` when the query names no property, or its record was not read. */
  readonly properties: PropertyEvidence | undefined;
  /** 0–100, two decimals. */
  readonly score: number;
}

/** Words that stand in the record of an entity and not in its label. */
export interface ToldWords {
  readonly parts: readonly WordsInRecord[];
  /** All of them, one bit for each word of the query. */
  readonly words: number;
  /** What they add to the similarity of the name, 0–1. */
  readonly gain: number;
}

/** A value that the query names and the record of an entity has otherwise. */
export interface SaidOtherwise {
  readonly said: WordsInRecord;
  /** What it takes off the similarity of the name, 0–1. */
  readonly loss: number;
}

/** How near its name is, 0–1, by all its words together: the foremost ones put candidates in order, and by themselves make none of them surer. */
export function plainLikeness({ nameSimilarity, foremost }: ScoredEntity): number {
  return nameSimilarity / foremost;
}
