import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readInMemory } from '../../src/scoring/snapshot.js';
import { inlineWorker } from '../../src/assembly/inline-batch-executor.js';
import { COMMAND_TABLE } from '../../src/projects/commands/command-table.js';
import { createFairShare } from '../../src/web/clients/fair-share.js';
import type { Route } from '../../src/web/exchange.js';
import { routeTable } from '../../src/web/route-table.js';
import { smallRuns } from '../support/small-review.js';
import { smallSnapshot } from '../support/small-snapshot.js';
import { startService, type RunningService } from '../support/start-service.js';
import { temporaryFolder } from '../support/temporary-files.js';
import { threadsHere } from '../support/threads-here.js';
import { liveOf } from '../support/live-of.js';

/*
 * Every route and every command is sent the costliest requests that are taken, several at once, and the thread that serves HTTP must never be busy with one of them for long, nor keep /health waiting. How long it was
 * busy with one thing is told by /metrics; on a machine that has too much to do it may have waited for the processor in that time, so on Linux the processor time that it has used is looked at, too.
 */

const folder = temporaryFolder();
let service: RunningService;
let token = '';
/** A word that no name begins with, so that what is similar has to be searched for. */
const WORDS = 'zyx wvu ';
const ENTITIES = 20_000;

/** The longest time for one thing and for an answer of /health, where the processor was used for it. By itself the machine takes a fraction. */
const MAX_BUSY_MS = 100;
/** Requests at once. */
const AT_ONCE = 2;

beforeAll(async () => {
  const list = folder.write(
    'list.csv',
    `id,name,country\n${Array.from({ length: ENTITIES }, (_, i) => `N${String(i)},Name ${String(i)} of ${(i * 7919).toString(36)},C${String(i % 50)}`).join('\n')}\n`,
  );
  service = await startService([list, '--data-dir', `${folder.path}/projects`]);
  token =
    /"token"\s*:\s*"(\w+)"/.exec(await (await fetch(`${service.origin}/command/core/get-csrf-token`)).text())?.[1] ??
    '';
}, 240_000);
afterAll(async () => {
  await service?.stop();
  folder.remove();
});

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly type?: string;
  readonly body?: Buffer;
}

const FORM = 'application/x-www-form-urlencoded';
const MEGABYTE = 1024 * 1024;
const queries = (count: number): string =>
  JSON.stringify(
    Object.fromEntries(
      Array.from({ length: count }, (_, i) => [
        `q${String(i)}`,
        { query: `Nam ${String(i)} of x`, properties: [{ pid: 'country', v: 'C1' }] },
      ]),
    ),
  );
const file = (content: string, name = 'a.csv'): Buffer =>
  Buffer.from(`--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n${content}\r\n--x--\r\n`);

/** Addresses of almost the length that is taken: one long text for everything, very many parameters, and JSON. */
function longAddresses(path: string): readonly Sent[] {
  const text = encodeURIComponent(WORDS.repeat(1_000));
  const all = ['query', 'prefix', 'filter', 'id', 'type', 'property:country', 'expression', 'engine']
    .map((name) => `${name}=${text}`)
    .join('&');
  const nested = encodeURIComponent('['.repeat(20_000));
  return [
    { method: 'GET', path: `${path}?${all}` },
    { method: 'GET', path: `${path}?${'type=a&id=b&'.repeat(450)}prefix=zyxw&query=zyxw` },
    { method: 'GET', path: `${path}?queries=${encodeURIComponent(queries(1_000)).slice(0, 120_000)}` },
    { method: 'GET', path: `${path}?extend=${nested}&queries=${nested}&query=${nested}` },
  ];
}

