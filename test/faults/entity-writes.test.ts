import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { freePort } from '../support/program.js';
import { parentInMemory, temporaryFolder } from '../support/temporary-files.js';
import { until } from '../support/until.js';

/*
 * A real service is killed at random instants while several programs write entities. Whatever it has acknowledged is there when it is started again, and every entity is as one request has made it.
 */

const ROUNDS = 5;
const WRITERS = 4;
const IDS_OF_WRITER = 7;
const EXECUTABLE = join(import.meta.dirname, '..', '..', 'dist', 'main.js');
const LIST = `id,name,city\n${Array.from({ length: 300 }, (_, i) => `P${String(i)},Person number ${String(i)} of the list,Town ${String(i % 20)}`).join('\n')}\n`;

const folder = temporaryFolder(parentInMemory());
const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
});
afterAll(() => folder.remove());

interface Killable {
  readonly origin: string;
  readonly kill: () => Promise<void>;
}

async function start(file: string, ...flags: readonly string[]): Promise<Killable> {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [EXECUTABLE, 'serve', file, '--port', String(port), '--writable', 'on', '--workers', '1', ...flags],
    { stdio: 'ignore' },
  );
  running.add(child);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const origin = `http://127.0.0.1:${String(port)}`;
  await until(async () => (await fetch(`${origin}/`).catch(() => undefined))?.status === 200);
  return {
    origin,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
      running.delete(child);
    },
  };
}

const JSON_TYPE = { 'Content-Type': 'application/json' };
const RECORD = z.looseObject({ id: z.string(), name: z.string(), aliases: z.array(z.string()).optional() });
type Stored = z.infer<typeof RECORD> | undefined;

async function fetchEntity(origin: string, id: string): Promise<Stored> {
  const answer = await fetch(`${origin}/entities/${id}`);
  return answer.status === 404 ? undefined : RECORD.parse(await answer.json());
}

const put = (
  origin: string,
  id: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  fetch(`${origin}/entities/${id}`, {
    method: 'PUT',
    headers: { ...JSON_TYPE, ...headers },
    body: JSON.stringify(body),
  });

const ANSWER = z.object({ q: z.object({ result: z.array(z.object({ id: z.string() })) }) });
async function bestFor(origin: string, name: string): Promise<string | undefined> {
  const answer = await fetch(`${origin}/?queries=${encodeURIComponent(JSON.stringify({ q: { query: name } }))}`);
  return ANSWER.parse(await answer.json()).q.result[0]?.id;
}

describe('a service that is killed while entities are written', () => {
  it(`has all that it has acknowledged, and nothing by half, in each of ${String(ROUNDS)} rounds`, async () => {
    const file = folder.write('killed.csv', LIST);
    // What each entity may be: as acknowledged last, or as asked for since.
    const acknowledged = new Map<string, number>();
    const asked = new Map<string, number>();
    let step = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const service = await start(file);
      const writer = async (number: number): Promise<void> => {
        for (;;) {
          step++;
          const value = step;
          const id = `W${String(number)}-${String(value % IDS_OF_WRITER)}`;
          asked.set(id, value);
          const answer = await put(service.origin, id, {
            name: `Written ${String(value)}`,
            aliases: [`Alias ${String(value)} ${'long '.repeat(50)}`.trim()],
          }).catch(() => undefined);
          if (answer === undefined) return;
          expect([200, 201]).toContain(answer.status);
          acknowledged.set(id, value);
        }
      };
      const writers = Array.from({ length: WRITERS }, (_, number) => writer(number));
      // At a random instant once writing has begun; in the first rounds perhaps at once.
      const before = acknowledged.size;
      await until(() => acknowledged.size > before || acknowledged.size >= WRITERS * IDS_OF_WRITER);
      await pause(Math.random() * 700);
      await service.kill();
      await Promise.all(writers);

      const again = await start(file);
      for (const [id, last] of asked) {
        const stored = await fetchEntity(again.origin, id);
        const value = Number(/\d+/.exec(stored?.name ?? '')?.[0] ?? -1);
        const least = acknowledged.get(id);
        if (least === undefined && stored === undefined) continue;
        expect([id, [least, last].includes(value)]).toEqual([id, true]);
        expect(stored?.aliases?.[0]?.startsWith(`Alias ${String(value)} `)).toBe(true);
        acknowledged.set(id, value);
      }
      const [someId, someValue] = [...acknowledged][0] ?? [];
      expect(await bestFor(again.origin, `Written ${String(someValue)}`)).toBe(someId);
      await again.kill();
    }
    expect(acknowledged.size).toBeGreaterThan(WRITERS);
    expect(readFileSync(file, 'utf8')).toBe(LIST);
  }, 240_000);
});

