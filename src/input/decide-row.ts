import { hashString } from '../foundation/hash-string.js';
import type { Dataset } from '../entities/dataset.js';
import { ERRORS_WITH_FILE, matchThreshold, type Decision } from '../scoring/decide.js';
import { decideRows, type LearnedFile, type RowEvidence } from '../scoring/learn.js';
import { TYPE } from '../scoring/neighbours.js';
import type { ReconciliationQuery } from '../scoring/query.js';
import type { Answer } from '../describe/answer.js';
import type { Candidate } from '../scoring/candidate.js';

/** Candidates of a row that are weighed with learned evidence. */
const CANDIDATES_WEIGHED = 20;
/** Minimum probability for showing a candidate in short form that the learned evidence has moved up. */
const MIN_IN_SHORT = 0.01;
/** Features that prevent a match at any probability: the candidate lacks a requested preference. */
const KEPT_FROM_MATCH = ['outsideType', 'unwanted', 'refusedValue'] as const;

/** A row as decided with learned evidence: the most probable candidates first, and the probability of none. */
export interface DecidedRow {
  readonly candidates: readonly Candidate[];
  readonly none: number;
}

/** The query for a row to learn from, or to decide with what was learned. */
export function queryForFile(query: ReconciliationQuery, learned?: LearnedFile): ReconciliationQuery {
  return {
    ...query,
    weighed: Math.max(query.limit, CANDIDATES_WEIGHED),
    common: learned === undefined || learned.neighbours.length > 0,
  };
}

/** The query for a row with a candidate in short form, so that all come in full. */
export function queryInFull(query: ReconciliationQuery): ReconciliationQuery {
  return { ...query, limit: Math.max(query.limit, CANDIDATES_WEIGHED) };
}

/** The decided row with the full candidates of the answer. */
export function withCandidatesInFull(
  { candidates, none }: DecidedRow,
  { candidates: inFull }: Pick<Answer, 'candidates'>,
): DecidedRow {
  const byId = new Map(inFull.map((candidate) => [candidate.id, candidate]));
  return {
    candidates: candidates.flatMap((own) => {
      const full = own.inShort === true ? byId.get(own.id) : own;
      return full === undefined ? [] : [{ ...full, probability: own.probability, match: own.match }];
    }),
    none,
  };
}

/** Whether learned evidence applies to a query: it has a name, and no conditions but optional property values. */
export function isLearnable({ text, properties, names, identifiers }: ReconciliationQuery): boolean {
  return (
    text.trim() !== '' &&
    names === undefined &&
    identifiers === undefined &&
    properties.every(
      ({ required, exact, quantifier = 'any' }) => required !== true && exact !== true && quantifier === 'any',
    )
  );
}

/** Evidence about a row, for learning and deciding. */
export function rowEvidenceOf({ text, properties, types }: ReconciliationQuery, answer: Answer): RowEvidence {
  return {
    key: hashString(JSON.stringify([text, properties])).toString(36),
    candidates: answer.candidates.map(({ id, nats, twins, part, levels, evidence, common: all = {} }) => {
      // Candidates of one type have that type in common.
      const { [TYPE]: type, ...others } = all;
      const common = type === undefined || types.length > 0 ? others : { ...others, [TYPE]: type };
      return { id, nats, twins, part, levels, evidence, common };
    }),
    nothing: answer.nothing.nats,
  };
}

/** A query with its answer, with as many candidates as `queryForFile` requests. */
interface AnsweredQuery {
  readonly query: ReconciliationQuery;
  readonly answer: Answer;
}

/** The answers to successive rows, decided with learned evidence, each cut to the limit of its query. */
export function decidedByFile(
  learned: LearnedFile,
  { metadata }: Pick<Dataset, 'metadata'>,
  rows: readonly AnsweredQuery[],
): readonly DecidedRow[] {
  const decisions = decideRows(
    learned,
    rows.map(({ query, answer }) => rowEvidenceOf(query, answer)),
  );
  return rows.flatMap((row, i) => {
    const decision = decisions[i];
    // Without compared columns, rows of a file have the error rates of single queries.
    const errors = row.query.properties.length > 0 ? ERRORS_WITH_FILE : undefined;
    const threshold = matchThreshold({ tuning: metadata.tuning, dataset: { metadata } }, errors);
    return decision === undefined ? [] : [decidedRow(row, decision, threshold)];
  });
}

function decidedRow(
  { query, answer }: AnsweredQuery,
  { probabilities, nothing, best, probability }: Decision,
  threshold: number,
): DecidedRow {
  const first = answer.candidates[best];
  const isMatched =
    first !== undefined &&
    first.several !== true &&
    probability >= threshold &&
    KEPT_FROM_MATCH.every((term) => (first.evidence[term] ?? 0) === 0);
  const decided = answer.candidates.map((candidate, place) => ({
    ...candidate,
    probability: Math.round((probabilities[place] ?? 0) * 1e4) / 1e4,
    match: place === best && isMatched,
  }));
  decided.sort((a, b) => Number(b.match) - Number(a.match) || b.probability - a.probability);
  const shown = decided
    .filter(({ inShort, probability: own }) => inShort !== true || own >= MIN_IN_SHORT)
    .slice(0, query.limit);
  return { candidates: shown, none: nothing };
}
