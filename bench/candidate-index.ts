/*
 * Compares the candidate indexes on folders with gold answers, each in a state of its own:
 *
 *   node --expose-gc --import tsx bench/candidate-index.ts FOLDER… [--sample 400]
 *
 * A folder holds entities.csv, queries.csv and meta.json. For each index the table says how long it takes to be ready for its first query, what it takes of the heap, how long a
 * retrieval takes in milliseconds of processor time, and how often the right entity is first and among ten when everything behind the index is the same.
 */
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { countQuery, figuresOf, noCounts } from '../src/evaluation/quality-counts.js';
import { NO_DEADLINE } from '../src/foundation/deadline.js';
import type { DatasetSnapshot } from '../src/scoring/snapshot.js';
import { reconcile } from '../src/scoring/reconcile.js';
import type { CandidateIndex } from '../src/search/candidate-index.js';
import { attachIndexes } from '../src/search/choose-candidate-index.js';
import { imageOf } from '../src/assembly/snapshot-image.js';
import { analyseLabel } from '../src/text/analyse-label.js';
import { loadBenchmark, queryOf, readQueries, waysToAsk, type GoldQuery } from './quality/measure-quality.js';

const WANTED = 40;
const MEGABYTE = 1024 * 1024;

const { positionals: folders, values } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string', default: '0' } },
});

console.log('| list | names | index | ready ms | MB | mean ms | p50 | p95 | p99 | R@1 | R@10 | with properties |');
console.log('|---|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|---|');
for (const folder of folders) await measureFolder(folder);

async function measureFolder(folder: string): Promise<void> {
  const compiled = await loadBenchmark(folder);
  const queries = evenly(readQueries(folder), Number(values.sample));
  measure(basename(folder), 'compiled', compiled, queries);
  const before = heapBytes();
  const start = performance.now();
  const { candidateIndex: index } = attachIndexes(imageOf(compiled).sections, 'minisearch');
  index.retrieve({ label: analyseLabel('a'), wanted: WANTED, deadline: NO_DEADLINE });
  const readyMs = performance.now() - start;
  measure(basename(folder), 'MiniSearch', { ...compiled, candidateIndex: index }, queries, {
    readyMs,
    megabytes: (heapBytes() - before) / MEGABYTE,
  });
}

function measure(
  list: string,
  name: string,
  snapshot: DatasetSnapshot,
  queries: readonly GoldQuery[],
  ready?: { readonly readyMs: number; readonly megabytes: number },
): void {
  const { mean, at } = timesOf(snapshot.candidateIndex, queries);
  const [alone, withProperties] = waysToAsk(queries).map((asked) => {
    const counts = noCounts();
    for (const gold of queries) {
      const outcome = reconcile(snapshot, queryOf(gold, asked), NO_DEADLINE);
      const candidates = outcome.kind === 'answered' ? outcome.candidates : [];
      countQuery(counts, {
        hasAnswer: gold.right.size > 0,
        place: candidates.findIndex(({ id }) => gold.right.has(id)),
        matched: candidates[0]?.match === true,
      });
    }
    return figuresOf(counts);
  });
  const share = (value: number | undefined): string => (value === undefined ? '' : value.toFixed(4));
  console.log(
    `| ${list} | ${String(snapshot.candidateIndex.labels.rowCount)} | ${name} | ${ready?.readyMs.toFixed(0) ?? ''} | ${ready?.megabytes.toFixed(1) ?? ''} | ${[mean, at(0.5), at(0.95), at(0.99)].map((ms) => ms.toFixed(2)).join(' | ')} | ${share(alone?.hitAt1)} | ${share(alone?.hitAt10)} | ${share(withProperties?.hitAt1)} ${share(withProperties?.hitAt10)} |`,
  );
}

/** Milliseconds of processor time of a retrieval. */
function timesOf(
  index: CandidateIndex,
  queries: readonly GoldQuery[],
): { readonly mean: number; readonly at: (quantile: number) => number } {
  const labels = queries.map(({ text }) => analyseLabel(text));
  const retrieve = (label: ReturnType<typeof analyseLabel>): unknown =>
    index.retrieve({ label, wanted: WANTED, deadline: NO_DEADLINE });
  labels.slice(0, 200).forEach(retrieve);
  const times = labels
    .map((label) => {
      const before = process.cpuUsage();
      retrieve(label);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    })
    .sort((a, b) => a - b);
  return {
    mean: times.reduce((sum, time) => sum + time, 0) / Math.max(1, times.length),
    at: (quantile) => times[Math.min(times.length - 1, Math.floor(times.length * quantile))] ?? 0,
  };
}

function evenly<T>(all: readonly T[], sample: number): readonly T[] {
  if (sample === 0 || all.length <= sample) return all;
  return all.filter((_, i) => Math.floor((i * sample) / all.length) !== Math.floor(((i - 1) * sample) / all.length));
}

function heapBytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
