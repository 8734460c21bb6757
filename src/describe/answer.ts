import type { Dataset } from '../entities/dataset.js';
import { labelInLanguage } from '../entities/label-in-language.js';
import type { SameasError } from '../foundation/sameas-error.js';
import type { Candidate, Feature, NothingMeant, QueryOutcome } from '../scoring/candidate.js';
import type { ReconciliationQuery } from '../scoring/query.js';

/** The outcome of a valid query, with or without candidates. */
export type AnsweredOutcome = Extract<QueryOutcome, { readonly kind: 'answered' }>;

/** The answer to one query as plain data, equal on every thread. Features have reasons only if requested. */
export interface Answer {
  /** By score descending, ties by id; at most one `match`, on the first. */
  readonly candidates: readonly Candidate[];
  readonly nothing: NothingMeant;
  /**
   * Difference in points between the first and second candidate, 0 only for indistinguishable ones; 100 without a
   * second.
   */
  readonly lead: number;
}

/**
 * Content of an answer as plain data: reasons of features about the query, or about two entities whose names are
 * compared; candidates have their labels in the first available of `languages`.
 */
export interface AnswerAsData {
  readonly reasons: 'none' | 'of the query' | 'of the pair';
  readonly languages?: readonly string[];
}

/** Answers without reasons: most features are never read, and their reasons are the larger part. */
export const WITHOUT_REASONS: AnswerAsData = { reasons: 'none' };
/** Answers for pages with candidates. */
export const WITH_REASONS: AnswerAsData = { reasons: 'of the query' };

/** Form of an answer: plain data, or JSON text in a wire form of protocols/answer-forms.ts, by name. */
export type AnswerForm = string | AnswerAsData;

export type AnswerIn<Form extends AnswerForm> = Form extends string ? string : Answer;

/** Result of a query: an answer or an error. */
export type Outcome<Answered> =
  /** `hurried`: computed after the deadline, with reduced effort. */
  | { readonly kind: 'answered'; readonly answer: Answered; readonly hurried?: boolean }
  | { readonly kind: 'failed'; readonly error: SameasError };

/** Answers queries as plain data: one outcome a query, in order. */
export type Ask = (queries: readonly ReconciliationQuery[]) => Promise<readonly Outcome<Answer>[]>;

/** The error of the search cluster in one of these outcomes; `undefined` without one. */
export function clusterFaultIn(outcomes: readonly Outcome<unknown>[]): SameasError | undefined {
  for (const outcome of outcomes)
    if (outcome.kind === 'failed' && outcome.error.code === 'search-cluster-unavailable') return outcome.error;
  return undefined;
}

/** The answer as plain data. Cost: an entity decoded for each candidate if languages are requested. */
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

/**
 * The same candidates, with their labels in the first available of these languages. Cost: an entity decoded for each
 * candidate.
 */
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
      // Reasons of features are lazy: the new candidate has the old one as prototype instead of copying it.
      return { ...candidate, name: text, ...(language !== undefined && { nameLanguage: language }) };
    }),
  };
}
