import { deadlineAfter, NO_DEADLINE } from '../foundation/deadline.js';
import { SameasError } from '../foundation/sameas-error.js';
import type { CandidateIndexName } from '../search/candidate-index.js';
import { alignerOf } from './alignment/align.js';
import { alignmentInNumbers, type AlignmentInNumbers } from './alignment/name-reason.js';
import { buildCandidate } from './build-candidate.js';
import type { Candidate } from './candidate.js';
import type { DatasetSnapshot } from './dataset-snapshot.js';
import { type MatchDecision, matchThreshold } from './decide-match.js';
import { weights } from './evidence/weights.js';
import { rankQuery, type RetrievalReport } from './rank-query.js';
import { reconcile } from './reconcile.js';
import type { ReconciliationQuery } from './reconciliation-query.js';
import { labelShare, shareBesideLongerNames } from './score-candidates.js';
import type { ScoredEntity } from './scored-entity.js';
import { type CandidateEvidence, weighCandidate } from './weigh-candidates.js';

/**
 * Holds one entity against a query, whether or not the search would have found it. `undefined` for an unknown id.
 * Cost: that of the query itself.
 */
export function explainCandidate(
  snapshot: DatasetSnapshot,
  query: ReconciliationQuery,
  entityId: string,
): Explanation | undefined {
  const { dataset, scoring } = snapshot;
  const ordinal = dataset.entities.ordinalOf(entityId);
  if (ordinal < 0) return undefined;
  const retrieval: RetrievalReport[] = [];
  const ranked = rankQuery(snapshot, query, NO_DEADLINE, ordinal, (report) => retrieval.push(report));
  const { scored, decision, demands } = ranked;
  const retrieved = ranked.retrieved.has(ordinal);
  const index = scored.findIndex((candidate) => candidate.entity === ordinal);
  const own = scored[index];
  if (own === undefined) return undefined;
  const candidate = buildCandidate(ranked, index);
  const { plan } = own;
  const isNamed = demands.named.includes(ordinal);
  const meets = ranked.meetsRequired(ordinal);
  const allowed =
    meets && (plan.types.kind === 'any type' || plan.types.kind === 'preferred' || plan.types.holds(ordinal));
  const steps = [
    ...(retrieved ? [] : [NOT_FOUND_BY_ITSELF]),
    ...(meets ? [] : ['It does not meet all that is required, so it cannot be in the answer.']),
    ...(allowed || !meets ? [] : ['It does not have the type asked for, so it cannot be in the answer.']),
    ...(isNamed && !own.named
      ? ['The identifier that was asked for is its own, which counts as a full score.']
      : stepsOfScore(own)),
    ...(demands.named.length > 0 && !isNamed ? ['Another identifier was asked for, which takes a fifth off.'] : []),
    ...(demands.unwanted(ordinal)
      ? ['It has a name or an identifier that was not wanted, which takes a fifth off.']
      : []),
    ...(plan.types.kind === 'preferred' && !plan.types.holds(ordinal)
      ? ['The type asked for as a preference is missing, which takes a fifth off.']
      : []),
    `The score is ${own.score.toFixed(2)}.`,
  ];
  const best = scored
    .slice(0, BEST_SHOWN)
    .map((one, i) =>
      rankedEntity(snapshot, one, { match: i === 0 && decision.match, nats: decision.weighed[i]?.nats }),
    );
  const { match, lead, probabilities } = decision;
  const evidence = evidenceFound(decision.weighed[index] ?? weighCandidate(ranked, own), decision);
  const inWords = !meets
    ? 'It does not meet all that is required, so it is no match.'
    : decisionInWords(snapshot, own, { match, lead, probability: probabilities[index] ?? 0 }, index);
  const name = nameInNumbers(snapshot, own);
  return {
    candidate,
    place: index + 1,
    inAnswer: retrieved && allowed && index < query.limit,
    scorer: scoring.scorer,
    steps,
    decision: inWords,
    ...(name !== undefined && { name }),
    evidence,
    candidateIndex: snapshot.candidateIndex.name,
    retrieval,
    best,
  };
}

/** A query, and what may be the identifier of the entity to explain, the likeliest first; without any, the best candidate. */
export interface ExplainTask {
  readonly query: ReconciliationQuery;
  readonly ids: readonly string[];
}

const BEST_TIMEOUT_MS = 2_000;