/** Bodies of the length that is taken: one long field, a long batch, JSON of many values, and the largest tables. */
function longBodies(path: string): readonly Sent[] {
  const post = (type: string, body: Buffer | string): Sent => ({ method: 'POST', path, type, body: Buffer.from(body) });
  const multipart = 'multipart/form-data; boundary=x';
  // What is asked is computed on threads; one route with long batches is enough.
  const size = path === '/' ? 1_000 : 100;
  return [
    post(FORM, `queries=${'%7B'.repeat((path === '/' ? 5 : 1) * MEGABYTE)}`),
    post(FORM, `queries={"q":{"query":"${'ab+'.repeat((path === '/' ? 5 : 1) * MEGABYTE)}"}}`),
    post(`${FORM}; charset=iso-8859-1`, `names=${'%C3'.repeat(MEGABYTE / 2)}`),
    post(FORM, new URLSearchParams({ queries: queries(size) }).toString()),
    post('application/json', queries(size)),
    post(
      'application/json',
      JSON.stringify({
        queries: Array.from({ length: size / 2 }, (_, i) => ({
          conditions: [{ matchType: 'name', propertyValue: `Nam ${String(i)}` }],
        })),
      }),
    ),
    post('application/json', `{"queries":[${'{},'.repeat(400_000)}{}]}`),
    post(
      'application/json',
      JSON.stringify({
        ids: Array.from({ length: 20_000 }, (_, i) => `N${String(i)}`),
        properties: [{ id: 'country' }],
      }),
    ),
    post(
      multipart,
      file(`name,country\n${Array.from({ length: 1_000 }, (_, i) => `Name ${String(i)},C1`).join('\n')}`),
    ),
    post(multipart, file(`${'a,'.repeat(90)}\n`.repeat(10_000))),
    post(multipart, file('"'.repeat(1.9 * MEGABYTE))),
  ];
}

const snapshot = smallSnapshot();
const served = {
  snapshot,
  read: readInMemory(snapshot),
  batches: { execute: () => Promise.resolve([]) },
  work: inlineWorker(snapshot),
};
const limits = { maxBodyBytes: 1, maxBatchQueries: 1, batchSize: 1 };
const metrics = { contentType: '', render: () => Promise.resolve('') };
const review = { runs: smallRuns(folder.path), softwareVersion: '' };
const ROUTES: readonly Route[] = routeTable(
  {
    live: liveOf(() => served),
    observe: () => undefined,
    trustedProxies: 0,
    limits,
    ...threadsHere,
    metrics,
    review,
  },
  createFairShare(limits),
);

function send({ method, path, type, body }: Sent): Promise<number> {
  return new Promise((resolve) => {
    const headers = {
      ...(type === undefined ? {} : { 'content-type': type }),
      ...(body === undefined ? {} : { 'content-length': String(body.length) }),
    };
    const sent = request(
      service.origin + path,
      { method, headers, agent: false },
      (response) =>
        void response
          .on('error', () => resolve(0))
          .on('end', () => resolve(response.statusCode ?? 0))
          .resume(),
    );
    // What is refused before all of it was sent may be cut off.
    sent.on('error', () => resolve(0)).end(body);
  });
}

/** Longest time that the thread was busy with one thing since the last call, in milliseconds. */
async function busyMs(): Promise<number> {
  return (
    1_000 *
    Number(/^sameas_event_loop_delay_seconds (.+)$/m.exec(await (await fetch(`${service.origin}/metrics`)).text())?.[1])
  );
}

/** Processor time of the thread that serves, in milliseconds; on other systems none is told, and any delay counts. */
function processorMs(): number {
  if (process.platform !== 'linux') return 0;
  return (
    Number(readFileSync(`/proc/${String(service.pid)}/task/${String(service.pid)}/schedstat`, 'utf8').split(' ')[0]) /
    1e6
  );
}

interface Cost {
  readonly statuses: readonly number[];
  readonly busy: number;
  readonly health: number;
}

/** How long /health takes at most until the returned function is called, in milliseconds. */
function watchHealth(): () => Promise<number> {
  let isOn = true;
  const watching = (async () => {
    let longest = 0;
    while (isOn) {
      const startedAt = performance.now();
      await send({ method: 'GET', path: '/health' });
      longest = Math.max(longest, performance.now() - startedAt);
      await pause(10);
    }
    return longest;
  })();
  return () => {
    isOn = false;
    return watching;
  };
}

