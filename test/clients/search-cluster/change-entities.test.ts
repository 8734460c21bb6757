import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';
import { generateEntities } from '../../../bench/generate-entities.js';
import { ROOT } from '../../architecture/source-tree.js';
import { runInProcess } from '../../cli/run-in-process.js';
import { freePort } from '../../support/program.js';
import { seededRandom } from '../../../bench/seeded-random.js';
import { CLUSTER_INDEXER, CLUSTER_READER, type ClusterUser } from '../../support/search-cluster/node-files.js';
import { sharedSearchCluster } from '../../support/search-cluster/search-cluster.js';
import { startService, type RunningService } from '../../support/start-service.js';
import { temporaryFolder } from '../../support/temporary-files.js';
import { until } from '../../support/until.js';

/*
 * Entities of a dataset in a search cluster are changed one by one, by several services at once, while the cluster refuses, and while services are killed; and a list of which little has changed is indexed again.
 */

const DATASET = 'change-test';
const folder = temporaryFolder();
const services: RunningService[] = [];
const killed = new Set<ChildProcess>();
let writer: RunningService;
let reader: RunningService;
let cluster: Awaited<ReturnType<typeof sharedSearchCluster>>;

function settingsOf({ user, password }: ClusterUser): readonly string[] {
  return [
    ...[
      '--search-cluster',
      cluster.urls.join(','),
      '--search-cluster-user',
      user,
      '--search-cluster-ca-file',
      cluster.caFile,
    ],
    ...['--search-cluster-password-file', folder.write(`password-${user}`, password), '--dataset', DATASET],
  ];
}

const quoted = (row: readonly string[]): string => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
const ENTITIES = [...generateEntities(1200, 41)];
/** The list with these rows in place of those of the same ids, without others, and with further ones. */
function list(changes: ReadonlyMap<string, readonly string[] | undefined> = new Map()): string {
  const rows = ENTITIES.map(({ name, aliases }, i) => [
    `p${String(i)}`,
    name,
    aliases.map(({ text }) => text).join('|'),
    i % 5 === 0 ? 'River' : 'Town',
    String(1700 + (i % 300)),
  ]);
  const known = new Set(rows.map(([id = '']) => id));
  return folder.write(
    'list.csv',
    [
      'id,name,aliases,type,founded',
      ...rows.flatMap((row) => {
        const own = changes.has(row[0] ?? '') ? changes.get(row[0] ?? '') : row;
        return own === undefined ? [] : [quoted(own)];
      }),
      ...[...changes].flatMap(([id, row]) => (known.has(id) || row === undefined ? [] : [quoted(row)])),
    ].join('\n'),
  );
}

const index = (file: string, ...more: readonly string[]) =>
  runInProcess(['index', file, ...settingsOf(CLUSTER_INDEXER), '--work', folder.path, ...more]);

async function serving(user: ClusterUser, ...more: readonly string[]): Promise<RunningService> {
  const service = await startService([...settingsOf(user), '--workers', '1', ...more]);
  services.push(service);
  return service;
}

