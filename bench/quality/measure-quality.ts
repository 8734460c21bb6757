import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { attachSnapshot } from '../../src/assembly/snapshot-image.js';
import { buildSnapshot } from '../../src/assembly/build-snapshot.js';
import { countQuery, noCounts, type QualityCounts } from '../../src/evaluation/quality-counts.js';
import { NO_DEADLINE } from '../../src/foundation/deadline.js';
import { isJsonObject } from '../../src/foundation/is-json-object.js';
import type { DatasetSnapshot } from '../../src/scoring/snapshot.js';
import { reconcile } from '../../src/scoring/reconcile.js';
import type { Candidate } from '../../src/scoring/candidate.js';
import type { ReconciliationQuery } from '../../src/scoring/query.js';
import { lossOf } from './guard.js';

/** One query of a benchmark with its right answers; none when the right entity is not in the list. */
export interface GoldQuery {
  readonly text: string;
  readonly type: string;
  readonly subset: string;
  readonly right: ReadonlySet<string>;
  /** Property id → value to send. */
  readonly properties: Readonly<Record<string, string>>;
}

export interface QualityRun {
  readonly total: QualityCounts;
  readonly subsets: ReadonlyMap<string, QualityCounts>;
  /** Sum over all queries of the logarithmic loss of the probability that the first candidate is right. */
  readonly loss: number;
  /** Microseconds of processor time a query, retrieval and scoring together. */
  readonly cpuUsPerQuery: number;
}

/** The snapshot over `entities.csv` of a benchmark folder, loaded without any configuration, as `sameas serve` would. */
export async function loadBenchmark(folder: string): Promise<DatasetSnapshot> {
  return attachSnapshot(await buildSnapshot({ files: [join(folder, 'entities.csv')] }));
}

/** The queries of a benchmark folder: `queries.csv`, with the columns that `meta.json` maps to properties. */
export function readQueries(folder: string): readonly GoldQuery[] {
  const rows: unknown = parse(readFileSync(join(folder, 'queries.csv'), 'utf8'), { columns: true });
  const meta: unknown = JSON.parse(readFileSync(join(folder, 'meta.json'), 'utf8'));
  const mapping = isJsonObject(meta) && isJsonObject(meta['property_mapping']) ? meta['property_mapping'] : {};
  return (Array.isArray(rows) ? rows : []).filter(isJsonObject).map((row) => {
    const cell = (column: string): string => (typeof row[column] === 'string' ? row[column] : '');
    const properties: Record<string, string> = {};
    for (const [column, property] of Object.entries(mapping))
      if (typeof property === 'string' && cell(column) !== '') properties[property] = cell(column);
    return {
      text: cell('query'),
      type: cell('type'),
      subset: cell('subset'),
      right: new Set(
        cell('gold_id')
          .split('|')
          .filter((id) => id !== ''),
      ),
      properties,
    };
  });
}

/** What is sent of a query. */
export type Asked = 'name alone' | 'with properties';

/** The ways in which queries can be asked: with their properties only where any has one. */
export function waysToAsk(queries: readonly GoldQuery[]): readonly Asked[] {
  return queries.some(({ properties }) => Object.keys(properties).length > 0)
    ? ['name alone', 'with properties']
    : ['name alone'];
}

/** The query that a client would send: the type as a filter, ten candidates. */
export function queryOf(gold: GoldQuery, asked: Asked): ReconciliationQuery {
  return {
    text: gold.text,
    types: gold.type === '' ? [] : [gold.type],
    typeMode: 'any',
    properties:
      asked === 'with properties'
        ? Object.entries(gold.properties).map(([property, value]) => ({ property, values: [value] }))
        : [],
    limit: 10,
  };
}

/** Asks all queries, and counts. */
export function measureQuality(snapshot: DatasetSnapshot, queries: readonly GoldQuery[], asked: Asked): QualityRun {
  const total = noCounts();
  const subsets = new Map<string, QualityCounts>();
  let loss = 0;
  const start = process.cpuUsage();
  for (const gold of queries) {
    const outcome = reconcile(snapshot, queryOf(gold, asked), NO_DEADLINE);
    const candidates = outcome.kind === 'answered' ? outcome.candidates : [];
    let subset = subsets.get(gold.subset);
    if (subset === undefined) {
      subset = noCounts();
      subsets.set(gold.subset, subset);
    }
    const place = candidates.findIndex(({ id }) => gold.right.has(id));
    loss += lossOf(probabilityOf(candidates[0]), place === 0);
    for (const counts of [total, subset])
      countQuery(counts, { hasAnswer: gold.right.size > 0, place, matched: candidates[0]?.match === true });
  }
  const used = process.cpuUsage(start);
  return { total, subsets, loss, cpuUsPerQuery: (used.user + used.system) / Math.max(1, queries.length) };
}

function probabilityOf(candidate: Candidate | undefined): number {
  const value = candidate?.features.find(({ id }) => id === 'probability')?.value;
  return typeof value === 'number' ? value : 0;
}
