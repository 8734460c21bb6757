import { deadlineAfter, NO_DEADLINE } from '../foundation/deadline.js';
import { SameasError } from '../foundation/sameas-error.js';
import type { Sentence } from '../foundation/sentence.js';
import { sentence } from '../foundation/message.js';
import { buildCandidate, leadOf } from '../scoring/build-candidate.js';
import type { Candidate } from '../scoring/candidate.js';
import { isNearlyAsProbable, matchThreshold, scoreOf } from '../scoring/decide.js';
import {
  type EvidenceRow,
  factorsOfKinds,
  fittedWeights,
  type TermId,
  TERMS,
  weigh,
} from '../scoring/evidence-table.js';
import type { ReconciliationQuery } from '../scoring/query.js';
import { isOneOfSeveral, type RankedQuery, type RetrievalReport } from '../scoring/ranked-query.js';
import { rankQuery, reconcile } from '../scoring/reconcile.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import type { CandidateIndexName } from '../search/candidate-index.js';

/** Scores one entity for a query, even if not retrieved. `undefined` for an unknown id. Cost: that of the query. */
export function explainCandidate(
  snapshot: DatasetSnapshot,
  query: ReconciliationQuery,
  entityId: string,
): Explanation | undefined {
  const { dataset, scoring } = snapshot;
  const ordinal = dataset.entities.ordinalOf(entityId);
  if (ordinal < 0) return undefined;
  const retrieval: RetrievalReport[] = [];
  const found = rankQuery(snapshot, query, NO_DEADLINE, ordinal, (report) => retrieval.push(report));
  const { ranked, nullValues, selfNats } = found;
  const place = ranked.findIndex(({ entity }) => entity === ordinal);
  const own = ranked[place];
  if (own === undefined) return undefined;
  const isRetrieved = found.retrieved().has(ordinal);
  const meets = found.meetsRequired(ordinal);
  const { types } = own.reading.request;
  const hasType = types.kind !== 'only' || types.holds(ordinal);
  const factors = factorsOfKinds(snapshot.tuning?.evidenceWeights);
  const behind = ranked.slice(BEST_SHOWN);
  return {
    candidate: buildCandidate(found, place),
    place: place + 1,
    inAnswer: isRetrieved && meets && hasType && place < query.limit,
    scorer: scoring.scorer,
    steps: [
      ...(isRetrieved ? [] : [sentence('The search did not find this entity; it was added for this explanation.')]),
      ...(meets ? [] : [sentence('It does not meet all that is required, so it cannot be in the answer.')]),
      ...(hasType || !meets ? [] : [sentence('It does not have the requested type, so it cannot be in the answer.')]),
      sentence('The score is {n}.', { n: scoreOf(own.nats, selfNats).toFixed(2) }),
    ],
    decision: meets
      ? decisionInWords(found, place)
      : sentence('It does not meet all that is required, so it is no match.'),
    evidence: {
      terms: termsOf(own.values, factors),
      sum: own.nats,
      nothing: { terms: termsOf(nullValues), sum: weigh(nullValues) },
      ...(behind.length > 0 && { behind: Math.log(behind.reduce((sum, { nats }) => sum + Math.exp(nats), 0)) }),
    },
    candidateIndex: snapshot.candidateIndex.name,
    retrieval,
    best: ranked.slice(0, BEST_SHOWN).map(({ entity, nats }, i) => {
      const description = dataset.entities.descriptionOf(entity);
      return {
        id: dataset.entities.idOf(entity),
        name: dataset.entities.nameOf(entity),
        ...(description !== undefined && { description }),
        score: scoreOf(nats, selfNats),
        nats,
        match: i === 0 && found.match,
      };
    }),
  };
}

function termsOf(row: EvidenceRow, factors?: Float64Array): readonly TermFound[] {
  const weights = fittedWeights();
  return TERMS.flatMap(({ id, kind, meaning }, i) => {
    const [value, weight, factor] = [row[i] ?? 0, weights[i] ?? 0, factors?.[i] ?? 1];
    return value === 0 ? [] : [{ term: id, kind, meaning, value, weight, ...(factor !== 1 && { factor }) }];
  });
}

/** A query with possible identifiers of the entity to explain, the likeliest first; without any, the best candidate. */
export interface ExplainTask {
  readonly query: ReconciliationQuery;
  readonly ids: readonly string[];
}

const BEST_TIMEOUT_MS = 2_000;

/**
 * Explains the score of the requested entity, else of the best candidate. Throws `entity-unknown`. Cost: at most twice
 * that of the query.
 */
