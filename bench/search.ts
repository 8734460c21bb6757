import { existsSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { gunzipSync } from 'node:zlib';
import MiniSearch from 'minisearch';
import type { EntityStore } from '../src/entities/entity-store.js';
import { attachEntityStore, PackedEntityStoreBuilder } from '../src/entities/packed-entity-store.js';
import { NO_DEADLINE } from '../src/foundation/deadline.js';
import { attachCandidateIndex } from '../src/search/choose-candidate-index.js';
import { attachPrefixIndex } from '../src/search/attach-prefix-index.js';
import { buildSearchSections } from '../src/search/build-search-index.js';
import type { CandidateIndex } from '../src/search/candidate-index.js';
import { analyseLabel } from '../src/text/analyse-label.js';
import { DAMAGE_KINDS, damageName, type DamageKind } from './damage-names.js';
import { generateEntities } from './generate-entities.js';
import { seededRandom } from './seeded-random.js';

/*
 * Search alone, without scoring and HTTP: `npx tsx bench/search.ts [10000 140000 1000000] [--queries 200] [--stock]`.
 * Prints one block for each size: build, bytes, queries a second, recall by kind of damage, cost, suggest latency; with
 * --stock also the ratio to MiniSearch's own search() over the same labels, in the same run.
 * Recall@n: a row with the folded form of the name that was damaged is among the first n rows.
 */

interface DamagedQuery {
  readonly text: string;
  readonly kind: DamageKind;
  readonly target: string;
}

const WANTED = 40;

function main(): void {
  const numbers = process.argv
    .slice(2)
    .filter((argument) => /^\d+$/.test(argument))
    .map(Number);
  const perKind = numberAfter('--queries') ?? 100;
  const sizes = numbers.filter((number) => number !== numberAfter('--queries'));
  console.log(`${cpus()[0]?.model ?? ''}, ${String(cpus().length)} cores, Node ${process.version}`);
  for (const size of sizes.length > 0 ? sizes : [10_000, 140_000, 1_000_000]) benchSize(size, perKind);
}

function numberAfter(flag: string): number | undefined {
  const at = process.argv.indexOf(flag);
  return at < 0 ? undefined : Number(process.argv[at + 1]);
}

function benchSize(size: number, perKind: number): void {
  const entities = storeOf(size);
  const cpuBefore = cpuMs();
  const start = performance.now();
  const sections = buildSearchSections(entities);
  const buildMs = performance.now() - start;
  let bytes = 0;
  for (const array of sections.values()) bytes += array.byteLength;
  const index = attachCandidateIndex(sections);
  console.log(`\n${size.toLocaleString('en')} entities, ${index.labels.rowCount.toLocaleString('en')} labels`);
  console.log(
    `build ${buildMs.toFixed(0)} ms (cpu ${(cpuMs() - cpuBefore).toFixed(0)} ms), ${(bytes / size).toFixed(0)} bytes an entity`,
  );
  if (process.argv.includes('--sections')) {
    for (const [name, array] of sections) console.log(`  ${name} ${(array.byteLength / size).toFixed(1)}`);
  }
  const queries = damagedQueries(entities, perKind, 4711);
  benchRetrieval(index, queries);
  if (process.argv.includes('--stock')) benchStock(index, queries.slice(0, 200));
  benchSuggest(attachPrefixIndex(sections), entities);
}

function storeOf(size: number): EntityStore {
  const builder = new PackedEntityStoreBuilder();
  const places = new URL('../data/world-places.jsonl.gz', import.meta.url);
  let count = 0;
  if (existsSync(places)) {
    const lines = gunzipSync(readFileSync(places)).toString('utf8').split('\n');
    // Real names are at most half, so that every size has all kinds.
    const step = Math.max(1, Math.ceil(lines.length / (size / 2)));
    for (let i = 0; i < lines.length; i += step) {
      const name = nameIn(lines[i] ?? '');
      if (name === undefined) continue;
      builder.add({
        id: `w${String(count++)}`,
        name,
        aliases: [],
        types: ['place'],
        properties: {},
        prominence: lines.length - i,
      });
    }
  }
  for (const entity of generateEntities(size - count, 1)) builder.add(entity);
  return attachEntityStore(builder.finish());
}

function nameIn(line: string): string | undefined {
  if (line === '') return undefined;
  const record: unknown = JSON.parse(line);
  if (typeof record !== 'object' || record === null || !('name' in record)) return undefined;
  return typeof record.name === 'string' && record.name.trim() !== '' ? record.name : undefined;
}

function damagedQueries(entities: EntityStore, perKind: number, seed: number): DamagedQuery[] {
  const random = seededRandom(seed);
  const queries: DamagedQuery[] = [];
  for (const kind of DAMAGE_KINDS) {
    for (let made = 0, tries = 0; made < perKind && tries < perKind * 100; tries++) {
      const name = entities.nameOf(random.below(entities.size));
      const target = analyseLabel(name).folded;
      if (target.length < 5 || !/^[\p{Script=Latin}\p{N}\p{P}\p{Z}&+]+$/u.test(name)) continue;
      const text = damageName(name, kind, random);
      if (text === undefined) continue;
      queries.push({ text, kind, target });
      made++;
    }
  }
  return queries;
}

function benchRetrieval(index: CandidateIndex, queries: readonly DamagedQuery[]): void {
  const analysed = queries.map((query) => analyseLabel(query.text));
  const retrieve = (i: number): ReturnType<CandidateIndex['retrieve']> =>
    index.retrieve({ label: analysed[i] ?? analyseLabel(''), wanted: WANTED, deadline: NO_DEADLINE });
  for (let i = 0; i < queries.length; i++) retrieve(i); // warm
  const byKind = new Map<
    DamageKind,
    { n: number; at1: number; at10: number; at40: number; ms: number; postings: number; second: number }
  >();
  const times: number[] = [];
  for (const [i, query] of queries.entries()) {
    const start = performance.now();
    const { labels, statistics } = retrieve(i);
    const ms = performance.now() - start;
    times.push(ms);
    const place = labels.findIndex((label) => index.labels.foldedOf(label.row) === query.target);
    const sum = byKind.get(query.kind) ?? { n: 0, at1: 0, at10: 0, at40: 0, ms: 0, postings: 0, second: 0 };
    sum.n++;
    sum.ms += ms;
    sum.postings += statistics.postingsVisited;
    if (statistics.secondPhase) sum.second++;
    if (place === 0) sum.at1++;
    if (place >= 0 && place < 10) sum.at10++;
    if (place >= 0) sum.at40++;
    else if (process.argv.includes('--misses'))
      console.log(
        `  missed ${query.kind}: ${query.text} ← ${query.target}; first: ${labels
          .slice(0, 2)
          .map((label) => index.labels.foldedOf(label.row))
          .join(' | ')}`,
      );
    byKind.set(query.kind, sum);
  }
  const all = { n: 0, at1: 0, at10: 0, at40: 0, ms: 0, postings: 0, second: 0 };
  for (const sum of byKind.values())
    for (const key of ['n', 'at1', 'at10', 'at40', 'ms', 'postings', 'second'] as const) all[key] += sum[key];
  console.log('kind              r@1   r@10  r@40  mean µs  postings  2nd phase');
  for (const [kind, sum] of [...byKind, ['all', all] as const]) {
    const share = (value: number): string => (value / sum.n).toFixed(3);
    console.log(
      `${kind.padEnd(16)} ${share(sum.at1)} ${share(sum.at10)} ${share(sum.at40)} ${((1000 * sum.ms) / sum.n).toFixed(0).padStart(7)} ${(sum.postings / sum.n).toFixed(0).padStart(9)} ${share(sum.second).padStart(8)}`,
    );
  }
  const cpuBefore = cpuMs();
  for (let round = 0; round < 3; round++) for (let i = 0; i < queries.length; i++) retrieve(i);
  const cpuPerQuery = (cpuMs() - cpuBefore) / (3 * queries.length);
  times.sort((a, b) => a - b);
  console.log(
    `${((1000 * all.n) / all.ms).toFixed(0)} queries/s (${(1000 / cpuPerQuery).toFixed(0)} by processor time), p50 ${at(times, 0.5).toFixed(2)} ms, p99 ${at(times, 0.99).toFixed(2)} ms`,
  );
}

function benchStock(index: CandidateIndex, queries: readonly DamagedQuery[]): void {
  const stock = new MiniSearch({ fields: ['label'], tokenize: (text) => text.split(' '), processTerm: (term) => term });
  for (let row = 0; row < index.labels.rowCount; row++) stock.add({ id: row, label: index.labels.foldedOf(row) });
  const time = (answer: (query: DamagedQuery) => void): number => {
    const start = performance.now();
    for (const query of queries) answer(query);
    return performance.now() - start;
  };
  const stockMs = time(({ text }) =>
    stock.search(analyseLabel(text).folded, {
      fuzzy: 0.2,
      maxFuzzy: 2,
      prefix: (_term, i, terms) => i === terms.length - 1,
    }),
  );
  const ours = time(({ text }) => index.retrieve({ label: analyseLabel(text), wanted: WANTED, deadline: NO_DEADLINE }));
  console.log(
    `stock search ${((1000 * queries.length) / stockMs).toFixed(1)} queries/s: ratio ${(stockMs / ours).toFixed(0)}`,
  );
}

function benchSuggest(index: ReturnType<typeof attachPrefixIndex>, entities: EntityStore): void {
  const random = seededRandom(99);
  console.log('prefix length     p50 µs    p99 µs   typo p99 µs');
  for (const length of [0, 1, 2, 3, 5, 8, 14]) {
    const times: number[] = [];
    const typoTimes: number[] = [];
    for (let i = 0; i < 500; i++) {
      const prefix = entities.nameOf(random.below(entities.size)).slice(0, length);
      let start = performance.now();
      index.complete({ prefix, limit: 10, offset: 0 });
      times.push(performance.now() - start);
      start = performance.now();
      index.completeNearly({ prefix, limit: 10, offset: 0 });
      typoTimes.push(performance.now() - start);
    }
    for (const list of [times, typoTimes]) list.sort((a, b) => a - b);
    console.log(
      `${String(length).padEnd(14)} ${(at(times, 0.5) * 1000).toFixed(0).padStart(9)} ${(at(times, 0.99) * 1000).toFixed(0).padStart(9)} ${(at(typoTimes, 0.99) * 1000).toFixed(0).padStart(9)}`,
    );
  }
}

function at(sorted: readonly number[], quantile: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * quantile))] ?? 0;
}

function cpuMs(): number {
  const usage = process.cpuUsage();
  return (usage.user + usage.system) / 1000;
}

main();
