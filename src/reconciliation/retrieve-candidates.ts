import type { DatasetGeneration } from './dataset-generation.js';
import type { RetrievalPlan } from './plan-retrieval.js';

/** Rows that are worth scoring, as two parallel lists: a row of the label table and its entity. */
export interface RetrievedRows {
  readonly rows: readonly number[];
  readonly entities: readonly number[];
  readonly effortLowered: boolean;
  /** An entity that is to be scored whatever its name. */
  readonly always?: number;
}

const MOST_NAMESAKES = 1000;
const NONE: RetrievedRows = { rows: [], entities: [], effortLowered: false };

/** Carries the plan out. Order is of no meaning; an entity may come with several of its labels. */
export function retrieveCandidates(generation: DatasetGeneration, plan: RetrievalPlan): RetrievedRows {
  if (plan.types.kind === 'nothing') return NONE;
  const rows: number[] = [];
  const entities: number[] = [];
  let effortLowered = false;
  if (plan.label !== undefined && plan.label.tokens.length > 0) {
    const request = { label: plan.label, wanted: plan.wantedRows, deadline: plan.deadline };
    const found = generation.candidateIndex.retrieve(plan.types.kind === 'only' ? { ...request, accepts: plan.types.holds } : request);
    effortLowered = found.statistics.effortLowered;
    for (const label of found.labels) {
      rows.push(label.row);
      entities.push(label.entity);
    }
    if (plan.namesakes) addNamesakes(generation, plan, plan.label.folded, rows, entities);
  }
  for (const entity of plan.named) {
    if (plan.types.kind === 'only' && !plan.types.holds(entity)) continue;
    rows.push(generation.candidateIndex.labels.rowsOf(entity)[0]);
    entities.push(entity);
  }
  return { rows, entities, effortLowered };
}

/** All entities with exactly this name: where many share it, the search brings only some, and properties tell them apart. */
function addNamesakes(generation: DatasetGeneration, plan: RetrievalPlan, folded: string, rows: number[], entities: number[]): void {
  const { labels } = generation.candidateIndex;
  const known = new Set(rows);
  for (const row of labels.rowsWithFolded(folded).slice(0, MOST_NAMESAKES)) {
    const entity = labels.entityOf(row);
    if (known.has(row) || (plan.types.kind === 'only' && !plan.types.holds(entity))) continue;
    rows.push(row);
    entities.push(entity);
  }
}
