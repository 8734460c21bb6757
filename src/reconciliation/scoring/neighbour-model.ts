import type { Dataset } from '../../entities/dataset.js';
import type { LabelTable } from '../../search/label-table.js';
import { createNameComparer } from './name-comparer.js';
import { NEIGHBOUR_STEP, type NeighbourModel } from './scoring-model.js';

/** Rows compared for each sampled entity, those that share most weight of words with it. */
const ROWS_COMPARED = 12;

/**
 * For sampled entities, the similarity of the nearest other entity of the same types under the scorer itself. Cost: one
 * pass over the words of all labels, then a dozen comparisons a sampled entity.
 */
export function neighbourModel(dataset: Dataset, labels: LabelTable, sample: readonly number[]): NeighbourModel {
  const { vocabulary } = labels;
  // Word → positions in the sample whose name has it.
  const sampledBy = new Map<number, number[]>();
  sample.forEach((entity, at) => {
    for (const token of new Set(labels.tokenIdsOf(labels.rowsOf(entity)[0]))) {
      const known = sampledBy.get(token);
      if (known === undefined) sampledBy.set(token, [at]);
      else known.push(at);
    }
  });
  const nearest = sample.map(() => ({ rows: new Int32Array(ROWS_COMPARED).fill(-1), weights: new Float64Array(ROWS_COMPARED) }));
  const shared = new Float64Array(sample.length);
  const touched: number[] = [];
  for (let row = 0; row < labels.rowCount; row++) {
    if (labels.isTransliteration(row)) continue;
    const tokens = labels.tokenIdsOf(row);
    let length = 0;
    for (let j = 0; j < tokens.length; j++) {
      const token = tokens[j] ?? 0;
      const positions = sampledBy.get(token);
      length += 0.1;
      if (positions === undefined) continue;
      const weight = vocabulary.weightOf(token);
      for (const at of positions) {
        if (shared[at] === 0) touched.push(at);
        shared[at] = (shared[at] ?? 0) + weight;
      }
    }
    if (touched.length === 0) continue;
    const entity = labels.entityOf(row);
    for (const at of touched) {
      const weight = (shared[at] ?? 0) - length;
      shared[at] = 0;
      if (entity !== sample[at] && dataset.entities.typeSetOf(entity) === dataset.entities.typeSetOf(sample[at] ?? 0)) keep(nearest[at], row, weight);
    }
    touched.length = 0;
  }
  const comparer = createNameComparer(labels);
  const best = sample.map((entity, at) => {
    const row = labels.rowsOf(entity)[0];
    comparer.begin({ original: labels.textOf(row), folded: labels.foldedOf(row), tokens: labels.tokensOf(row) });
    let similarity = 0;
    for (const other of nearest[at]?.rows ?? []) if (other >= 0) similarity = Math.max(similarity, comparer.compare(other));
    return similarity;
  });
  const steps = Math.round(1 / NEIGHBOUR_STEP) + 1;
  const shareAtLeast = Array.from({ length: steps }, (_, i) => {
    const count = best.filter((similarity) => similarity >= i * NEIGHBOUR_STEP - 1e-9).length;
    return Math.round((1e4 * count) / Math.max(1, sample.length)) / 1e4;
  });
  return { sampled: sample.length, shareAtLeast };
}

function keep(list: { readonly rows: Int32Array; readonly weights: Float64Array } | undefined, row: number, weight: number): void {
  if (list === undefined || weight <= (list.weights[ROWS_COMPARED - 1] ?? 0)) return;
  let at = ROWS_COMPARED - 1;
  while (at > 0 && (list.weights[at - 1] ?? 0) < weight) {
    list.weights[at] = list.weights[at - 1] ?? 0;
    list.rows[at] = list.rows[at - 1] ?? -1;
    at--;
  }
  list.weights[at] = weight;
  list.rows[at] = row;
}
