import { NO_DEADLINE } from '../../foundation/deadline.js';
import type { DatasetSnapshot } from '../dataset-snapshot.js';
import { BEST_SHOWN, decisionInWords, NOT_FOUND_BY_ITSELF, rankedEntity, stepsOfScore, type Explanation } from '../explanation.js';
import type { ReconciliationQuery } from '../reconciliation-query.js';
import { answerConditions } from './reconcile-conditions.js';

/** `explainCandidate` for a query with conditions. Cost: that of the query itself. */
export function explainByConditions(snapshot: DatasetSnapshot, query: ReconciliationQuery, entity: number): Explanation | undefined {
  const { placed, demands, standingOf } = answerConditions(snapshot, query, NO_DEADLINE, entity);
  const index = placed.findIndex(({ own }) => own.entity === entity);
  const found = placed[index];
  if (found === undefined) return undefined;
  const { own } = found;
  const { retrieved, allowed } = standingOf(entity);
  const isNamed = demands.named.includes(entity);
  const steps = [
    ...(retrieved ? [] : [NOT_FOUND_BY_ITSELF]),
    ...(allowed ? [] : ['It does not meet all that is required, so it cannot be in the answer.']),
    ...(isNamed && !own.named ? ['The identifier that was asked for is its own, which counts as a full score.'] : stepsOfScore(own)),
    ...(demands.named.length > 0 && !isNamed ? ['Another identifier was asked for, which takes a fifth off.'] : []),
    ...(demands.unwanted(entity) ? ['It has a name or an identifier that was not wanted, which takes a fifth off.'] : []),
    `The score is ${own.score.toFixed(2)}.`,
  ];
  const best = placed.slice(0, BEST_SHOWN).map((one) => rankedEntity(snapshot, one.own, one.match));
  const speaksAgainst = index === 0 && found.lead > 0 && !own.typeHeld;
  const decision = !allowed
    ? 'It does not meet all that is required, so it is no match.'
    : speaksAgainst
      ? 'It comes first, but something that was asked for speaks against it.'
      : decisionInWords(snapshot, own, found, index);
  return { candidate: found.describe(), place: index + 1, inAnswer: retrieved && allowed && index < query.limit, scorer: snapshot.scoring.scorer, steps, decision, best };
}
