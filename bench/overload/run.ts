/*
 * Fuzzes and soaks a service of its own on loopback: requests by the grammar of openapi.yaml and of the table of commands, then mixed load with reloads, in which memory, file handles
 * and threads must stay flat. Ends with 1 when something did not hold. Half of the fuzzed requests have a fixed seed, half a new one, which is printed and can be given again.
 *
 *     npx tsx bench/overload/run.ts [--long | --short] [--seed N]
 *
 * 5,000 requests and 60 seconds; with --long: 30,000 requests and 15 minutes; with --short, as .ci/run asks it: 5,000 requests and 20 seconds.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startService } from '../../test/support/start-service.js';
import { seededRandom } from '../seeded-random.js';
import { requestMaker, type FuzzedRequest } from './make-request.js';

const { values } = parseArgs({
  options: {
    long: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
    seed: { type: 'string' },
  },
});
const PLAN = values.long
  ? { requests: 30_000, soakMs: 15 * 60_000 }
  : { requests: 5_000, soakMs: values.short ? 20_000 : 60_000 };
const FIXED_SEED = 1;
const newSeed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);

const AT_ONCE = 8;
const HANG_MS = 20_000;
/** How much more than at its beginning the second half of a soak may have. */
const MAX_GROWTH = { megabytes: 200, handles: 20, threads: 6 } as const;

interface Outcome {
  readonly status: number;
  readonly ms: number;
}

function send(port: number, { method, path, headers, body }: FuzzedRequest): Promise<Outcome> {
  const start = performance.now();
  return new Promise((resolve) => {
    const settle = (status: number): void => resolve({ status, ms: performance.now() - start });
    const sent = request(
      {
        agent: false,
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: { ...headers, 'content-length': String(body.length) },
        timeout: 30_000,
      },
      (response) => {
        response
          .on('error', () => settle(response.statusCode ?? -1))
          .on('end', () => settle(response.statusCode ?? -1))
          .resume();
      },
    );
    // A connection that the service closes after its refusal is no failure; whether it lives is asked separately.
    sent.on('timeout', () => sent.destroy()).on('error', () => settle(0));
    sent.end(body);
  });
}

const get = (port: number, path: string): Promise<Outcome> =>
  send(port, { method: 'GET', path, headers: {}, body: Buffer.alloc(0) });

function quantile(sorted: readonly number[], share: number): number {
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}

function describe(times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b);
  return `median ${String(quantile(sorted, 0.5))} ms, 99th percentile ${String(quantile(sorted, 0.99))} ms, longest ${String(quantile(sorted, 1))} ms`;
}

/** Asks for /health and for suggestions until it is ended, and keeps how long each took. */
function watch(port: number): {
  readonly end: () => Promise<{ readonly health: readonly number[]; readonly suggest: readonly number[] }>;
} {
  const health: number[] = [];
  const suggest: number[] = [];
  let isOn = true;
  const probing = (async () => {
    while (isOn) {
      health.push((await get(port, '/health')).ms);
      suggest.push((await get(port, '/private/suggest?prefix=na')).ms);
      await sleep(100);
    }
  })();
  return { end: async () => ((isOn = false), await probing, { health, suggest }) };
}

interface Usage {
  readonly megabytes: number;
  readonly handles: number;
  readonly threads: number;
}

function usageOf(pid: number): Usage {
  const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
  const field = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
  return {
    megabytes: field('VmRSS') / 1024,
    handles: readdirSync(`/proc/${String(pid)}/fd`).length,
    threads: field('Threads'),
  };
}

async function tokenOf(port: number): Promise<string> {
  const answer: unknown = await (await fetch(`http://127.0.0.1:${String(port)}/command/core/get-csrf-token`)).json();
  return typeof answer === 'object' && answer !== null && 'token' in answer ? String(answer.token) : '';
}

async function atOnce(count: number, work: (i: number) => Promise<void>): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < count) await work(next++);
    }),
  );
}

