import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { analyseLabel } from '../src/text/analyse-label.js';
import { seededRandom } from './seeded-random.js';
import type { BenchQuery, Workload } from './make-workload.js';
import { quantile } from './figure.js';
import { batchRequests, runLoad, type LoadRequest } from './run-load.js';
import { buildIndex, exchange, startServed, type ServedProcess } from './served-process.js';

/*
 * What is measured from outside, over HTTP on loopback, on the real executable. Client and service share the machine:
 * what the client costs is part of every figure.
 */

export type Note = (name: string, value: number) => void;

export interface Measurement {
  readonly program: string;
  readonly port: number;
  readonly workload: Workload;
  readonly seconds: number;
  readonly note: Note;
}

const SETTLING_MS = 3000;
const RELOADED_WITHIN_MS = 120_000;
const MB = 1024 * 1024;

/** Starts from the source file and from a built index, and memory without work. */
export async function measureBuild({ program, port, workload, note }: Measurement): Promise<void> {
  const fromSource = await startServed(program, workload.file, port);
  note('build/readyFromSourceMs', fromSource.readyMs);
  await sleep(SETTLING_MS);
  note('build/residentMB', fromSource.residentBytes() / MB);
  note('build/peakResidentMB', fromSource.peakResidentBytes() / MB);
  note('build/residentBytesPerEntity', fromSource.residentBytes() / workload.entities);
  await measureMemoryUnderLoad(fromSource, workload, 'build/residentAfterLoadMB', note);
  await fromSource.stop();
  const folder = mkdtempSync(join(tmpdir(), 'sameas-bench-index-'));
  try {
    buildIndex(program, workload.file, folder);
    const fromIndex = await startServed(program, folder, port);
    note('index/readyMs', fromIndex.readyMs);
    await sleep(SETTLING_MS);
    note('index/residentMB', fromIndex.residentBytes() / MB);
    await measureMemoryUnderLoad(fromIndex, workload, 'index/residentAfterLoadMB', note);
    await fromIndex.stop();
  } finally {
    if (existsSync(folder)) rmSync(folder, { recursive: true });
  }
}

async function measureMemoryUnderLoad(
  served: ServedProcess,
  workload: Workload,
  name: string,
  note: Note,
): Promise<void> {
  await runLoad(served.port, batchRequests(texts(workload.mixed), 50), 4, 4);
  note(name, served.residentBytes() / MB);
}

/** Queries a second and latency of batches, mixed and clean, alone and four at once. */
export async function measureBatches(served: ServedProcess, { workload, seconds, note }: Measurement): Promise<void> {
  await runLoad(served.port, batchRequests(texts(workload.mixed), 50), 4, seconds); // compiled code, not the first calls
  for (const [mix, queries] of [
    ['mixed', workload.mixed],
    ['clean', workload.clean],
  ] as const) {
    for (const size of [50, 10, 1]) {
      for (const inFlight of [1, 4]) {
        const load = await runLoad(served.port, batchRequests(texts(queries), size), inFlight, seconds);
        const name = `batches/${String(size)} ${mix} x${String(inFlight)}`;
        note(`${name}/queriesPerSecond`, (load.requests * size) / load.seconds);
        note(`${name}/p50Ms`, quantile(load.latenciesMs, 0.5));
        note(`${name}/p99Ms`, quantile(load.latenciesMs, 0.99));
      }
    }
  }
  note('batches/residentAfterLoadMB', served.residentBytes() / MB);
}

/** Recall through the service: a hit is a candidate among ten whose folded name is that of the target. */
export async function measureRecall(served: ServedProcess, { workload, note }: Measurement): Promise<void> {
  const sample = workload.mixed.slice(0, 2000);
  const hits = await hitsOfService(served, sample);
  note('recall/at10', share(hits));
  for (const kind of new Set(sample.map((query) => query.kind))) {
    note(`recall/at10 ${kind}`, share(hits.filter((_, i) => sample[i]?.kind === kind)));
  }
}

