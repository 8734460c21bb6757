/*
 * Fifty datasets of 1,000 to 200,000 entities in one process, a broken one among them, beside the largest of them alone; over HTTP on the built executable (npm run build):
 *
 *   npx tsx bench/many-datasets.ts [--seconds 15] [--json bench/records/NAME.json] [--program dist/main.js] [--port 8130]
 *
 * docs/performance.md says what is measured.
 */
import { appendFileSync, createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { DAMAGE_KINDS, damageName } from './damage-names.js';
import { quantile, type Figure } from './figure.js';
import { generateEntities } from './generate-entities.js';
import { batchRequests, runLoad, type Load, type LoadRequest } from './run-load.js';
import { seededRandom } from './seeded-random.js';
import { exchange, startServed, type ServedProcess } from './served-process.js';
import { writeRecord } from './write-record.js';

/** Entities of each dataset: many small ones, few large ones. */
const SIZES = [
  ...Array.from({ length: 20 }, () => 1_000),
  ...Array.from({ length: 15 }, () => 4_000),
  ...Array.from({ length: 10 }, () => 15_000),
  ...Array.from({ length: 4 }, () => 37_500),
  200_000,
];
const LARGEST = SIZES.length - 1;
const NAMES_OF_EACH = 200;
const MB = 1024 * 1024;
const SETTLING_MS = 3_000;
const CLIENTS = 4;
const BATCH = 10;
const RELOADED_WITHIN_MS = 180_000;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '15' },
    json: { type: 'string' },
    program: { type: 'string', default: 'dist/main.js' },
    port: { type: 'string', default: '8130' },
  },
});
const seconds = Number(values.seconds);
const port = Number(values.port);
const entities = SIZES.reduce((sum, size) => sum + size, 0);
const before = loadavg()[0] ?? 0;
const figures: Figure[] = [];
const folder = mkdtempSync(join(tmpdir(), 'sameas-many-'));
try {
  const lists = await Promise.all(SIZES.map(writeList));
  const broken = join(folder, 'broken.csv');
  writeFileSync(broken, '');
  await measureMany(
    [...lists.map(({ file }) => file), broken],
    lists.map(({ path, names }) => batchesAt(`/${path}/`, names)),
  );
  await measureAlone(lists[LARGEST] ?? { path: '', file: '', names: [] });
} finally {
  rmSync(folder, { recursive: true });
}

async function measureMany(files: readonly string[], requests: readonly (readonly LoadRequest[])[]): Promise<void> {
  const served = await startServed(values.program, ['--each', ...files, '--watch', 'on'], port);
  try {
    note('fifty/readyMs', served.readyMs);
    await sleep(SETTLING_MS);
    note('fifty/residentMB', served.residentBytes() / MB);
    const health = await exchange(new Agent(), port, '/health');
    if (!health.body.includes('"dataset":"broken"'))
      throw new Error(`the broken dataset is not reported: ${health.body}`);
    noteLoad('fifty/each in turn', await runLoad(port, inTurn(requests), CLIENTS, seconds));
    noteLoad('fifty/the largest', await runLoad(port, requests[LARGEST] ?? [], CLIENTS, seconds));
    note('fifty/residentAfterLoadMB', served.residentBytes() / MB);
    await measureReload(served, inTurn(requests.slice(0, LARGEST)));
  } finally {
    await served.stop();
  }
}

/** The file of the largest dataset changes while all others are asked: no request fails, until the new entity is found. */
async function measureReload(served: ServedProcess, others: readonly LoadRequest[]): Promise<void> {
  const began = performance.now();
  appendFileSync(join(folder, listName(LARGEST)), 'new,Qzyxwvonia\n');
  const asked: number[] = [];
  for (;;) {
    const load = await runLoad(port, others, CLIENTS, 2);
    asked.push(...load.latenciesMs);
    const { body } = await exchange(new Agent(), port, `/list-${String(LARGEST)}/suggest/entity?prefix=qzyxwv`);
    if (body.includes('"new"')) break;
    if (performance.now() - began > RELOADED_WITHIN_MS) throw new Error('the change was not seen in time');
  }
  note('reload of the largest/seenAfterMs', performance.now() - began);
  note('reload of the largest/peakResidentMB', served.peakResidentBytes() / MB);
  const sorted = asked.sort((a, b) => a - b);
  note('reload of the largest/others p50Ms', quantile(sorted, 0.5));
  note('reload of the largest/others p99Ms', quantile(sorted, 0.99));
}

async function measureAlone({ file, names }: List): Promise<void> {
  const served = await startServed(values.program, [file], port);
  try {
    note('the largest alone/readyMs', served.readyMs);
    await sleep(SETTLING_MS);
    note('the largest alone/residentMB', served.residentBytes() / MB);
    noteLoad('the largest alone', await runLoad(port, batchesAt('/', names), CLIENTS, seconds));
    note('the largest alone/residentAfterLoadMB', served.residentBytes() / MB);
  } finally {
    await served.stop();
  }
}

interface List {
  readonly path: string;
  readonly file: string;
  /** Damaged names of some of its entities. */
  readonly names: readonly string[];
}

function listName(place: number): string {
  return `list-${String(place)}.csv`;
}

async function writeList(size: number, place: number): Promise<List> {
  const file = join(folder, listName(place));
  const output = createWriteStream(file);
  output.write('id,name\n');
  const random = seededRandom(place + 1);
  const names: string[] = [];
  for (const { id, name } of generateEntities(size, place + 1)) {
    output.write(`${id},"${name.replaceAll('"', '""')}"\n`);
    if (names.length < NAMES_OF_EACH && random.chance((2 * NAMES_OF_EACH) / size))
      names.push(damageName(name, random.pick(DAMAGE_KINDS), random) ?? name);
  }
  output.end();
  await finished(output);
  return { path: `list-${String(place)}`, file, names };
}

function batchesAt(path: string, names: readonly string[]): readonly LoadRequest[] {
  return batchRequests(names, BATCH).map((request) => ({ ...request, path }));
}

/** The first batch of each, then the second of each … */
function inTurn(requests: readonly (readonly LoadRequest[])[]): readonly LoadRequest[] {
  const longest = Math.max(...requests.map((own) => own.length));
  return Array.from({ length: longest }, (_, place) => requests.flatMap((own) => own[place] ?? [])).flat();
}

function noteLoad(name: string, { requests, latenciesMs, seconds: took }: Load): void {
  note(`${name}/queriesPerSecond`, (requests * BATCH) / took);
  note(`${name}/p50Ms`, quantile(latenciesMs, 0.5));
  note(`${name}/p99Ms`, quantile(latenciesMs, 0.99));
}

function note(name: string, value: number): void {
  figures.push({ entities, name: `many datasets/${name}`, value: Number(value.toPrecision(4)) });
  console.log(`${name.padEnd(56)} ${value.toPrecision(4)}`);
  if (values.json !== undefined) writeRecord(values.json, values.program, before, figures);
}
