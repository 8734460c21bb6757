import type { Dataset } from '../../../entities/dataset.js';
import type { LabelTable } from '../../../search/label-table.js';
import type { WordStatistics } from '../../dataset-statistics.js';
import { natsOf } from '../../evidence/evidence-table.js';
import { NAME, nameValues } from '../../evidence/name.js';
import { weights } from '../../evidence/weights.js';
import { createAligner, type Aligner } from '../../alignment/align.js';
import { tokenWeights, usualTokensOf, type UsualTokens } from '../../alignment/token-weights.js';
import type { NearSample } from './rows-near-sample.js';
import type { NeighbourModel } from './scoring-model.js';

/** A dataset, and what is known of the words of its names. */
export interface ListOfNames {
  readonly dataset: Dataset;
  readonly labels: LabelTable;
  readonly words: WordStatistics;
}

/** Of the sampled entities, this share has no neighbour that looks more convincing than what is kept. */
const PERCENTILE = 0.95;
/** The limits of what is kept: few names, or names that have nothing in common, say little of names that are not in the dataset. */
const LEAST_HEIGHT = -1;
const MOST_HEIGHT = 3;

/**
 * What the names of entities say for the nearest other entity of the same types, were each sampled entity missing and asked for, as log-odds against the next one and nothing.
 * Cost: a dozen comparisons a sampled entity.
 */
export function neighbourModel(list: ListOfNames, { sample, rows }: NearSample): NeighbourModel {
  const usualWeight = usualWeightOf(list, sample);
  const aligner = createAligner(list.labels, list.words);
  const odds = sample.map((entity, at) => oddsOfNearest({ list, aligner, usualWeight }, entity, rows[at] ?? new Int32Array(0))).sort((a, b) => a - b);
  const height = odds[Math.round(PERCENTILE * (odds.length - 1))] ?? 0;
  return { sampled: sample.length, height: Math.round(100 * Math.min(Math.max(height, LEAST_HEIGHT), MOST_HEIGHT)) / 100, usualWeight };
}

interface ComparedBy {
  readonly list: ListOfNames;
  readonly aligner: Aligner;
  readonly usualWeight: number;
}

function oddsOfNearest({ list, aligner, usualWeight }: ComparedBy, entity: number, rows: Int32Array): number {
  const { dataset, labels } = list;
  const row = labels.rowsOf(entity)[0];
  const label = { original: labels.textOf(row), folded: labels.foldedOf(row), tokens: labels.tokensOf(row) };
  const query = aligner.nameQuery(label, usualWordsFor(list, entity));
  const byEntity = new Map<number, number>();
  for (const other of rows) {
    if (other < 0) continue;
    const alignment = aligner.align(query, other);
    const { similarity } = alignment;
    // Homonyms share the probability, and are no false matches of the name.
    if (similarity === 0 || similarity === 1) continue;
    const nats = natsOf(NAME, nameValues({ label, similarity: similarity * alignment.informative(), name: alignment.evidence(), explained: alignment.matched(), entities: dataset.entities.size, usualWeight }));
    byEntity.set(labels.entityOf(other), Math.max(nats, byEntity.get(labels.entityOf(other)) ?? -Infinity));
  }
  const [nearest, ...others] = [...byEntity.values()].sort((a, b) => b - a);
  if (nearest === undefined) return LEAST_HEIGHT;
  return nearest - Math.log(others.reduce((sum, nats) => sum + Math.exp(nats), Math.exp(weights().null.constant)));
}

/** What the usual words of the first type of an entity weigh. */
function usualWordsFor({ dataset, words }: ListOfNames, entity: number): UsualTokens | undefined {
  const [type] = dataset.entities.typeSets[dataset.entities.typeSetOf(entity)] ?? [];
  return type === undefined ? undefined : usualTokensOf(dataset.types, words, type);
}

/** The middle one of the weights of the preferred names. */
function usualWeightOf({ labels, words }: ListOfNames, sample: readonly number[]): number {
  const costs = tokenWeights(words);
  const weights = sample.map((entity) => labels.tokensOf(labels.rowsOf(entity)[0]).reduce((sum, word) => sum + costs.weightOf(word), 0));
  return weights.sort((a, b) => a - b)[Math.floor(weights.length / 2)] ?? 0;
}