type Sent = Readonly<Record<string, unknown>>;
async function send(
  { origin }: Pick<RunningService, 'origin'>,
  method: string,
  id: string,
  body?: Sent,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly body: Sent; readonly tag: string | null }> {
  const answer = await fetch(`${origin}/entities/${encodeURIComponent(id)}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Sent, tag: answer.headers.get('etag') }; // an object
}

const answerSchema = z.object({
  q: z.object({ result: z.array(z.object({ id: z.string(), score: z.number(), match: z.boolean() })) }),
});
async function best(
  { origin }: Pick<RunningService, 'origin'>,
  query: string,
  more: Sent = {},
): Promise<string | undefined> {
  const answer = await fetch(
    `${origin}/?queries=${encodeURIComponent(JSON.stringify({ q: { query, limit: 3, ...more } }))}`,
  );
  const [first] = answer.status === 200 ? answerSchema.parse(await answer.json()).q.result : [];
  return first === undefined || first.score < 60 ? undefined : first.id;
}

beforeAll(async () => {
  cluster = await sharedSearchCluster();
  expect(await index(list())).toMatchObject({ code: 0 });
  [writer, reader] = await Promise.all([serving(CLUSTER_INDEXER, '--writable', 'on'), serving(CLUSTER_READER)]);
}, 300_000);

afterAll(async () => {
  for (const child of killed) child.kill('SIGKILL');
  await Promise.all(services.map((service) => service.stop()));
  await runInProcess(['index', '--drop', ...settingsOf(CLUSTER_INDEXER)]);
  folder.remove();
});

describe('entities that are changed one by one', () => {
  it('are created, patched and deleted, and seen by every service, with words and types that the dataset did not have', async () => {
    expect((await send(reader, 'PUT', 'n1', { name: 'Any' })).status).toBe(404);
    const created = await send(writer, 'PUT', 'n1', {
      name: 'Wisława Szymborska',
      aliases: ['Stańczykówna'],
      types: ['Poet'],
      properties: { founded: 1923 },
    });
    expect(created).toMatchObject({
      status: 201,
      body: { id: 'n1', types: ['Poet'], properties: { founded: ['1923'] } },
    });
    for (const service of [writer, reader]) {
      await until(async () => (await best(service, 'Wislawa Szymborska')) === 'n1');
      expect(await best(service, 'Stanczykowna')).toBe('n1');
      expect(await best(service, 'Wislawa Szymborzka', { type: 'Poet' })).toBe('n1');
      expect(await (await fetch(`${service.origin}/suggest/entity?prefix=Szymb`)).text()).toContain('n1');
      expect(await (await fetch(`${service.origin}/browse?query=szymborska&part=results`)).text()).toContain('n1');
      expect(await (await fetch(`${service.origin}/browse?as=json&limit=1`)).text()).toContain('"searched":1201');
    }
    const patched = await send(
      writer,
      'PATCH',
      'n1',
      { aliases: null, name: 'Wisława Sz.' },
      { 'If-Match': created.tag ?? '' },
    );
    expect(patched).toMatchObject({ status: 200, body: { name: 'Wisława Sz.', types: ['Poet'] } });
    expect((await send(writer, 'PATCH', 'n1', { name: 'x' }, { 'If-Match': created.tag ?? '' })).status).toBe(412);
    await until(async () => (await best(reader, 'Stanczykowna')) === undefined);
    expect(await send(writer, 'PUT', 'n1', { name: 'Any', properties: { fonded: 3 } })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('did you mean "founded"') },
    });
    expect((await send(writer, 'DELETE', 'n1')).status).toBe(200);
    expect((await send(writer, 'DELETE', 'n1')).status).toBe(404);
    await until(async () => (await best(reader, 'Wislawa Szymborska')) === undefined);
  });

  it('replace those of the list, many in one request or none', async () => {
    const body = [
      { id: 'p3', name: 'Quixotopolis', types: ['Town'] },
      { id: 'p4', delete: true },
      { id: 'n2', name: 'Zzyzx Road Village' },
    ];
    const post = (text: string): Promise<Response> =>
      fetch(`${writer.origin}/entities`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-ndjson' },
        body: text,
      });
    const lines = body.map((line) => JSON.stringify(line)).join('\n');
    expect((await post(`${lines}\n{"id":"n3"}`)).status).toBe(400);
    expect(await (await post(lines)).json()).toEqual({ created: 1, replaced: 1, deleted: 1, unchanged: 0 });
    expect(await (await post(lines)).json()).toEqual({ created: 0, replaced: 0, deleted: 0, unchanged: 3 });
    await until(async () => (await best(reader, 'Quixotopolis')) === 'p3');
    expect(await best(reader, ENTITIES[3]?.name ?? '')).not.toBe('p3');
    expect(await best(reader, 'Zzyzx road village')).toBe('n2');
    expect((await send(writer, 'GET', 'p4')).status).toBe(404);
  });

  it('are as one of the requests has made them, whichever of two services takes them', async () => {
    const other = await serving(CLUSTER_INDEXER, '--writable', 'on');
    const random = seededRandom(7);
    const ids = ['c0', 'c1', 'c2'];
    const outcomes = await Promise.all(
      Array.from({ length: 24 }, async (_, i) => {
        const id = ids[random.below(ids.length)] ?? '';
        const name = `Contended place ${String(i)}`;
        const { status } = await send(random.chance(0.5) ? writer : other, 'PUT', id, { name });
        return { id, name, status };
      }),
    );
    expect(outcomes.filter(({ status }) => status !== 200 && status !== 201)).toEqual([]);
    for (const id of ids) {
      const both = [await send(writer, 'GET', id), await send(other, 'GET', id)].map(({ body }) => body['name']);
      expect(both[0]).toBe(both[1]);
      expect(outcomes.filter((one) => one.id === id).map(({ name }) => name)).toContain(both[0]);
      await until(async () => (await best(reader, String(both[0]))) === id);
    }
    // Each condition holds of the state that the request met.
    const created = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        send(i % 2 === 0 ? writer : other, 'PUT', 'once', { name: `First ${String(i)}` }, { 'If-None-Match': '*' }),
      ),
    );
    expect(created.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  it('stay with what was acknowledged when a service is killed while it writes', async () => {
    const port = await freePort();
    const child = spawn(
      process.execPath,
      [
        join(ROOT, 'dist', 'main.js'),
        'serve',
        ...settingsOf(CLUSTER_INDEXER),
        '--writable',
        'on',
        '--workers',
        '1',
        '--port',
        String(port),
      ],
      { stdio: 'ignore' },
    );
    killed.add(child);
    const doomed = { origin: `http://127.0.0.1:${String(port)}` };
    await until(async () => (await fetch(`${doomed.origin}/`).catch(() => undefined))?.status === 200);
    const acknowledged: string[] = [];
    const writing = (async () => {
      for (let i = 0; ; i++) {
        const answer = await send(doomed, 'PUT', 'k', { name: `Killed while ${String(i)}` }).catch(() => undefined);
        if (answer === undefined) return;
        if (answer.status < 300) acknowledged.push(String(answer.body['name']));
      }
    })();
    await until(() => Promise.resolve(acknowledged.length >= 5));
    child.kill('SIGKILL');
    await writing;
    const { body } = await send(writer, 'GET', 'k');
    const last = Number(/\d+$/.exec(acknowledged.at(-1) ?? '')?.[0]);
    // What was sent when it was killed may have been written, too.
    expect([`Killed while ${String(last)}`, `Killed while ${String(last + 1)}`]).toContain(body['name']);
    await until(async () => (await best(reader, String(body['name']))) === 'k');
  });

  it('are refused while the cluster takes no documents, and written afterwards', async () => {
    const block = (is: boolean | null): Promise<unknown> =>
      cluster.ask('PUT', `/sameas-${DATASET}-*/_settings`, { 'index.blocks.read_only_allow_delete': is });
    await block(true);
    const refused = await send(writer, 'PUT', 'blocked', { name: 'Refused meanwhile' });
    await block(null);
    expect(refused).toMatchObject({
      status: expect.any(Number),
      body: { message: expect.stringContaining('refuses writing') },
    });
    expect(refused.status).toBeGreaterThanOrEqual(500);
    expect((await send(writer, 'GET', 'blocked')).status).toBe(404);
    expect((await send(writer, 'PUT', 'blocked', { name: 'Written afterwards' })).status).toBe(201);
    await until(async () => (await best(reader, 'Written afterwards')) === 'blocked');
  }, 60_000);

  it('that the log has and the entities lack are written by another request: the entities alone refused', async () => {
    const [entities] = Object.keys(
      z.record(z.string(), z.unknown()).parse(await cluster.ask('GET', `/_alias/sameas-${DATASET}`)),
    );
    await cluster.ask('PUT', `/${entities ?? ''}/_settings`, { 'index.blocks.write': true });
    const answer = send(writer, 'PUT', 'half', { name: 'Half way through' });
    const { status } = await answer;
    await cluster.ask('PUT', `/${entities ?? ''}/_settings`, { 'index.blocks.write': null });
    expect(status).toBe(201);
    expect((await send(writer, 'GET', 'half')).body['name']).toBe('Half way through');
    await until(async () => (await best(reader, 'Half way through')) === 'half');
  }, 60_000);
});