/** Why the entity that is asked about, else the best candidate, has its score. Throws `entity-unknown`. Cost: that of the query, twice at most. */
export function explainQuery(snapshot: DatasetSnapshot, task: ExplainTask): Explanation {
  const id = entityAsked(snapshot, task);
  const explanation = explainCandidate(snapshot, task.query, id);
  if (explanation !== undefined) return explanation;
  throw new SameasError('entity-unknown', `There is no entity with the identifier "${id.slice(0, 200)}".`, {
    facts: { id: id.slice(0, 200) },
  });
}

function entityAsked(snapshot: DatasetSnapshot, { query, ids }: ExplainTask): string {
  const known = ids.find((id) => snapshot.dataset.entities.ordinalOf(id) >= 0) ?? ids[0];
  if (known !== undefined) return known;
  const outcome = reconcile(snapshot, { ...query, limit: 1 }, deadlineAfter(BEST_TIMEOUT_MS));
  if (outcome.kind === 'failed') throw outcome.error;
  const [best] = outcome.candidates;
  if (best === undefined)
    throw new SameasError(
      'entity-unknown',
      'Nothing in the list is like what was asked, so there is no candidate to explain.',
      {
        advice:
          'To see what speaks against an entity, choose it on the page about this service, or add its identifier to the address as id=…',
      },
    );
  return best.id;
}

/** Why an entity has the score it has for a query. */
export interface Explanation {
  /** The entity as it would stand in the answer, with every feature, value and reason. */
  readonly candidate: Candidate;
  /** Its place among all candidates, from 1. */
  readonly place: number;
  /** Whether an answer to the query would hold it. */
  readonly inAnswer: boolean;
  readonly scorer: string;
  /** How the score came about, sentence by sentence. */
  readonly steps: readonly string[];
  /** Why it is a match, or is not; a sentence. */
  readonly decision: string;
  /** What the points of its name come from; absent where no name is compared. */
  readonly name?: NameInNumbers;
  /** What the probability comes from. */
  readonly evidence: EvidenceFound;
  /** What found the candidates. */
  readonly candidateIndex: CandidateIndexName;
  /** What was looked for by each interpretation of the query, and what it brought. */
  readonly retrieval: readonly RetrievalReport[];
  /** Those that come first, at most five, the best first. */
  readonly best: readonly RankedEntity[];
}

/** How the nearest name gives its points: 100 × similarity × informative × kind of label × longer names. */
export interface NameInNumbers extends AlignmentInNumbers {
  readonly name: string;
  /** Above 1 when the name has the most informative tokens of the query, below 1 when it lacks them. */
  readonly informative: number;
  /** What an alias, another script or another writing leaves. */
  readonly kindOfLabel: number;
  /** What is left where other entities have the name in longer ones. */
  readonly longerNames: number;
  readonly points: number;
}

/** How the nearest name of an entity is compared with the query, in numbers; without what its record has. */
function nameInNumbers(
  snapshot: DatasetSnapshot,
  { alignment: scored, plan, longerNames: count }: ScoredEntity,
): NameInNumbers | undefined {
  if (plan.name === undefined || scored === undefined) return undefined;
  const { labels } = snapshot.candidateIndex;
  const { row } = scored.pairs.label;
  // A code in a property counts for the name as well; words of the record do not.
  const alignment = scored.matchedElsewhere === 0 ? scored : alignerOf(snapshot).align(plan.name, row);
  const [informative, kindOfLabel, longerNames] = [
    alignment.informative(),
    labelShare(labels, plan, alignment),
    shareBesideLongerNames(count),
  ];
  return {
    name: labels.textOf(row),
    ...alignmentInNumbers(alignment),
    informative,
    kindOfLabel,
    longerNames,
    points: 100 * alignment.similarity * informative * kindOfLabel * longerNames,
  };
}

/** Evidence on an entity in nats, which are natural logarithms of odds: above 0 for it, below 0 against it. */
export interface EvidenceFound {
  /** What each kind says, in the order of the evidence table. */
  readonly kinds: readonly KindFound[];
  /** The prior of the interpretation, by which it was found. */
  readonly prior: number;
  /** The sum of the kinds and the prior. */
  readonly sum: number;
  /** The same sum for "nothing in the dataset is meant". */
  readonly nothing: number;
  /** The same of all candidates behind those shown together, which is the logarithm of the sum of their odds; absent where there are none. */
  readonly behind?: number;
}