export function explainQuery(snapshot: DatasetSnapshot, task: ExplainTask): Explanation {
  const id = requestedEntity(snapshot, task);
  const explanation = explainCandidate(snapshot, task.query, id);
  if (explanation !== undefined) return explanation;
  throw new SameasError(
    'entity-unknown',
    sentence('There is no entity with the identifier "{id}".', { id: id.slice(0, 200) }),
    {
      facts: { id: id.slice(0, 200) },
    },
  );
}

function requestedEntity(snapshot: DatasetSnapshot, { query, ids }: ExplainTask): string {
  const known = ids.find((id) => snapshot.dataset.entities.ordinalOf(id) >= 0) ?? ids[0];
  if (known !== undefined) return known;
  const outcome = reconcile(snapshot, { ...query, limit: 1 }, deadlineAfter(BEST_TIMEOUT_MS));
  if (outcome.kind === 'failed') throw outcome.error;
  const [best] = outcome.candidates;
  if (best === undefined)
    throw new SameasError(
      'entity-unknown',
      sentence('Nothing in the dataset is similar to the query, so there is no candidate to explain.'),
      {
        advice:
          'To see what speaks against an entity, choose it on the page about this service, or add its identifier to the address as id=…',
      },
    );
  return best.id;
}

export interface Explanation {
  /** The entity as in an answer, with all features, values and reasons. */
  readonly candidate: Candidate;
  /** Its rank among all candidates, from 1. */
  readonly place: number;
  /** Whether the answer to the query contains it. */
  readonly inAnswer: boolean;
  readonly scorer: string;
  readonly steps: readonly Sentence[];
  readonly decision: Sentence;
  readonly evidence: EvidenceFound;
  readonly candidateIndex: CandidateIndexName;
  /** Searched words and results by interpretation of the query. */
  readonly retrieval: readonly RetrievalReport[];
  /** At most five best candidates, the best first. */
  readonly best: readonly RankedCandidate[];
}

/** Evidence in nats, natural logarithms of odds: positive for the entity, negative against it. */
export interface EvidenceFound {
  /** Nonzero terms, in the order of the evidence table. */
  readonly terms: readonly TermFound[];
  readonly sum: number;
  /** The same for "not in the dataset". */
  readonly nothing: { readonly terms: readonly TermFound[]; readonly sum: number };
  /** The logarithm of the total odds of all further candidates; absent without any. */
  readonly behind?: number;
}

/** A term of the evidence table: it adds its value times its weight, times the factor of the manifest. */
interface TermFound {
  readonly term: TermId;
  readonly kind: string;
  readonly meaning: string;
  readonly value: number;
  readonly weight: number;
  /** 1 by default. */
  readonly factor?: number;
}

/** A candidate in short form. */
export interface RankedCandidate {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  /** 0–100, two decimals. */
  readonly score: number;
  /** Sum of its evidence. */
  readonly nats?: number;
  readonly match: boolean;
}

const BEST_SHOWN = 5;

/** Reason why the candidate at this position (from 0) is a match or not. */
function decisionInWords({ snapshot, ranked, selfNats, match, decision }: RankedQuery, place: number): Sentence {
  if (place > 0) return sentence('It is candidate {n}, and only the first can be a match.', { n: place + 1 });
  const [own] = ranked;
  if (own === undefined) throw new RangeError('there is no candidate');
  if (!own.reading.request.types.holds(own.entity))
    return sentence('It is the best candidate, but it does not have the requested type.');
  if (isOneOfSeveral(own))
    return sentence('The text names several things, and this is one of them; a person has to say which one is wanted.');
  if (!own.mayMatch) return sentence('It is the best candidate, but a condition of the query contradicts it.');
  const lead = leadOf(ranked, selfNats);
  const [probability = 1, next = 0] = decision.probabilities;
  if (!match && isNearlyAsProbable({ probability }, { probability: next }))
    return sentence('The next candidate is nearly as probable, and nothing tells which of the two is meant.');
  const [right, needed] = [decision.probability, matchThreshold(snapshot)].map((share) => (100 * share).toFixed(1));
  const shares = { right: right ?? '', needed: needed ?? '' };
  if (ranked.length === 1)
    return match
      ? sentence(
          'It is the only candidate. Estimated probability {right} %; this dataset requires {needed} % for an automatic match.',
          shares,
        )
      : sentence(
          'It is the only candidate. Estimated probability only {right} %; this dataset requires {needed} % for an automatic match.',
          shares,
        );
  const ahead = { n: lead.toFixed(2), ...shares };
  return match
    ? sentence(
        'Best candidate, {n} points ahead of the next. Estimated probability {right} %; this dataset requires {needed} % for an automatic match.',
        ahead,
      )
    : sentence(
        'Best candidate, {n} points ahead of the next. Estimated probability only {right} %; this dataset requires {needed} % for an automatic match.',
        ahead,
      );
}