/** Whether each query finds its target, in the order of the queries. */
export async function hitsOfService(served: ServedProcess, queries: readonly BenchQuery[]): Promise<boolean[]> {
  const agent = new Agent({ keepAlive: true });
  const hits: boolean[] = [];
  const size = 50;
  for (let at = 0; at < queries.length; at += size) {
    const slice = queries.slice(at, at + size);
    const [sent] = batchRequests(texts(slice), slice.length);
    const { body } = await exchange(agent, served.port, '/', sent?.form);
    // The service answers as its protocol says; an answer of another shape ends the run here.
    const answers = JSON.parse(body) as Record<string, { result: { name: string }[] }>;
    slice.forEach(({ target }, i) => {
      hits.push(
        answers[`q${String(i)}`]?.result.slice(0, 10).some(({ name }) => analyseLabel(name).folded === target) ?? false,
      );
    });
  }
  agent.destroy();
  return hits;
}

/** Suggest by length of what was typed, and flyouts; with nothing else to do, and while batches run. */
export async function measureSuggest(served: ServedProcess, { workload, seconds, note }: Measurement): Promise<void> {
  const random = seededRandom(99);
  const names = Array.from({ length: 2000 }, () => random.pick(workload.names));
  const prefixes: [string, string[]][] = [1, 2, 3, 5, 8].map((length) => [
    `prefix ${String(length)}`,
    names.map((name) => name.slice(0, length)),
  ]);
  prefixes.push([
    'word and 2',
    names.filter((name) => name.includes(' ')).map((name) => name.slice(0, name.indexOf(' ') + 3)),
  ]);
  const kinds: [string, LoadRequest[]][] = prefixes.map(([name, list]) => [
    name,
    list.map((prefix) => ({ path: `/private/suggest?prefix=${encodeURIComponent(prefix)}` })),
  ]);
  kinds.push(['flyout', names.map((_, i) => ({ path: `/private/flyout?id=p${String(i * 3)}` }))]);
  const each = Math.min(1, seconds / 3);
  const run = async (state: string): Promise<void> => {
    for (const [kind, requests] of kinds) {
      const { latenciesMs } = await runLoad(served.port, requests, 1, each);
      note(`suggest/${kind} ${state}/p50Ms`, quantile(latenciesMs, 0.5));
      note(`suggest/${kind} ${state}/p99Ms`, quantile(latenciesMs, 0.99));
    }
  };
  await run('idle');
  const batches = runLoad(served.port, batchRequests(texts(workload.mixed), 50), 2, each * kinds.length);
  await run('busy');
  await batches;
}

/** How late the event loop of the thread that serves HTTP is: while batches run, and while the data is read again too. */
export async function measureEventLoop(served: ServedProcess, { workload, seconds, note }: Measurement): Promise<void> {
  const requests = batchRequests(texts(workload.mixed), 50);
  await served.eventLoopDelay();
  await runLoad(served.port, requests, 4, seconds);
  const batches = await served.eventLoopDelay();
  note('event loop/batches/p99Ms', batches.p99);
  note('event loop/batches/maxMs', batches.max);
  const before = await loadsOf(served);
  const start = performance.now();
  served.reload();
  // Stretch by stretch, until the service says that it has read the data again.
  while ((await loadsOf(served)) === before) {
    if (performance.now() - start > RELOADED_WITHIN_MS) throw new Error('the reload did not end in time');
    await runLoad(served.port, requests, 1, 0.5);
  }
  note('event loop/reload/tookMs', performance.now() - start);
  const reload = await served.eventLoopDelay();
  note('event loop/reload/p99Ms', reload.p99);
  note('event loop/reload/maxMs', reload.max);
  note('event loop/reload/peakResidentMB', served.peakResidentBytes() / MB);
}

/** Loads of the dataset that ended well, by the service's own count. */
async function loadsOf({ port }: ServedProcess): Promise<number> {
  const { body } = await exchange(new Agent(), port, '/metrics');
  const count = /^sameas_dataset_loads_total\{outcome="ready"\} (\d+)/m.exec(body)?.[1];
  if (count === undefined) throw new Error('/metrics does not count loads');
  return Number(count);
}

export function texts(queries: readonly BenchQuery[]): string[] {
  return queries.map((query) => query.text);
}

export function share(hits: readonly boolean[]): number {
  return hits.length === 0 ? 0 : hits.filter(Boolean).length / hits.length;
}