/** What one kind of evidence says: the sum of its values by their weights, times the factor that the manifest gives the kind. */
interface KindFound {
  readonly kind: string;
  readonly name: string;
  readonly nats: number;
  /** Absent: 1. */
  readonly factor?: number;
  /** Terms whose value is not 0. */
  readonly terms: readonly { readonly term: string; readonly value: number; readonly weight: number }[];
}

/** The evidence on a candidate, as it was weighed for the decision. */
function evidenceFound(
  { evidence, nats, weighed }: CandidateEvidence,
  { nats: ofAll, nullNats }: MatchDecision,
): EvidenceFound {
  const { terms: weightOf } = weights();
  const factors = weighed.ranked.snapshot.tuning?.evidenceWeights;
  const behind = ofAll.slice(BEST_SHOWN);
  return {
    kinds: evidence.map(({ kind, values, nats: own }) => ({
      kind: kind.id,
      name: kind.name,
      nats: own,
      ...(factors?.[kind.id] !== undefined && { factor: factors[kind.id] }),
      terms: kind.terms.flatMap(({ id }, i) =>
        (values[i] ?? 0) === 0 ? [] : [{ term: id, value: values[i] ?? 0, weight: weightOf[id] ?? 0 }],
      ),
    })),
    prior: weighed.candidate.plan.prior,
    sum: nats,
    nothing: nullNats,
    ...(behind.length > 0 && { behind: Math.log(behind.reduce((sum, own) => sum + Math.exp(own), 0)) }),
  };
}

/** A candidate in a few words. */
export interface RankedEntity {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  /** 0–100, two decimals. */
  readonly score: number;
  /** Sum of the evidence on it; absent further behind. */
  readonly nats?: number;
  readonly match: boolean;
}

/** So many of those that come first are shown beside the entity that is explained. */
export const BEST_SHOWN = 5;

/** An entity that comes among the first. */
function rankedEntity(
  { dataset: { entities } }: DatasetSnapshot,
  { entity, score }: ScoredEntity,
  { match, nats }: { readonly match: boolean; readonly nats: number | undefined },
): RankedEntity {
  const description = entities.descriptionOf(entity);
  return {
    id: entities.idOf(entity),
    name: entities.nameOf(entity),
    ...(description !== undefined && { description }),
    score,
    ...(nats !== undefined && { nats }),
    match,
  };
}

/** Why the search is not enough to explain an entity. */
const NOT_FOUND_BY_ITSELF = 'The search did not bring this entity up by itself; it was added for this explanation.';

/** What its name and its properties made of the score of an entity, sentence by sentence. */
function stepsOfScore({ named, nameSimilarity, properties }: ScoredEntity): readonly string[] {
  const steps = [
    named
      ? 'The text is its identifier, which counts as a full score.'
      : `Its nearest name gives ${(nameSimilarity * 100).toFixed(2)} points.`,
  ];
  if (properties !== undefined) {
    const direction = properties.weight > 0 ? 'raise' : properties.weight < 0 ? 'lower' : 'do not change';
    steps.push(
      `The properties ${direction} the score (sum of their weights: ${properties.weight.toFixed(2)}, of which each moves the logarithm of its odds by ${String(weights().order.property)}).`,
    );
  }
  return steps;
}

/** Why the candidate at this place (from 0) is a match, or is not. */
function decisionInWords(
  snapshot: DatasetSnapshot,
  own: ScoredEntity,
  { match, lead, probability }: Pick<MatchDecision, 'match' | 'lead'> & { readonly probability: number },
  place: number,
): string {
  if (place > 0) return `It is candidate ${String(place + 1)}, and only the first can be a match.`;
  if (lead <= 0) return 'The next candidate has the same score, and nothing tells which of the two is meant.';
  if (!own.plan.types.holds(own.entity)) return 'It comes first, but it does not have the type that was asked for.';
  if (!own.typeHeld) return 'It comes first, but something that was asked for speaks against it.';
  const ahead = lead === 100 ? 'It is the only candidate' : `It comes first, ${lead.toFixed(2)} points before the next`;
  const right = inHundred(probability);
  const needed = inHundred(matchThreshold(snapshot));
  if (match)
    return `${ahead}. Estimated probability ${right} %; this dataset requires ${needed} % for an automatic match.`;
  return `${ahead}. Estimated probability only ${right} %; this dataset requires ${needed} % for an automatic match.`;
}

function inHundred(share: number): string {
  return (share * 100).toFixed(1);
}
