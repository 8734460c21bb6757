import { setImmediate as breathe } from 'node:timers/promises';
import { resolveProperty, type Dataset } from '../entities/dataset.js';
import { valueText } from '../entities/value-text.js';
import type { ReconciliationQuery } from '../reconciliation/reconciliation-query.js';
import type { PairModel } from './fellegi-sunter.js';
import { askedRowOf, queriesOfRow } from './asked-row.js';
import {
  createCandidateComparer,
  type AskedRow,
  type CandidateComparer,
  type ComparedProperty,
} from './compare-candidates.js';
import { nameLevelOf, type ComparedQuery } from './compared-query.js';
import { evenSample } from './even-sample.js';
import { foundCandidates } from './found-candidates.js';
import { LEAST_QUERIES, misleadingProperties, type LearnedFile } from './learned-file.js';
import { learningRounds, type LearningMaterial, type NearPair } from './learn-pair-model.js';
import type { ServiceCandidate } from './service-candidate.js';
import { valueFormOf } from '../reconciliation/scoring/model/value-statistics.js';
import { appendAll } from '../foundation/append-all.js';

/** Asks the service; one list of candidates for each query, empty where it failed. */
export type AskService = (queries: readonly ReconciliationQuery[]) => Promise<readonly (readonly ServiceCandidate[])[]>;

/** Sees that entities of these ordinals can be read of the dataset, where they do not lie in memory. */
export type FetchEntities = (ordinals: readonly number[]) => Promise<void>;

/** How much is looked at, at most: more teaches hardly more. */
export interface LearningEffort {
  readonly rows: number;
  /** Entities that are looked up by their own names. */
  readonly entities: number;
}

/** For a command that runs by itself, and for a page on which somebody waits. */
export const EFFORT = {
  atLeisure: { rows: 2_000, entities: 1_000 },
  inPassing: { rows: 500, entities: 200 },
} as const satisfies Readonly<Record<string, LearningEffort>>;

const RANDOM_PAIRS = 5_000;
const VALUES_LOOKED_AT = 1_000;
const NEIGHBOURS = 10;
/** Rows compared before others who wait for the thread have their turn. */
const ROWS_IN_ONE_BREATH = 20;

/**
 * Learns from the rows of a file, as the queries they are asked with, what their properties say; `undefined` where nothing can be learned: fewer than fifty rows have a name
 * and a value of a property. Looks at a sample of the rows and entities that is the same every time. Cost: two queries for each row of the sample and one for each
 * entity; a second or two of comparing beside. `fetch`: where entities do not lie in memory; those that answers name can be read.
 */
export async function learnFile(
  dataset: Dataset,
  rows: readonly ReconciliationQuery[],
  ask: AskService,
  effort: LearningEffort,
  fetch?: FetchEntities,
): Promise<LearnedFile | undefined> {
  const { entities } = dataset;
  const speaking = rows.filter(
    ({ text, properties }) =>
      text.trim() !== '' && properties.some(({ property }) => resolveProperty(dataset, property) !== undefined),
  );
  if (speaking.length < LEAST_QUERIES || entities.size === 0) return undefined;
  const sample = evenSample(speaking.length, effort.rows).flatMap((at) => speaking[at] ?? []);
  await fetch?.([
    ...evenSample(entities.size, VALUES_LOOKED_AT),
    ...evenSample(entities.size, effort.entities),
    ...Array.from({ length: RANDOM_PAIRS }, (_, i) => randomOrdinal(i, sample.length, entities.size)),
  ]);
  const properties = comparedProperties(dataset, sample);
  const comparer = createCandidateComparer(dataset, properties);
  const asked = sample.map((query) => askedRowOf(dataset, query, properties));
  const answers = await ask(sample.flatMap((query) => queriesOfRow(dataset, query, new Set())));
  const queries: ComparedQuery[] = [];
  for (const [at, row] of asked.entries()) {
    queries.push(comparer.compare(row, foundCandidates(answers[2 * at] ?? [], answers[2 * at + 1] ?? [])));
    if (at % ROWS_IN_ONE_BREATH === 0) await breathe();
  }
  const near = await nearPairs(dataset, comparer, ask, effort.entities);
  const model = await lastRound({
    queries,
    kinds: properties.map(({ form }) => form.kind),
    entities: entities.size,
    randomPairs: await randomPairs(asked, comparer, entities.size),
    ...near,
  });
  return { properties, model, leftOut: misleadingProperties(properties, model), rows: sample.length };
}

