import { hashString } from '../foundation/hash-string.js';
import type { Dataset } from '../entities/dataset.js';
import { ERRORS_WITH_FILE, matchThreshold, type Decision } from '../scoring/decide.js';
import { decideRows, type LearnedFile, type RowEvidence } from '../scoring/learn.js';
import { TYPE } from '../scoring/neighbours.js';
import type { ReconciliationQuery } from '../scoring/query.js';
import type { Answer } from '../describe/answer.js';
import type { Candidate } from '../scoring/candidate.js';

/** Candidates of a row that are weighed again by what its file has taught. */
const CANDIDATES_WEIGHED = 20;
/** A candidate in short, which the file puts further in front than it came, is among those shown if it is this probable. */
const MIN_IN_SHORT = 0.01;
/** What keeps a candidate from being matched, however probable it is: what was asked for as a preference, it does not have. */
const KEPT_FROM_MATCH = ['outsideType', 'unwanted', 'refusedValue'] as const;

/** A row as its file decides it: the most probable candidates first, and how probable it is that nothing is meant. */
export interface DecidedRow {
  readonly candidates: readonly Candidate[];
  readonly none: number;
}

/** The question that is asked for a row which its file decides. */
export function queryForFile(query: ReconciliationQuery): ReconciliationQuery {
  return { ...query, weighed: Math.max(query.limit, CANDIDATES_WEIGHED) };
}

/** The question for a row that came with a candidate in short, so that all come in full. */
export function queryInFull(query: ReconciliationQuery): ReconciliationQuery {
  return { ...query, limit: Math.max(query.limit, CANDIDATES_WEIGHED) };
}

/** The decided row with the candidates of the answer in full. */
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

/** Whether files teach anything about such a query: it has a name, and no conditions but values of properties that need not be met. */
export function isTaught({ text, properties, names, identifiers }: ReconciliationQuery): boolean {
  return (
    text.trim() !== '' &&
    names === undefined &&
    identifiers === undefined &&
    properties.every(
      ({ required, exact, quantifier = 'any' }) => required !== true && exact !== true && quantifier === 'any',
    )
  );
}

/** What the dataset says of a row, to learn from and to decide by. */
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

/** A question with its answer, which has as many candidates as `queryForFile` asks for. */
interface AskedRow {
  readonly query: ReconciliationQuery;
  readonly answer: Answer;
}

/** The answers to rows that follow each other by what their file has taught, each cut to the limit of its query. */
export function decidedByFile(
  learned: LearnedFile,
  { metadata }: Pick<Dataset, 'metadata'>,
  rows: readonly AskedRow[],
): readonly DecidedRow[] {
  const decisions = decideRows(
    learned,
    rows.map(({ query, answer }) => rowEvidenceOf(query, answer)),
  );
  return rows.flatMap((row, i) => {
    const decision = decisions[i];
    // Where no column is compared, rows of a file err as single queries do.
    const errors = row.query.properties.length > 0 ? ERRORS_WITH_FILE : undefined;
    const threshold = matchThreshold({ tuning: metadata.tuning, dataset: { metadata } }, errors);
    return decision === undefined ? [] : [decidedRow(row, decision, threshold)];
  });
}

function decidedRow(
  { query, answer }: AskedRow,
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