describe('a list of which little has changed', () => {
  it('is indexed again by writing that alone; changes of single entities stay in front of it', async () => {
    const changed = new Map<string, readonly string[] | undefined>([
      ['p10', ['p10', 'Renamed Xylophonia', '', 'Town', '1710']],
      ['p11', undefined],
      ['p3', ['p3', 'What the list says now', '', 'Town', '1703']],
      ['p5000', ['p5000', 'Newcomer of the list', '', 'Lake', '1999']],
    ]);
    const { code, stdout } = await index(list(changed));
    expect(code).toBe(0);
    const [, kept = '', written = '', gone = ''] =
      /([\d,]+) entities had been written before, and were kept; ([\d,]+) were written, and ([\d,]+) deleted/.exec(
        stdout,
      ) ?? [];
    const [keptCount, writtenCount, goneCount] = [kept, written, gone].map((text) => Number(text.replace(',', '')));
    expect(keptCount).toBeGreaterThan(1190);
    expect(writtenCount).toBeLessThan(5);
    expect(writtenCount).toBeLessThan(10);
    expect(goneCount).toBe(1);
    await until(async () => (await best(reader, 'Renamed Xylophonia')) === 'p10');
    expect(await best(reader, 'Newcomer of the list', { type: 'Lake' })).toBe('p5000');
    expect(await best(reader, ENTITIES[11]?.name ?? '')).not.toBe('p11');
    // It was changed by a program.
    expect(await best(reader, 'Quixotopolis')).toBe('p3');
    expect(await best(reader, 'Zzyzx road village')).toBe('n2');
    for (const at of [20, 400, 900]) expect(await best(reader, ENTITIES[at]?.name ?? '')).toBe(`p${String(at)}`);

    // As many differ, all are written, and nothing is kept.
    const many = new Map(
      ENTITIES.slice(0, 700).map(({ name }, i) => [
        `p${String(i)}`,
        [`p${String(i)}`, `${name} anew`, '', 'Town', '1800'],
      ]),
    );
    const again = await index(list(many));
    expect(again.stdout).not.toContain('had been written before');
    await until(async () => (await best(reader, `${ENTITIES[20]?.name ?? ''} anew`)) === 'p20');
  }, 120_000);

  it('is indexed while entities are changed, none of which is lost', async () => {
    let isIndexed = false;
    const indexing = index(
      list(new Map([['p30', ['p30', 'Meanwhile changed by the list', '', 'Town', '1730']]])),
    ).finally(() => (isIndexed = true));
    const acknowledged: string[] = [];
    for (let i = 0; !isIndexed; i++) {
      const { status } = await send(writer, 'PUT', `m${String(i)}`, { name: `Meanwhile number ${String(i)}` });
      if (status < 300) acknowledged.push(`m${String(i)}`);
    }
    expect(await indexing).toMatchObject({ code: 0, stderr: '' });
    expect(acknowledged.length).toBeGreaterThan(2);
    for (const id of acknowledged) expect((await send(writer, 'GET', id)).status).toBe(200);
    await until(async () => (await best(reader, 'Meanwhile changed by the list')) === 'p30');
    const last = acknowledged.at(-1) ?? '';
    await until(async () => (await best(reader, `Meanwhile number ${last.slice(1)}`)) === last);
  }, 120_000);
});
