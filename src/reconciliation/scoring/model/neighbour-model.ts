import type { Dataset } from '../../../entities/dataset.js';
import type { LabelTable } from '../../../search/label-table.js';
import type { AnalysedLabel } from '../../../text/analysed-label.js';
import { createNameComparer } from '../names/name-comparer.js';
import type { NameComparer } from '../names/name-evidence.js';
import { oneWordMore } from '../names/one-word-more.js';
import { usualWordsOf, wordCosts, type UsualWords } from '../names/word-costs.js';
import { matchProbability, type MatchFacts } from './match-probability.js';
import type { NearSample } from './rows-near-sample.js';
import type { NeighbourModel, WordingModel } from './scoring-model.js';
import type { WordsOfTypes } from './words-of-types.js';

/** A list, and what is known of the words of its names. */
export interface ListOfNames {
  readonly dataset: Dataset;
  readonly labels: LabelTable;
  readonly wording: WordingModel;
  readonly wordsOfTypes: WordsOfTypes;
}

/** For sampled entities, how sure the scorer would be of the nearest other entity of the same types. Cost: that of `neighbourFacts`. */
export function neighbourModel(list: ListOfNames, near: NearSample): NeighbourModel {
  const { sample } = near;
  const usualWeight = usualWeightOf(list, sample);
  const probabilities = neighbourFacts(list, near, usualWeight).map((facts) => (facts === undefined ? 0 : matchProbability(facts)));
  probabilities.sort((a, b) => a - b);
  const percentiles = Array.from({ length: 101 }, (_, i) => Math.round(1e4 * (probabilities[Math.round((i / 100) * (probabilities.length - 1))] ?? 0)) / 1e4);
  return { sampled: sample.length, percentiles, usualWeight };
}

/**
 * What would be known of the nearest other entity of the same types, were each sampled entity missing and asked for; `undefined`
 * where nothing is near. `usualWeight`: that of the model. Cost: a dozen comparisons a sampled entity.
 */
export function neighbourFacts(list: ListOfNames, { sample, rows }: NearSample, usualWeight: number): readonly (MatchFacts | undefined)[] {
  const { dataset, labels } = list;
  const comparer = createNameComparer(labels, list.wording);
  const uniqueWeight = Math.log(dataset.entities.size + 1);
  return sample.map((entity, at) => {
    const row = labels.rowsOf(entity)[0];
    const label = { original: labels.textOf(row), folded: labels.foldedOf(row), tokens: labels.tokensOf(row) };
    comparer.begin(label, usualWordsFor(list, entity));
    const nearest = nearestName(labels, comparer, rows[at] ?? new Int32Array(0));
    // A namesake is no false match of the name: the decision sees to shared names by itself.
    return nearest === undefined || nearest.similarity === 1 ? undefined : factsOf(nearest, label, { comparer, usualWeight, uniqueWeight });
  });
}

/** A row, how near it is, and how near the nearest row of another entity, 0–1. */
interface NearestName {
  readonly row: number;
  readonly similarity: number;
  readonly next: number;
}

/** Of these rows, -1 being none, the one most like the query that the comparer was begun with; `undefined` where none is like it at all. */
function nearestName(labels: LabelTable, comparer: NameComparer, rows: Int32Array): NearestName | undefined {
  let [row, similarity, next] = [-1, 0, 0];
  for (const other of rows) {
    if (other < 0) continue;
    const compared = comparer.compare(other);
    const isOfAnother = row >= 0 && labels.entityOf(row) !== labels.entityOf(other);
    if (compared > similarity) {
      if (isOfAnother) next = similarity;
      [row, similarity] = [other, compared];
    } else if (compared > next && isOfAnother) next = compared;
  }
  return row < 0 ? undefined : { row, similarity, next };
}

interface MeasuredBy {
  readonly comparer: NameComparer;
  readonly usualWeight: number;
  readonly uniqueWeight: number;
}

function factsOf({ row, similarity, next }: NearestName, label: AnalysedLabel, { comparer, usualWeight, uniqueWeight }: MeasuredBy): MatchFacts {
  comparer.compare(row);
  const name = comparer.evidence();
  return {
    nameSimilarity: similarity,
    nameLead: similarity - next,
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
    code: name.code !== '',
  };
}

/** What the usual words of the first type of an entity weigh. */
function usualWordsFor({ dataset, labels, wordsOfTypes }: ListOfNames, entity: number): UsualWords | undefined {
  const [type] = dataset.entities.typeSets[dataset.entities.typeSetOf(entity)] ?? [];
  return type === undefined ? undefined : usualWordsOf(dataset, labels, wordsOfTypes, type);
}

/** The middle one of the weights of the preferred names. */
function usualWeightOf({ labels, wording }: ListOfNames, sample: readonly number[]): number {
  const costs = wordCosts(labels, wording);
  const weights = sample.map((entity) => {
    const row = labels.rowsOf(entity)[0];
    const words = labels.tokensOf(row);
    return Array.from(labels.tokenIdsOf(row)).reduce((sum, token, i) => sum + costs.weightOf(token, words[i] ?? ''), 0);
  });
  return weights.sort((a, b) => a - b)[Math.floor(weights.length / 2)] ?? 0;
}
