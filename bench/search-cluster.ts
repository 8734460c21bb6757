/*
 * One dataset of generated names in a search cluster, and the same in memory; over HTTP on the built executable (npm run build). First the file, which is indexed
 * by `sameas index FILE --search-cluster URL --dataset NAME`, then the measurement:
 *
 *   npx tsx bench/search-cluster.ts --entities 1000000 --write FILE
 *   npx tsx bench/search-cluster.ts --entities 1000000 --search-cluster URL --dataset NAME [--node PID …] [--memory FILE] [--seconds 10] [--json bench/records/NAME.json]
 *
 * `--node`: processes of the cluster on this machine, whose processor time and memory are measured. docs/performance.md says what is measured.
 */
import { createWriteStream } from 'node:fs';
import { Agent } from 'node:http';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { Entity } from '../src/entities/entity.js';
import { analyseLabel } from '../src/text/analyse-label.js';
import { DAMAGE_KINDS, damageName } from './damage-names.js';
import { quantile, type Figure } from './figure.js';
import { generateEntities } from './generate-entities.js';
import { batchRequests, runLoad, type LoadRequest } from './run-load.js';
import { seededRandom } from './seeded-random.js';
import { exchange, memoryOf, processorMsOf, startServed, type ServedProcess } from './served-process.js';
import { writeRecord } from './write-record.js';

/** Names are generated in blocks, each from a seed of its own: the stock of words of one block has a bound. */
const BLOCK = 1_000_000;
const FIRST_SEED = 100;
const SAMPLED = 12_000;
const WARMED_UP_BY = 2_000;
const RECALLED = 500;
const MB = 1024 * 1024;
const TYPED = [1, 2, 3, 5, 8];
const BATCHES = [1, 10, 50];
const CLIENTS = [1, 4];

const { values } = parseArgs({
  options: {
    entities: { type: 'string' },
    write: { type: 'string' },
    'search-cluster': { type: 'string' },
    dataset: { type: 'string' },
    node: { type: 'string', multiple: true, default: [] },
    memory: { type: 'string' },
    seconds: { type: 'string', default: '10' },
    json: { type: 'string' },
    program: { type: 'string', default: 'dist/main.js' },
    port: { type: 'string', default: '8140' },
  },
});
const entities = Number(values.entities);
const seconds = Number(values.seconds);
const port = Number(values.port);
const nodes = values.node.map(Number);
const before = loadavg()[0] ?? 0;
const figures: Figure[] = [];

if (values.write !== undefined) await writeFile(values.write);
else await measure();

async function writeFile(path: string): Promise<void> {
  const output = createWriteStream(path);
  output.write('id,name,type\n');
  let lines = '';
  for (const { id, name, types } of entitiesInBlocks()) {
    lines += `${id},"${name.replaceAll('"', '""')}",${types.join('|')}\n`;
    if (lines.length < 1 << 20) continue;
    if (!output.write(lines)) await once(output, 'drain');
    lines = '';
  }
  output.end(lines);
  await finished(output);
}

function* entitiesInBlocks(): Generator<Entity> {
  let made = 0;
  for (let seed = FIRST_SEED; made < entities; seed++) {
    for (const entity of generateEntities(BLOCK, seed)) {
      if (made === entities) return;
      yield { ...entity, id: `q${String(made++)}` };
    }
  }
}

interface Asked {
  readonly text: string;
  /** Folded form of the name that was damaged. */
  readonly target: string;
}

/** A quarter unchanged, the others damaged in all ways; evenly from the whole dataset. */
function sampleNames(): readonly Asked[] {
  const random = seededRandom(20_261_123);
  const every = Math.max(1, Math.floor(entities / SAMPLED));
  const damaged = DAMAGE_KINDS.filter((kind) => kind !== 'exact');
  const asked: Asked[] = [];
  let place = 0;
  for (const { name } of entitiesInBlocks()) {
    if (place++ % every !== 0) continue;
    const target = analyseLabel(name).folded;
    const text =
      target.length >= 5 ? damageName(name, random.chance(0.25) ? 'exact' : random.pick(damaged), random) : undefined;
    if (text !== undefined) asked.push({ text, target });
  }
  // Neighbours in the file share words; requests should not.
  return asked
    .map((each) => ({ each, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ each }) => each);
}

