import type { Dataset } from '../../../entities/dataset.js';
import type { LabelTable } from '../../../search/label-table.js';
import { createNameComparer } from '../names/name-comparer.js';
import { matchProbability, type MatchFacts } from './match-probability.js';
import { oneWordMore } from '../names/one-word-more.js';
import { usualWordsOf, wordCosts, type UsualWords } from '../names/word-costs.js';
import type { NeighbourModel, WordingModel } from './scoring-model.js';
import type { WordsOfTypes } from './words-of-types.js';

/** Rows compared for each sampled entity, those that share most weight of words with it. */
const ROWS_COMPARED = 12;

/** For sampled entities, how sure the scorer would be of the nearest other entity of the same types. Cost: that of `neighbourFacts`. */
export function neighbourModel(dataset: Dataset, labels: LabelTable, wording: WordingModel, types: WordsOfTypes, sample: readonly number[]): NeighbourModel {
  const usualWeight = usualWeightOf(labels, wording, sample);
  const probabilities = neighbourFacts(dataset, labels, wording, types, sample, usualWeight).map((facts) => (facts === undefined ? 0 : matchProbability(facts)));
  probabilities.sort((a, b) => a - b);
  const percentiles = Array.from({ length: 101 }, (_, i) => Math.round(1e4 * (probabilities[Math.round((i / 100) * (probabilities.length - 1))] ?? 0)) / 1e4);
  return { sampled: sample.length, percentiles, usualWeight };
}

/**
 * What would be known of the nearest other entity of the same types, were each sampled entity missing and asked for; `undefined`
 * where nothing is near. Cost: one pass over the words of all labels, then a dozen comparisons a sampled entity.
 */
export function neighbourFacts(dataset: Dataset, labels: LabelTable, wording: WordingModel, types: WordsOfTypes, sample: readonly number[], usualWeight: number): readonly (MatchFacts | undefined)[] {
  const { vocabulary } = labels;
  // Word → the list of the positions in the sample whose name has it; the first list is that of no position.
  const listOfWord = new Uint32Array(vocabulary.size);
  const sampledBy: number[][] = [[]];
  sample.forEach((entity, at) => {
    for (const token of new Set(labels.tokenIdsOf(labels.rowsOf(entity)[0]))) {
      if (listOfWord[token] === 0) listOfWord[token] = sampledBy.push([]) - 1;
      sampledBy[listOfWord[token] ?? 0]?.push(at);
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
      const list = listOfWord[token] ?? 0;
      length += 0.1;
      if (list === 0) continue;
      const weight = vocabulary.weightOf(token);
      for (const at of sampledBy[list] ?? []) {
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
  const comparer = createNameComparer(labels, wording);
  const usualOf = (entity: number): UsualWords | undefined => {
    const [type] = dataset.entities.typeSets[dataset.entities.typeSetOf(entity)] ?? [];
    return type === undefined ? undefined : usualWordsOf(dataset, labels, types, type);
  };
  const uniqueWeight = Math.log(dataset.entities.size + 1);
  return sample.map((entity, at) => {
    const row = labels.rowsOf(entity)[0];
    const label = { original: labels.textOf(row), folded: labels.foldedOf(row), tokens: labels.tokensOf(row) };
    comparer.begin(label, usualOf(entity));
    let best = 0;
    let bestRow = -1;
    let next = 0;
    for (const other of nearest[at]?.rows ?? []) {
      if (other < 0) continue;
      const similarity = comparer.compare(other);
      if (similarity > best) {
        if (bestRow >= 0 && labels.entityOf(bestRow) !== labels.entityOf(other)) next = best;
        best = similarity;
        bestRow = other;
      } else if (similarity > next && labels.entityOf(other) !== labels.entityOf(bestRow)) next = similarity;
    }
    // A namesake is no false match of the name: the decision sees to shared names by itself.
    if (bestRow < 0 || best === 1) return undefined;
    comparer.compare(bestRow);
    const name = comparer.evidence();
    return {
      nameSimilarity: best,
      nameLead: best - next,
      name,
      knownWords: 1,
      usualWeight,
      oneWordMore: oneWordMore(label, name, comparer.explained()),
      containedBesides: 0,
      listed: false,
      uniqueWeight,
      sharing: 1,
      supporting: 0,
      opposing: 0,
      evidenceLead: 0,
    };
  });
}

/** The middle one of the weights of the preferred names. */
function usualWeightOf(labels: LabelTable, wording: WordingModel, sample: readonly number[]): number {
  const costs = wordCosts(labels, wording);
  const weights = sample.map((entity) => {
    const row = labels.rowsOf(entity)[0];
    const words = labels.tokensOf(row);
    return Array.from(labels.tokenIdsOf(row)).reduce((sum, token, i) => sum + costs.weightOf(token, words[i] ?? ''), 0);
  });
  return weights.sort((a, b) => a - b)[Math.floor(weights.length / 2)] ?? 0;
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
