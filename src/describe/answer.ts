import type { Dataset } from '../entities/dataset.js';
import { labelInLanguage } from '../entities/label-in-language.js';
import type { SameasError } from '../foundation/sameas-error.js';
import type { Candidate, Feature, NothingMeant, QueryOutcome } from '../scoring/candidate.js';
import type { ReconciliationQuery } from '../scoring/query.js';

/** The outcome of a query that could be answered, with candidates or without. */
export type AnsweredOutcome = Extract<QueryOutcome, { readonly kind: 'answered' }>;

/** The answer to one query as plain data, the same on every thread. A feature has no reasons where reasons were not asked for. */
export interface Answer {
  /** By score descending, ties by id; at most one `match`, and then on the first. */
  readonly candidates: readonly Candidate[];
  readonly nothing: NothingMeant;
  /** Points between the first candidate and the second, 0 only where nothing tells them apart; 100 without a second. */
  readonly lead: number;
}

/** What an answer as plain data holds: the reasons of its features, told of the query or of the two entities whose names are compared; candidates are called by their labels in the first of `languages` in which they have one. */
export interface AnswerAsData {
  readonly reasons: 'none' | 'of the query' | 'of the pair';
  readonly languages?: readonly string[];
}

/** Answers without reasons: most features are never read, and their reasons are the larger part. */
export const WITHOUT_REASONS: AnswerAsData = { reasons: 'none' };
/** Answers for pages on which people look at candidates. */
export const WITH_REASONS: AnswerAsData = { reasons: 'of the query' };

/** How an answer is wanted: as plain data, or as JSON text in the wire form of this name, of the table of protocols/answer-forms.ts. */
export type AnswerForm = string | AnswerAsData;

/** What an answer in this form is. */
export type AnswerIn<Form extends AnswerForm> = Form extends string ? string : Answer;

/** What came of a query: an answer, or what was wrong. */
export type Outcome<Answered> =
  /** `hurried`: the deadline had passed, and less effort was spent than usual. */
  | { readonly kind: 'answered'; readonly answer: Answered; readonly hurried?: boolean }
  | { readonly kind: 'failed'; readonly error: SameasError };

/** Answers queries as plain data: one outcome a query, in order. */
export type Ask = (queries: readonly ReconciliationQuery[]) => Promise<readonly Outcome<Answer>[]>;

/** Why the search cluster that holds the dataset gave no answer to one of these queries; `undefined` where that did not happen. */
export function clusterFaultIn(outcomes: readonly Outcome<unknown>[]): SameasError | undefined {
  for (const outcome of outcomes)
    if (outcome.kind === 'failed' && outcome.error.code === 'search-cluster-unavailable') return outcome.error;
  return undefined;
}

/** The answer as plain data. Cost: an entity decoded for each candidate where languages are asked for. */
export function answerAsData(
  outcome: AnsweredOutcome,
  dataset: Dataset,
  { reasons, languages = [] }: AnswerAsData,
): Answer {
  const { candidates, nothing, lead } = inLanguages(outcome, dataset, languages);
  const reasonOf = {
    none: () => [],
    'of the query': ({ reason }: Feature) => reason,
    'of the pair': ({ reason, reasonOfPair = reason }: Feature) => reasonOfPair,
  }[reasons];
  return {
    candidates: candidates.map((candidate) => ({
      ...candidate,
      features: candidate.features.map((feature) => ({
        id: feature.id,
        value: feature.value,
        reason: reasonOf(feature),
      })),
    })),
    nothing,
    lead,
  };
}

/** The same candidates, called by their labels in the first of these languages in which each has one. Cost: an entity decoded for each candidate. */
export function inLanguages(
  outcome: AnsweredOutcome,
  { entities, metadata }: Dataset,
  languages: readonly string[],
): AnsweredOutcome {
  if (languages.length === 0) return outcome;
  return {
    ...outcome,
    candidates: outcome.candidates.map((candidate) => {
      const ordinal = entities.ordinalOf(candidate.id);
      if (ordinal < 0 || candidate.inShort === true) return candidate;
      const { text, language } = labelInLanguage(entities.entity(ordinal), languages, metadata.language);
      // Reasons of features are read on demand: the candidate is not copied, but stood in front of.
      return { ...candidate, name: text, ...(language !== undefined && { nameLanguage: language }) };
    }),
  };
}