async function lastRound(material: LearningMaterial): Promise<PairModel> {
  let last: PairModel | undefined;
  for (const model of learningRounds(material)) {
    last = model;
    await breathe();
  }
  if (last === undefined) throw new RangeError('learning has no rounds');
  return last;
}

/** The properties of the dataset that rows have values of, with what these are, by the values on both sides. */
function comparedProperties(dataset: Dataset, sample: readonly ReconciliationQuery[]): readonly ComparedProperty[] {
  const stated = dataset.properties.map(({ id }): ComparedProperty => ({
    id,
    form: { kind: 'text', separator: undefined },
  }));
  const texts = stated.map((): string[] => []);
  for (const query of sample.slice(0, VALUES_LOOKED_AT))
    askedRowOf(dataset, query, stated).values.forEach((values, at) => appendAll(texts[at] ?? [], values));
  const used = stated.flatMap(({ id }, at) => ((texts[at] ?? []).length > 0 ? [{ id, own: texts[at] ?? [] }] : []));
  for (const ordinal of evenSample(dataset.entities.size, VALUES_LOOKED_AT)) {
    const { properties } = dataset.entities.entity(ordinal);
    for (const { id, own } of used)
      appendAll(own, (Object.hasOwn(properties, id) ? (properties[id] ?? []) : []).map(valueText));
  }
  return used.map(({ id, own }) => ({ id, form: valueFormOf(own) }));
}

/** Entities of the dataset with others of their type that are found by their names. */
async function nearPairs(
  { entities }: Dataset,
  comparer: CandidateComparer,
  ask: AskService,
  most: number,
): Promise<{ readonly nearPairs: readonly NearPair[]; readonly nearSampled: number }> {
  const sampled = evenSample(entities.size, most);
  const answers = await ask(
    sampled.map((ordinal) => ({
      text: entities.nameOf(ordinal),
      types: entities.typesOf(ordinal).slice(0, 1),
      typeMode: 'any',
      properties: [],
      limit: NEIGHBOURS,
    })),
  );
  const pairs = sampled.flatMap((ordinal, at) => {
    const row = comparer.rowOf(ordinal);
    return (answers[at] ?? []).flatMap(({ id, score }): readonly NearPair[] => {
      const other = entities.ordinalOf(id);
      return other === ordinal || other < 0
        ? []
        : [{ nameLevel: nameLevelOf(score), levels: comparer.levels(row, other) }];
    });
  });
  return { nearPairs: pairs, nearSampled: sampled.length };
}

/** The entity of a pair. The same every time: multiples of a large prime stand for chance. */
function randomOrdinal(pair: number, rows: number, entities: number): number {
  const PRIME = 15_485_863;
  return (pair * PRIME + Math.floor(pair / rows)) % entities;
}

/** Rows and entities that have nothing to do with each other. */
async function randomPairs(
  rows: readonly AskedRow[],
  comparer: CandidateComparer,
  entities: number,
): Promise<readonly Uint8Array[]> {
  const pairs: Uint8Array[] = [];
  for (let i = 0; i < RANDOM_PAIRS; i++) {
    const row = rows[i % rows.length] ?? { text: '', values: [] };
    pairs.push(comparer.levels(row, randomOrdinal(i, rows.length, entities)));
    if (i % (10 * ROWS_IN_ONE_BREATH) === 0) await breathe();
  }
  return pairs;
}
