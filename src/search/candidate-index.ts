import type { Deadline } from '../foundation/deadline.js';
import type { AnalysedLabel } from '../text/analysed-label.js';
import type { LabelTable } from './label-table.js';

/** Kinds of candidate indexes: MiniSearch, compiled posting lists, a search cluster, or comparison with every label. */
export type CandidateIndexName = 'minisearch' | 'compiled' | 'cluster';

/** For people, at the end of a sentence. */
export const INDEX_IN_WORDS = {
  minisearch: 'MiniSearch',
  compiled: 'the compiled index',
  cluster: 'the search cluster',
} as const satisfies Readonly<Record<CandidateIndexName, string>>;

/**
 * Retrieves candidate labels for a query label with high recall. They are scored later; the selection score is never
 * published.
 *
 * Implementations: compiled postings (search/compiled/), MiniSearch (search/minisearch/) behind the same plan and
 * measure, and the brute force of the tests. All pass the same contract tests.
 */
export interface CandidateIndex {
  readonly name: CandidateIndexName;
  readonly labels: LabelTable;
  /**
   * Rows of the label table, best first by selection score, ties by row; an entity may have several rows. Deterministic
   * unless the deadline expires.
   */
  readonly retrieve: (request: RetrievalRequest) => RetrievalResult;
}

/** Ids of required types of entities, their own or narrower ones. */
export interface WantedTypes {
  readonly ids: readonly string[];
  /** Whether all are required, or one suffices. */
  readonly all: boolean;
}

export interface RetrievalRequest {
  readonly label: AnalysedLabel;
  /** Approximate number of rows; tens. Several times as many may come if none is near. */
  readonly wanted: number;
  /** Types required by `accepts`, among others: a cluster finds no others. */
  readonly types?: WantedTypes;
  /** Filter by entity ordinal, such as for types. Called for candidates only. */
  readonly accepts?: (entity: number) => boolean;
  /** When expired, effort is reduced (no typo search), and the result says so. */
  readonly deadline: Deadline;
  /** Gets each phase of the search, for explanations. */
  readonly watch?: (phase: SearchPhase) => void;
}

export interface SearchPhase {
  readonly phase: 'words' | 'typos' | 'similar words' | 'more of the types';
  readonly lookedFor: readonly WordLookedFor[];
  /** Posting list entries read. */
  readonly postingsVisited: number;
  readonly names: number;
  readonly elapsedMs: number;
}

/** A word of the query and its variants in names. */
export interface WordLookedFor {
  /** As folded in the query; absent for a combination or a piece of its words. */
  readonly word?: string;
  /** Words of names, the likeliest first; "mass…" for all words with a prefix. */
  readonly variants: readonly string[];
  readonly more: number;
}

export interface RetrievedLabel {
  readonly row: number;
  readonly entity: number;
  /** 0–1, only for selection. */
  readonly selection: number;
}

export interface RetrievalResult {
  readonly labels: readonly RetrievedLabel[];
  readonly statistics: RetrievalStatistics;
}

/** Cost of a search in counts, the same on any machine. */
interface RetrievalStatistics {
  readonly postingsVisited: number;
  /** True when exact and prefix words did not suffice and typos were searched. */
  readonly secondPhase: boolean;
  /** True when typos did not suffice either and similar words were searched. */
  readonly thirdPhase: boolean;
  readonly effortLowered: boolean;
}