/** What several of these requests at once cost the thread that serves: the time that it was busy with one thing, and that /health waited meanwhile, as far as it used the processor. */
async function costOf(sent: Sent): Promise<Cost> {
  await busyMs();
  const before = processorMs();
  const healthMs = watchHealth();
  const statuses = await Promise.all(Array.from({ length: AT_ONCE }, () => send(sent)));
  const waited = await healthMs();
  await pause(20);
  const used = process.platform === 'linux' ? processorMs() - before : Infinity;
  return { statuses, busy: Math.min(await busyMs(), used), health: Math.min(waited, used) };
}

/** Tries of a request that took too long: something may have been loaded, or collected. */
const TRIES = 6;

function isTooMuch({ busy, health }: Cost): boolean {
  return Math.max(busy, health) > MAX_BUSY_MS;
}

/** Sends each; gives those that took too long at every try, and answers that are faults of the service. */
async function costliest(all: readonly Sent[]): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const sent of all) {
    let cost = await costOf(sent);
    for (let more = 1; more < TRIES && isTooMuch(cost); more++) cost = await costOf(sent);
    const said = `${sent.method} ${sent.path.slice(0, 60)} ${sent.type ?? ''} ${String(sent.body?.length ?? sent.path.length)} bytes → ${cost.statuses.join(' ')}, busy for ${String(Math.round(cost.busy))} ms, /health ${String(Math.round(cost.health))} ms`;
    if (isTooMuch(cost) || cost.statuses.some((status) => status >= 500 && status !== 503)) faults.push(said);
  }
  return faults;
}

describe('the thread that serves HTTP is not kept by the costliest request', () => {
  it.each(ROUTES.map(({ path, methods }) => [path, methods] as const))(
    'to %s',
    async (path, methods) => {
      const at = path.replace('{id}', 'N1');
      const sent = [
        ...(methods.includes('GET') ? longAddresses(at) : []),
        ...(methods.includes('POST') ? longBodies(at) : []),
      ];
      expect(await costliest(sent)).toEqual([]);
      expect(service.isRunning()).toBe(true);
    },
    240_000,
  );

  it('to commands', async () => {
    const long = WORDS.repeat(30_000);
    const path = (name: string): string => `/command/core/${name}?csrf_token=${token}`;
    const sent = COMMAND_TABLE.map(({ name }): Sent => ({
      method: 'POST',
      path: path(name),
      type: FORM,
      body: Buffer.from(
        new URLSearchParams({ project: '1', engine: long, expression: long, operations: long }).toString(),
      ),
    }));
    expect(await costliest(sent)).toEqual([]);
  }, 240_000);

  it('to commands, with parameters of the length that is taken, and with uploads', async () => {
    const post = (name: string, type: string, body: Buffer | string): Sent => ({
      method: 'POST',
      path: `/command/core/${name}?csrf_token=${token}`,
      type,
      body: Buffer.from(body),
    });
    const sent = [
      post('apply-operations', FORM, `project=1&operations=${'%7B%22a%22%3A'.repeat(2 * MEGABYTE)}`),
      post('add-rows', FORM, `project=1&index=0&rows=%5B${'%7B%7D%2C'.repeat(2 * MEGABYTE)}%7B%7D%5D`),
      post('mass-edit', `${FORM}; charset=windows-1252`, `project=1&edits=${'%5B'.repeat(4 * MEGABYTE)}`),
      post('create-project-from-upload', 'multipart/form-data; boundary=x', file('a,b\n'.repeat(4 * MEGABYTE))),
      post(
        'create-project-from-upload',
        'multipart/form-data; boundary=x',
        `--x\r\nContent-Disposition: form-data; name="options"\r\n\r\n${'{'.repeat(8 * MEGABYTE)}\r\n--x--\r\n`,
      ),
    ];
    expect(await costliest(sent)).toEqual([]);
    expect(service.isRunning()).toBe(true);
  }, 240_000);
});
