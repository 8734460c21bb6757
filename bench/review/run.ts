import { fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { damageName, DAMAGE_KINDS } from '../damage-names.js';
import { seededRandom } from '../seeded-random.js';

/*
 * A table of 200,000 rows, against a dataset of 5,000 cities, from the first byte to the last file: sent, matched with what it teaches, filtered, accepted at once, measured and saved in every form. `npx tsx bench/review/run.ts [rows] [program]`
 * prints what each step takes, and the memory of the process.
 */

const ROWS = Number(process.argv[2] ?? 200_000);
const PROGRAM = process.argv[3] ?? 'dist/main.js';
const ENTITIES = 5_000;
const FORMS = ['csv', 'xlsx', 'jsonl', 'sssom', 'openrefine'] as const;

const port = await freePort();
const base = `http://127.0.0.1:${String(port)}`;
const folder = mkdtempSync(join(tmpdir(), 'sameas-long-table-'));
const records = gunzipSync(readFileSync(new URL('../../data/world-places.jsonl.gz', import.meta.url)))
  .toString('utf8')
  .split('\n')
  .filter((line) => line.includes('"type":"City"'));
const places = records.slice(0, ENTITIES).map(
  (line) =>
    JSON.parse(line) as {
      readonly id: string;
      readonly name: string;
      readonly country?: string;
      readonly population?: number;
      readonly timezone?: string;
    },
); // lines of the embedded dataset
writeFileSync(
  join(folder, 'places.csv'),
  `id,name,country,population,timezone\n${places.map(({ id, name, country = '', population = '', timezone = '' }) => `${id},"${name}",${country},${String(population)},${timezone}`).join('\n')}\n`,
);
const child = fork(
  PROGRAM,
  ['serve', join(folder, 'places.csv'), '--port', String(port), '--data-dir', join(folder, 'data')],
  { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
);

try {
  console.log(
    `${String(cpus().length)} processors (${cpus()[0]?.model ?? ''}), ${String(Math.round(totalmem() / 2 ** 30))} GB of memory, Node ${process.version}`,
  );
  while (
    !(await fetch(`${base}/ready`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await sleep(200);
  console.log(`ready: ${megabytes('VmRSS')}`);
  const table = makeTable();
  const run = await timed(`send ${String(ROWS)} rows, ${String(Math.round(table.length / 2 ** 20))} MB`, async () => {
    const form = new FormData();
    form.append('file', new Blob([table]), 'places.csv');
    const answer = await fetch(`${base}/runs`, { method: 'POST', body: form, redirect: 'manual' });
    return answer.headers.get('location') ?? fail(answer);
  });
  await timed('columns and preview', () => page(run));
  await timed('match', async () => {
    await fetch(`${run}/start`, { method: 'POST', redirect: 'manual' });
    while (!(await page(run)).includes('rows are matched')) await sleep(2_000);
  });
  for (const query of [
    '',
    'state=open',
    'state=automatic',
    'reason=ambiguous',
    'state=open&min=20&max=60',
    'reason=implausible',
  ])
    await timed(`table ${query}`, () => page(`${run}/table?part=table&${query}`));
  for (const from of [0, 99_000, 199_000, 50_000])
    await timed(`rows from ${String(from)}`, () =>
      page(`${run}/table?part=rows&from=${String(Math.min(from, ROWS - 100))}&count=120`),
    );
  for (let i = 0; i < 3; i++) await timed('next row to review', () => page(`${run}/review?part=review`));
  await timed('accept from 80 % on', () =>
    fetch(`${run}/bulk`, { method: 'POST', body: new URLSearchParams({ atLeast: '80' }) }).then((answer) =>
      answer.text(),
    ),
  );
  await timed('next row to review', () => page(`${run}/review?part=review`));
  await timed('measure', () => page(`${run}/measure`));
  for (const form of FORMS) {
    const bytes = await timed(`save as ${form}`, async () => (await fetch(`${run}/file?as=${form}`)).arrayBuffer());
    console.log(`  ${String(Math.round(bytes.byteLength / 2 ** 20))} MB`);
  }
} finally {
  child.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}

/** Names of places with their country and population, some damaged as people damage them. */
function makeTable(): string {
  const random = seededRandom(7);
  const lines = Array.from({ length: ROWS }, (_, i) => {
    const { name, country = '', population = 0 } = places[(i * 7919) % places.length] ?? { name: '' };
    const damaged = damageName(name, random.pick(DAMAGE_KINDS), random) ?? name;
    // One in four states no country; populations are those of another year; the time zone is any.
    return `"${damaged.replaceAll('"', '')}",${random.chance(0.25) ? '' : country},${String(Math.round(population * (0.9 + 0.2 * random.next())))},${random.pick(['Europe/Berlin', 'Asia/Tokyo', 'America/Lima'])},shelf ${String(i)}`;
  });
  return `name,country,population,timezone,note\n${lines.join('\n')}\n`;
}

async function timed<Result>(what: string, act: () => Promise<Result>): Promise<Result> {
  // The peak of this step alone.
  writeFileSync(`/proc/${String(child.pid)}/clear_refs`, '5');
  const start = performance.now();
  const result = await act();
  console.log(
    `${what}: ${((performance.now() - start) / 1000).toFixed(2)} s, ${megabytes('VmRSS')}, ${megabytes('VmHWM')} at most`,
  );
  return result;
}

async function page(address: string): Promise<string> {
  const answer = await fetch(address, { headers: { Accept: 'text/html' } });
  return answer.ok ? answer.text() : fail(answer);
}

async function fail(answer: Response): Promise<never> {
  throw new Error(`${answer.url}: ${String(answer.status)} ${(await answer.text()).slice(0, 500)}`);
}

function megabytes(field: 'VmRSS' | 'VmHWM'): string {
  const kilobytes = Number(
    new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${String(child.pid)}/status`, 'utf8'))?.[1] ?? 0,
  );
  return `${String(Math.round(kilobytes / 1024))} MB`;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = server.address() as AddressInfo; // it listens at a port
      server.close(() => resolve(free));
    });
  });
}
