import { deadlineAfter, NO_DEADLINE } from '../foundation/deadline.js';
import { buildCandidate } from './build-candidate.js';
import type { DatasetSnapshot } from './dataset-snapshot.js';
import { BEST_SHOWN, decisionInWords, evidenceFound, nameInNumbers, NOT_FOUND_BY_ITSELF, rankedEntity, stepsOfScore, type Explanation } from './explanation.js';
import { joinCoordinates } from './join-coordinates.js';
import { rankQuery, type RetrievalReport } from './rank-query.js';
import type { ReconciliationQuery } from './reconciliation-query.js';
import { weighCandidate } from './weigh-candidates.js';
import { SameasError } from '../foundation/sameas-error.js';
import { reconcile } from './reconcile.js';
import type { ExplainTask } from './served-snapshot.js';

/**
 * Holds one entity against a query, whether or not the search would have found it. `undefined` for an unknown id.
 * Cost: that of the query itself.
 */
export function explainCandidate(snapshot: DatasetSnapshot, asked: ReconciliationQuery, entityId: string): Explanation | undefined {
  const { dataset, scoring } = snapshot;
  const query = joinCoordinates(dataset, asked);
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
  const allowed = meets && (plan.types.kind === 'any type' || plan.types.kind === 'preferred' || plan.types.holds(ordinal));
  const steps = [
    ...(retrieved ? [] : [NOT_FOUND_BY_ITSELF]),
    ...(meets ? [] : ['It does not meet all that is required, so it cannot be in the answer.']),
    ...(allowed || !meets ? [] : ['It does not have the type asked for, so it cannot be in the answer.']),
    ...(isNamed && !own.named ? ['The identifier that was asked for is its own, which counts as a full score.'] : stepsOfScore(own)),
    ...(demands.named.length > 0 && !isNamed ? ['Another identifier was asked for, which takes a fifth off.'] : []),
    ...(demands.unwanted(ordinal) ? ['It has a name or an identifier that was not wanted, which takes a fifth off.'] : []),
    ...(plan.types.kind === 'preferred' && !plan.types.holds(ordinal) ? ['The type asked for as a preference is missing, which takes a fifth off.'] : []),
    `The score is ${own.score.toFixed(2)}.`,
  ];
  const best = scored.slice(0, BEST_SHOWN).map((one, i) => rankedEntity(snapshot, one, { match: i === 0 && decision.match, nats: decision.weighed[i]?.nats }));
  const { match, lead, probabilities } = decision;
  const evidence = evidenceFound(decision.weighed[index] ?? weighCandidate(ranked, own), decision);
  const inWords = !meets ? 'It does not meet all that is required, so it is no match.' : decisionInWords(snapshot, own, { match, lead, probability: probabilities[index] ?? 0 }, index);
  const name = nameInNumbers(snapshot, own);
  return { candidate, place: index + 1, inAnswer: retrieved && allowed && index < query.limit, scorer: scoring.scorer, steps, decision: inWords, ...(name !== undefined && { name }), evidence, retrieval, best };
}

const BEST_TIMEOUT_MS = 2_000;

/** Why the entity that is asked about, else the best candidate, has its score. Throws `entity-unknown`. Cost: that of the query, twice at most. */
export function explainQuery(snapshot: DatasetSnapshot, task: ExplainTask): Explanation {
  const id = entityAsked(snapshot, task);
  const explanation = explainCandidate(snapshot, task.query, id);
  if (explanation !== undefined) return explanation;
  throw new SameasError('entity-unknown', `There is no entity with the identifier "${id.slice(0, 200)}".`, { facts: { id: id.slice(0, 200) } });
}

function entityAsked(snapshot: DatasetSnapshot, { query, ids }: ExplainTask): string {
  const known = ids.find((id) => snapshot.dataset.entities.ordinalOf(id) >= 0) ?? ids[0];
  if (known !== undefined) return known;
  const outcome = reconcile(snapshot, { ...query, limit: 1 }, deadlineAfter(BEST_TIMEOUT_MS));
  if (outcome.kind === 'failed') throw outcome.error;
  const [best] = outcome.candidates;
  if (best === undefined) throw new SameasError('entity-unknown', 'Nothing in the list is like what was asked, so there is no candidate to explain.', { advice: 'To see what speaks against an entity, choose it on the page about this service, or add its identifier to the address as id=…' });
  return best.id;
}
