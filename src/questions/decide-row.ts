import { hashString } from '../foundation/hash-string.js';
import type { Dataset } from '../entities/dataset.js';
import { ERRORS_WITH_FILE, matchThreshold } from '../scoring/decide.js';
import { decideRow, type LearnedFile, type RowEvidence } from '../scoring/learn.js';
import type { Answer } from '../describe/answer.js';
import type { Candidate } from '../scoring/candidate.js';
import type { ReconciliationQuery } from '../scoring/query.js';

/** Candidates of a row that are weighed again by what its file has taught. */
const CANDIDATES_WEIGHED = 20;
/** What keeps a candidate from being matched, however probable it is: what was asked for as a preference, it does not have. */
const KEPT_FROM_MATCH = ['outsideType', 'unwanted', 'refusedValue'] as const;

/** A row as its file decides it: the most probable candidates first, and how probable it is that nothing is meant. */
export interface DecidedRow {
  readonly candidates: readonly Candidate[];
  readonly none: number;
}

/** The question that is asked for a row which its file decides. */
export function queryForFile(query: ReconciliationQuery): ReconciliationQuery {
  return { ...query, limit: Math.max(query.limit, CANDIDATES_WEIGHED) };
}

/** Whether files teach anything about such a query: it has a name and a value of a property, and no conditions but those. */
export function isTaught({ text, properties, names, identifiers }: ReconciliationQuery): boolean {
  return (
    text.trim() !== '' &&
    properties.length > 0 &&
    names === undefined &&
    identifiers === undefined &&
    properties.every(
      ({ required, exact, quantifier = 'any' }) => required !== true && exact !== true && quantifier === 'any',
    )
  );
}

/** What the dataset says of a row, to learn from and to decide by. */
export function rowEvidenceOf({ text, properties }: ReconciliationQuery, answer: Answer): RowEvidence {
  return {
    key: hashString(JSON.stringify([text, properties])).toString(36),
    candidates: answer.candidates,
    nothing: answer.nothing.nats,
  };
}

/** The answer to a row by what its file has taught, cut to the limit of the query. */
export function decidedByFile(
  learned: LearnedFile,
  { metadata }: Pick<Dataset, 'metadata'>,
  query: ReconciliationQuery,
  answer: Answer,
): DecidedRow {
  const { probabilities, nothing, best, probability } = decideRow(learned, rowEvidenceOf(query, answer));
  const first = answer.candidates[best];
  const isMatched =
    first !== undefined &&
    probability >= matchThreshold({ tuning: metadata.tuning, dataset: { metadata } }, ERRORS_WITH_FILE) &&
    KEPT_FROM_MATCH.every((term) => (first.evidence[term] ?? 0) === 0);
  const decided = answer.candidates.map((candidate, place) => ({
    ...candidate,
    probability: Math.round((probabilities[place] ?? 0) * 1e4) / 1e4,
    match: place === best && isMatched,
  }));
  decided.sort((a, b) => Number(b.match) - Number(a.match) || b.probability - a.probability);
  return { candidates: decided.slice(0, query.limit), none: nothing };
}
