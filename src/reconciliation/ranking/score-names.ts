import type { DatasetSnapshot } from '../dataset-snapshot.js';
import type { RetrievalPlan } from '../plan-retrieval.js';
import type { RetrievedRows } from '../retrieve-candidates.js';
import { bestFirst } from './best-first.js';
import { comparerFor, comparerOf } from './comparer-of.js';
import { rowSimilarity } from './row-similarity.js';
import { scoreOf } from './score-of.js';
import type { ScoredEntity } from './scored-entity.js';

/** Where properties start from when no name is given. */
const WITHOUT_NAME = 0.3;

/** What the comparison of each row found, as columns beside those of `RetrievedRows`. */
interface ComparedRows {
  readonly similarities: Float64Array;
  readonly foremost: Float64Array;
  readonly explained: Int32Array;
  readonly containedWeights: Float64Array;
}

/** Every entity found, by the nearest of its names, best first. Without a name in the query all are as near. Cost: one comparison a row. */
export function scoreNames(snapshot: DatasetSnapshot, plan: RetrievalPlan, found: RetrievedRows): ScoredEntity[] {
  const compared = compareRows(snapshot, plan, found);
  // Places of rows instead of objects: most rows are not the best of their entity.
  const bestRow = new Map<number, number>();
  const containedRow = new Map<number, number>();
  for (let k = 0; k < found.rows.length; k++) {
    const entity = found.entities[k] ?? 0;
    const contained = compared.containedWeights[k] ?? 0;
    if (contained > 0 && contained > (compared.containedWeights[containedRow.get(entity) ?? -1] ?? 0)) containedRow.set(entity, k);
    const known = bestRow.get(entity);
    if (known === undefined || (compared.similarities[k] ?? 0) > (compared.similarities[known] ?? 0)) bestRow.set(entity, k);
  }
  const comparer = comparerOf(snapshot);
  const scored: ScoredEntity[] = [];
  for (const [entity, k] of bestRow) {
    const row = plan.label === undefined ? -1 : (found.rows[k] ?? -1);
    const equal = plan.label !== undefined && comparer.equals(row);
    const held = containedRow.get(entity) ?? -1;
    const named = plan.named.includes(entity);
    const candidate = {
      entity,
      plan,
      row,
      containedRow: found.rows[held] ?? -1,
      nameSimilarity: plan.label === undefined ? WITHOUT_NAME : (compared.similarities[k] ?? 0),
      foremost: plan.label === undefined ? 1 : (compared.foremost[k] ?? 1),
      equal,
      explained: compared.explained[k] ?? 0,
      told: undefined,
      otherwise: undefined,
      longerNames: 0,
      containedWeight: compared.containedWeights[held] ?? 0,
      containedExplained: held < 0 ? 0 : (compared.explained[held] ?? 0),
      named,
      idIsName: named && equal,
      typeHeld: plan.types.holds(entity),
      properties: undefined,
      score: 0,
    };
    candidate.score = scoreOf(candidate, undefined);
    scored.push(candidate);
  }
  return scored.sort(bestFirst(snapshot));
}

/** All zeros without a name. */
function compareRows(snapshot: DatasetSnapshot, plan: RetrievalPlan, { rows }: RetrievedRows): ComparedRows {
  const compared = {
    similarities: new Float64Array(rows.length),
    foremost: new Float64Array(rows.length),
    explained: new Int32Array(rows.length),
    containedWeights: new Float64Array(rows.length),
  };
  if (plan.label === undefined) return compared;
  const comparer = comparerFor(snapshot, plan);
  const against = { labels: snapshot.candidateIndex.labels, comparer, plan };
  for (let k = 0; k < rows.length; k++) {
    compared.similarities[k] = rowSimilarity(against, rows[k] ?? 0);
    compared.foremost[k] = comparer.foremost();
    compared.explained[k] = comparer.explained();
    compared.containedWeights[k] = comparer.containedWeight();
  }
  return compared;
}
