import type { Deadline } from '../foundation/deadline.js';
import type { AnalysedLabel } from '../text/analysed-label.js';
import type { LabelTable } from './label-table.js';

/** What finds candidates: MiniSearch, the compiled posting lists, a search cluster, or a comparison with every label. */
export type CandidateIndexName = 'minisearch' | 'compiled' | 'cluster' | 'brute force';

/** As people read it, at the end of a sentence. */
export const INDEX_IN_WORDS = {
  minisearch: 'MiniSearch',
  compiled: 'the compiled index',
  cluster: 'the search cluster',
  'brute force': 'a comparison with every name',
} as const satisfies Readonly<Record<CandidateIndexName, string>>;

/**
 * Finds labels that might mean the same as a query label, generously. What it returns is scored elsewhere; its own
 * measure only selects and is never published.
 *
 * Implementations: compiled postings (search/compiled/), MiniSearch (search/minisearch/) behind the same plan and measure, and brute force
 * (search/brute-force/, the oracle of the tests). All pass the same contract tests.
 */
export interface CandidateIndex {
  readonly name: CandidateIndexName;
  readonly labels: LabelTable;
  /**
   * Rows of the label table, best first by selection score, ties by row; at most one row an entity is not promised: an
   * entity may come with several of its labels. Deterministic as long as the deadline does not expire.
   */
  readonly retrieve: (request: RetrievalRequest) => RetrievalResult;
}

/** Ids of types that entities are to have, by themselves or through narrower types. */
export interface WantedTypes {
  readonly ids: readonly string[];
  /** Whether all of them, or one is enough. */
  readonly all: boolean;
}

export interface RetrievalRequest {
  readonly label: AnalysedLabel;
  /** About how many rows are wanted; tens. Some times as many may come where none is near. */
  readonly wanted: number;
  /** The types that `accepts` asks for, among others: an index that is elsewhere finds no others. */
  readonly types?: WantedTypes;
  /** Entities to leave out, by ordinal; a type filter. Called for candidates only, not for every entity. */
  readonly accepts?: (entity: number) => boolean;
  /** When expired, effort is lowered (no typo search); the result says so. */
  readonly deadline: Deadline;
  /** Is told of each phase of the search, for explanations. */
  readonly watch?: (phase: SearchPhase) => void;
}

/** One phase of a search: what was looked for, and what it brought. */
export interface SearchPhase {
  readonly phase: 'words' | 'typos' | 'similar words' | 'more of the types';
  readonly lookedFor: readonly WordLookedFor[];
  /** Entries of posting lists that were read. */
  readonly postingsVisited: number;
  /** Distinct names that are kept as the best after this phase. */
  readonly names: number;
  readonly elapsedMs: number;
}

/** A word of the query, and what it may be in names. */
export interface WordLookedFor {
  /** As folded in the query; absent for what stands for several of its words, or a piece of one. */
  readonly word?: string;
  /** Words of names, the likeliest first; "mass…" for all words with a beginning. */
  readonly variants: readonly string[];
  /** Further ones, which are not listed. */
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

/** What the search cost, for tests that hold on any machine. */
interface RetrievalStatistics {
  readonly postingsVisited: number;
  /** True when exact and prefix words did not suffice and typos were looked for. */
  readonly secondPhase: boolean;
  /** True when typos did not suffice either and words that only resemble those of the query were looked for. */
  readonly thirdPhase: boolean;
  readonly effortLowered: boolean;
}