describe('a service whose entities are written', () => {
  it('shows within moments what was written, deleted and put back, also while it is built anew and after its file has changed', async () => {
    const file = folder.write('shown.csv', LIST);
    const { origin } = await start(file, '--watch', 'on');
    await put(origin, 'new', { name: 'Zyxwora Quillfeather' });
    await until(async () => (await bestFor(origin, 'Zyxwora Quillfeather')) === 'new');
    await fetch(`${origin}/entities/P7`, { method: 'DELETE' });
    await until(async () => (await bestFor(origin, 'Person number 7 of the list')) !== 'P7');

    // So many that the dataset is built anew; reading and writing go on meanwhile.
    const many = Array.from({ length: 2_500 }, (_, i) =>
      JSON.stringify({ id: `m${String(i)}`, name: `Multitude ${String(i)} Vandorfen` }),
    ).join('\n');
    const bulk = await fetch(`${origin}/entities`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-ndjson' },
      body: many,
    });
    expect(await bulk.json()).toEqual({ created: 2_500, replaced: 0, deleted: 0, unchanged: 0 });
    for (let i = 0; i < 30; i++) {
      expect((await put(origin, `during${String(i)}`, { name: `Meanwhile ${String(i)} Oberholz` })).status).toBe(201);
      expect(await bestFor(origin, 'Zyxwora Quillfeather')).toBe('new');
    }
    await until(
      async () =>
        (await bestFor(origin, 'Multitude 2499 Vandorfen')) === 'm2499' &&
        (await bestFor(origin, 'Meanwhile 29 Oberholz')) === 'during29',
    );

    // The file has another entity now, and still has the one that was deleted.
    folder.write('shown.csv', `${LIST}P900,Hortensia Gugelhupf,Town 1\n`);
    await until(async () => (await bestFor(origin, 'Hortensia Gugelhupf')) === 'P900');
    expect(await bestFor(origin, 'Person number 7 of the list')).not.toBe('P7');
    expect(await bestFor(origin, 'Meanwhile 29 Oberholz')).toBe('during29');
  }, 120_000);

  it('lets one of several writers through who want to change the same state', async () => {
    const { origin } = await start(folder.write('conditional.csv', LIST));
    const first = await fetch(`${origin}/entities/P1`);
    const tag = first.headers.get('ETag') ?? '';
    expect(tag).toMatch(/^"[0-9a-f]{16}"$/);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => put(origin, 'P1', { name: `Writer ${String(i)}` }, { 'If-Match': tag })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 412)]);
    const winner = answers.find(({ status }) => status === 200);
    expect((await fetch(`${origin}/entities/P1`)).headers.get('ETag')).toBe(winner?.headers.get('ETag'));
  }, 120_000);

  it('keeps others from writing to the same log, and pages of other sites from writing at all', async () => {
    const file = folder.write('locked.csv', LIST);
    const { origin } = await start(file);
    const second = spawn(process.execPath, [
      EXECUTABLE,
      'serve',
      file,
      '--port',
      String(await freePort()),
      '--writable',
      'on',
    ]);
    let said = '';
    second.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    const code = await new Promise((resolve) => second.once('exit', resolve));
    expect([code, said.includes('writes to')]).toEqual([1, true]);
    const foreign = await put(origin, 'P1', { name: 'Taken over' }, { Origin: 'https://elsewhere.example' });
    expect(foreign.status).toBe(403);
    expect((await fetchEntity(origin, 'P1'))?.name).toBe('Person number 1 of the list');
  }, 120_000);
});
