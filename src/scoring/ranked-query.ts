import type { QueryName } from './query-name.js';
import type { WordFinder, WordsInRecord } from './compare-record.js';
import type { Decision } from './decide.js';
import type { EntityFilter } from './entity-filter.js';
import type { EvidenceRow } from './evidence-table.js';
import type { Interpretation } from './interpret-query.js';
import type { PreparedCondition, PropertyComparison } from './property-conditions.js';
import type { RetrievalRequest, RetrievalStep } from './retrieve.js';
import type { DatasetSnapshot } from './snapshot.js';

/** One interpretation of the query, prepared for being compared. */
export interface Reading extends Interpretation {
  readonly request: RetrievalRequest;
  readonly name: QueryName | undefined;
  /** The same in Latin letters, where it has others. */
  readonly latin: QueryName | undefined;
  /** Entities of which the text is the identifier. */
  readonly matchedById: readonly number[];
  /** Whether types are required by the query itself. */
  readonly isTyped: boolean;
  readonly conditions: readonly PreparedCondition[];
  /** Finds its words in records; made when first needed. */
  readonly finder: () => WordFinder | undefined;
}

/** An entity with all that was found for and against it. Written to while evidence is gathered: one object for each entity and interpretation. */
export interface RankedEntity {
  readonly entity: number;
  /** The interpretation that is best for it, and the name by which it was compared. */
  readonly reading: Reading;
  name: QueryName | undefined;
  /** The label that speaks most for it; -1 where no name is compared. */
  row: number;
  /** 0–1; of the name. */
  similarity: number;
  /** Tokens of the query that nothing in the label or the record matches, one bit each. */
  unmatched: number;
  /** The part of the query that its name is as a whole, counted from 0; -1 for none. */
  part: number;
  readonly values: EvidenceRow;
  nats: number;
  /** Whether everything that was asked for as a preference holds: only then it may match. */
  mayMatch: boolean;
  inRecord: readonly WordsInRecord[];
  recordDiffers: WordsInRecord | undefined;
  properties: readonly PropertyComparison[];
  /** The place of the first candidate that the dataset cannot tell from it. */
  twins: number;
}

/** Whether the text names several things one after the other, and the candidate is one of them. */
export function isOneOfSeveral({ reading }: RankedEntity): boolean {
  return reading.guess === 'one of several things';
}

/** The candidates of one query, best first, and what was decided of them. */
export interface RankedQuery {
  readonly snapshot: DatasetSnapshot;
  readonly ranked: readonly RankedEntity[];
  readonly nullValues: EvidenceRow;
  readonly nullNats: number;
  /** Evidence for an entity with exactly this name and nothing more, in nats, or that for the first candidate where it is more. */
  readonly selfNats: number;
  readonly decision: Decision;
  readonly match: boolean;
  readonly filter: EntityFilter;
  /** Entities that the search brought up. Cost: a pass over the labels found. */
  readonly retrieved: () => ReadonlySet<number>;
  /** Whether an entity meets every condition that is required. */
  readonly meetsRequired: (entity: number) => boolean;
  readonly effortLowered: boolean;
}

/** Search by one interpretation of a query: words, and results of each step. */
export interface RetrievalReport {
  /** The name as it was interpreted. */
  readonly text: string;
  /** Absent: as it is written. */
  readonly guess?: string;
  /** Rules of the dataset that rewrote it, as they are written; absent: none. */
  readonly rules?: readonly string[];
  /** Its folded words. */
  readonly words: readonly string[];
  readonly steps: readonly RetrievalStep[];
  /** Names and entities that were compared with it. */
  readonly compared: { readonly names: number; readonly entities: number };
  /** Time that comparing them took. */
  readonly scoringMs: number;
}