async function main(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'sameas-overload-'));
  const faults: string[] = [];
  const list = join(folder, 'things.csv');
  writeFileSync(
    list,
    `id,name,country\n${Array.from({ length: 5_000 }, (_, i) => `N${String(i)},Name ${String(i)} of ${i.toString(36)},C${String(i % 50)}`).join('\n')}\n`,
  );
  const service = await startService([list, '--data-dir', join(folder, 'projects')]);
  const port = Number(new URL(service.origin).port);
  const note = (fault: string): void => {
    if (faults.length < 50) faults.push(fault);
    console.log(`FAULT ${fault}`);
  };
  try {
    console.log(
      `${String(PLAN.requests)} fuzzed requests, ${String(AT_ONCE)} at once; seeds ${String(FIXED_SEED)} and ${String(newSeed)}; ${String(cpus().length)} processors; Node.js ${process.version}`,
    );
    const statuses = new Map<number, number>();
    const times: number[] = [];
    let token = await tokenOf(port);
    const watched = watch(port);
    for (const seed of [FIXED_SEED, newSeed]) {
      const make = requestMaker(seededRandom(seed), () => token);
      token = await tokenOf(port);
      await atOnce(PLAN.requests / 2, async (i) => {
        const sent = make();
        const { status, ms } = await send(port, sent);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        times.push(ms);
        const said = `seed ${String(seed)}, request ${String(i)}: ${sent.method} ${sent.path.slice(0, 200)} ${sent.headers['content-type'] ?? ''} → ${String(status)} in ${String(Math.round(ms))} ms`;
        // Where a project is made, clients expect 500 for whatever is wrong with the upload.
        if (
          status >= 500 &&
          status !== 503 &&
          !sent.path.includes('create-project-from-upload') &&
          !sent.path.includes('export-rows')
        )
          note(said);
        if (ms > HANG_MS) note(said);
      });
    }
    const fuzzing = await watched.end();
    console.log(
      `answers: ${[...statuses]
        .sort(([a], [b]) => a - b)
        .map(([status, count]) => `${status === 0 ? 'closed' : String(status)} ${String(count)}`)
        .join(' · ')}`,
    );
    console.log(
      `requests: ${describe(times)}\n/health meanwhile: ${describe(fuzzing.health)}\nsuggest meanwhile: ${describe(fuzzing.suggest)}`,
    );
    if (!service.isRunning()) throw new Error('the service ended');

    console.log(`\n${String(PLAN.soakMs / 1000)} seconds of mixed load with a reload every 10 seconds`);
    const end = performance.now() + PLAN.soakMs;
    const usages: Usage[] = [];
    const load = watch(port);
    const counts = { batches: 0, commands: 0, reloads: 0, refused: 0 };
    const batch = (size: number): FuzzedRequest => ({
      method: 'POST',
      path: '/',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: Buffer.from(
        new URLSearchParams({
          queries: JSON.stringify(
            Object.fromEntries(
              Array.from({ length: size }, (_, i) => [
                `q${String(i)}`,
                { query: `Nam ${String((i * 37 + counts.batches) % 5_000)}` },
              ]),
            ),
          ),
        }).toString(),
      ),
    });
    const bodies = [
      ...[10, 50, 50, 1_000].map(batch),
      { ...batch(1), body: Buffer.from('a&'.repeat(1_000_000)) },
      {
        method: 'POST',
        path: '/table',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: Buffer.from(`names=${'Name+5%0A'.repeat(500)}`),
      },
    ];
    const loading = Array.from({ length: 4 }, async (_, worker) => {
      for (let i = worker; performance.now() < end; i++) {
        const { status, ms } = await send(
          port,
          i % 9 === 8
            ? {
                method: 'POST',
                path: `/command/core/create-project-from-upload?csrf_token=${await tokenOf(port)}`,
                headers: { 'content-type': 'multipart/form-data; boundary=x' },
                body: Buffer.from(
                  '--x\r\nContent-Disposition: form-data; name="project-file"; filename="a.csv"\r\n\r\na,b\n1,2\n\r\n--x--\r\n',
                ),
              }
            : (bodies[i % bodies.length] ?? batch(10)),
        );
        if (i % 9 === 8) counts.commands++;
        else counts.batches++;
        if (status === 429 || status === 503) counts.refused++;
        else if (status >= 500) note(`load: status ${String(status)}`);
        if (ms > 60_000) note(`load: ${String(Math.round(ms))} ms`);
      }
    });
    while (performance.now() < end) {
      await sleep(Math.min(10_000, Math.max(0, end - performance.now())));
      process.kill(service.pid, 'SIGHUP');
      counts.reloads++;
      usages.push(usageOf(service.pid));
    }
    await Promise.all(loading);
    const soaking = await load.end();
    await sleep(15_000);
    const rest = usageOf(service.pid);
    const inWords = ({ megabytes, handles, threads }: Usage): string =>
      `${String(Math.round(megabytes))} MB, ${String(handles)} file handles, ${String(threads)} threads`;
    console.log(
      `sent: ${Object.entries(counts)
        .map(([what, count]) => `${String(count)} ${what}`)
        .join(' · ')}`,
    );
    console.log(`/health: ${describe(soaking.health)}\nsuggest: ${describe(soaking.suggest)}`);
    const middle = usages[Math.floor(usages.length / 2)] ?? rest;
    console.log(`in the middle: ${inWords(middle)}; at rest afterwards: ${inWords(rest)}`);
    for (const what of ['megabytes', 'handles', 'threads'] as const)
      if (rest[what] > middle[what] + MAX_GROWTH[what])
        note(`${what} grew from ${String(Math.round(middle[what]))} to ${String(Math.round(rest[what]))}`);
    if (!service.isRunning()) note('the service ended');
  } catch (thrown) {
    note(thrown instanceof Error ? thrown.message : String(thrown));
  } finally {
    if (faults.length > 0) console.log(service.output().slice(-3_000));
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(faults.length === 0 ? 'All of it held.' : `${String(faults.length)} faults.`);
  return faults.length === 0 ? 0 : 1;
}

process.exitCode = await main();
