import { NO_DEADLINE } from '../foundation/deadline.js';
import { buildCandidate } from './build-candidate.js';
import type { DatasetSnapshot } from './dataset-snapshot.js';
import { BEST_SHOWN, decisionInWords, evidenceFound, nameInNumbers, NOT_FOUND_BY_ITSELF, rankedEntity, stepsOfScore, type Explanation } from './explanation.js';
import { joinCoordinates } from './join-coordinates.js';
import { rankQuery, type RetrievalReport } from './rank-query.js';
import type { ReconciliationQuery } from './reconciliation-query.js';
import { weighCandidate } from './weigh-candidates.js';

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