async function measure(): Promise<void> {
  const asked = sampleNames();
  if (values['search-cluster'] !== undefined && values.dataset !== undefined)
    await measureServed(
      'search cluster',
      ['--search-cluster', values['search-cluster'], '--dataset', values.dataset],
      asked,
    );
  if (values.memory !== undefined) await measureServed('search cluster/the same in memory', [values.memory], asked);
}

async function measureServed(part: string, source: readonly string[], asked: readonly Asked[]): Promise<void> {
  const served = await startServed(values.program, source, port);
  const inCluster = part === 'search cluster';
  try {
    note(`${part}/readyMs`, served.readyMs);
    await runLoad(port, batchRequests(textsOf(asked.slice(0, WARMED_UP_BY)), 10), 4, seconds);
    const rest = textsOf(asked.slice(WARMED_UP_BY + RECALLED));
    for (const size of BATCHES)
      for (const clients of CLIENTS)
        await measureBatches(
          `${part}/batches of ${String(size)} x${String(clients)}`,
          served,
          batchRequests(rest, size),
          { size, clients, inCluster },
        );
    for (const letters of TYPED) await measureSuggest(`${part}/suggest, prefix ${String(letters)}`, rest, letters);
    note(`${part}/recall at10`, await recall(asked.slice(WARMED_UP_BY, WARMED_UP_BY + RECALLED)));
    note(`${part}/residentAfterLoadMB`, served.residentBytes() / MB);
    if (inCluster && nodes.length > 0)
      note(`${part}/residentOfNodesMB`, sum(nodes.map((pid) => memoryOf(pid, 'VmRSS'))) / MB);
  } finally {
    await served.stop();
  }
}

async function measureBatches(
  name: string,
  served: ServedProcess,
  requests: readonly LoadRequest[],
  { size, clients, inCluster }: { readonly size: number; readonly clients: number; readonly inCluster: boolean },
): Promise<void> {
  const own = served.processorMs();
  const ofNodes = sum(nodes.map(processorMsOf));
  const load = await runLoad(port, requests, clients, seconds);
  const queries = load.requests * size;
  note(`${name}/queriesPerSecond`, queries / load.seconds);
  note(`${name}/p50Ms`, quantile(load.latenciesMs, 0.5));
  note(`${name}/p99Ms`, quantile(load.latenciesMs, 0.99));
  note(`${name}/processorMsOfAQuery`, (served.processorMs() - own) / queries);
  if (inCluster && nodes.length > 0)
    note(`${name}/processorMsOfAQueryInNodes`, (sum(nodes.map(processorMsOf)) - ofNodes) / queries);
}

/** One client that types the first letters of names, which are in the dataset or nearly. */
async function measureSuggest(name: string, texts: readonly string[], letters: number): Promise<void> {
  const requests = texts.map((text) => ({
    path: `/suggest/entity?prefix=${encodeURIComponent([...text].slice(0, letters).join(''))}`,
  }));
  const load = await runLoad(port, requests, 1, seconds / 2);
  note(`${name}/p50Ms`, quantile(load.latenciesMs, 0.5));
  note(`${name}/p99Ms`, quantile(load.latenciesMs, 0.99));
}

/** The share of queries with the name that was damaged among their ten candidates. */
async function recall(asked: readonly Asked[]): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  let found = 0;
  for (const [place, { form, path }] of batchRequests(textsOf(asked), 1).entries()) {
    const { body } = await exchange(agent, port, path, form);
    const names = [...body.matchAll(/"name":("(?:[^"\\]|\\.)*")/g)].map(
      ([, name]) => analyseLabel(String(JSON.parse(name ?? '""'))).folded,
    );
    if (names.includes(asked[place]?.target ?? '')) found++;
  }
  agent.destroy();
  return found / asked.length;
}

function textsOf(asked: readonly Asked[]): readonly string[] {
  return asked.map(({ text }) => text);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function note(name: string, value: number): void {
  figures.push({ entities, name, value: Number(value.toPrecision(4)) });
  console.log(`${name.padEnd(72)} ${value.toPrecision(4)}`);
  if (values.json !== undefined) writeRecord(values.json, values.program, before, figures);
}
