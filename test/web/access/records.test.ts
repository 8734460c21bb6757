import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request, { type Response } from 'supertest';
import type { AccessEntry, RecordedChange } from '../../../src/access/records.js';
import { createApiKey, createKeyRing } from '../../../src/access/api-key.js';
import { projectChange } from '../../../src/web/commands/change-project.js';
import { findCommand } from '../../../src/projects/commands/command-table.js';
import type { EntityEditing } from '../../../src/web/entities/answer-entities.js';
import { SameasError } from '../../../src/foundation/sameas-error.js';
import { createSessions } from '../../../src/web/access/credentials.js';
import { smallApp } from '../../support/small-app.js';
import { matchedRun, SMALL_SERVED, smallRuns } from '../../support/small-review.js';
import { temporaryFolder } from '../../support/temporary-files.js';
import { until } from '../../support/until.js';

const temporary = temporaryFolder();
const runs = smallRuns(temporary.path);
const anna = createApiKey({ name: 'anna', role: 'judge', datasets: 'all' });
const root = createApiKey({ name: 'root', role: 'administer', datasets: 'all' });
const entries: AccessEntry[] = [];
const changes: RecordedChange[] = [];
const records = {
  recordAccess: (entry: AccessEntry) => void entries.push(entry),
  recordChange: (change: RecordedChange) => Promise.resolve(void changes.push(change)),
  withTexts: false,
};
const access = {
  ring: createKeyRing(() => [anna.kept, root.kept]),
  sessions: createSessions(),
  keyNeeded: 'changes',
  dataset: 'places',
} as const;
const teacher = {
  file: temporary.write('taught.csv', 'name,id,judged by,judged at\n'),
  reload: () => Promise.resolve(),
};
const options = { snapshot: SMALL_SERVED.snapshot, review: { runs, teacher, softwareVersion: '0' }, access };
const { app } = smallApp({ ...options, records });
const withTexts = smallApp({ ...options, records: { ...records, withTexts: true } }).app;

beforeAll(() => runs.resume());
afterAll(async () => {
  await runs.close();
  temporary.remove();
});

function fail(): never {
  throw new Error('There is none.');
}

async function entryOf(asked: Promise<Response>): Promise<AccessEntry> {
  entries.length = 0;
  await asked;
  await until(() => entries.length > 0);
  return entries[0] ?? fail();
}

describe('the access log', () => {
  const batch = `queries=${encodeURIComponent('{"a":{"query":"Secret name"},"b":{"query":"Paris"}}')}`;

  it('has who, where, what came of it and how much, and nothing of what was asked', async () => {
    const entry = await entryOf(request(app).post('/?api_key=x').set('X-API-Key', anna.text).type('form').send(batch));
    expect(entry).toEqual({
      address: '127.0.0.1',
      key: 'anna',
      dataset: 'places',
      method: 'POST',
      route: '/',
      status: 200,
      elapsedMs: expect.any(Number),
      requestId: expect.any(String),
      queries: 2,
    });
  });

  it('has requests without a key, refused ones and those to nowhere, never by their addresses', async () => {
    expect(await entryOf(request(app).get('/view?id=B'))).toEqual({
      address: '127.0.0.1',
      dataset: 'places',
      method: 'GET',
      route: '/view',
      status: 200,
      elapsedMs: expect.any(Number),
      requestId: expect.any(String),
    });
    expect(await entryOf(request(app).get(`/runs?api_key=${'x'.repeat(60)}`))).toMatchObject({
      route: '/runs',
      status: 401,
    });
    expect(await entryOf(request(app).get('/secret/place'))).toMatchObject({ route: '(unknown)', status: 404 });
  });

  it('has the texts where the setting says so, a hundred at most', async () => {
    expect(await entryOf(request(withTexts).post('/').type('form').send(batch))).toMatchObject({
      queries: 2,
      texts: ['Secret name', 'Paris'],
    });
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, i) => [`q${String(i)}`, { query: 'x'.repeat(500) }]),
    );
    const { queries, texts = [] } = await entryOf(
      request(withTexts)
        .post('/')
        .type('form')
        .send(`queries=${JSON.stringify(many)}`),
    );
    expect([queries, texts.length, texts[0]?.length]).toEqual([300, 100, 200]);
  });
});

describe('the audit log', () => {
  const post = (path: string, fields: Readonly<Record<string, string>>, key = anna): Promise<Response> =>
    request(app)
      .post(path)
      .set('X-API-Key', key.text)
      .type('form')
      .send(fields)
      .redirects(0)
      .then((answer) => answer);
  const who = { address: '127.0.0.1', key: 'anna' };

  it('has tables that were sent, judgments with what was judged before, and what was taken back', async () => {
    changes.length = 0;
    const sent = await post('/runs', { names: 'Berlin\nParis' });
    const id = sent.headers['location']?.split('/').at(-1) ?? '';
    expect(changes).toEqual([{ who, dataset: 'places', action: 'send table', target: id }]);

    const run = await matchedRun(runs, 'name\nBerlin\nMarseille\n');
    const { id: target } = run.record;
    const judge = (decision: string, more: Readonly<Record<string, string>> = {}): Promise<Response> =>
      post(`/runs/${target}/judge`, {
        decision,
        row: '0',
        version: String(run.judgments.of(0).version),
        by: 'Anna B.',
        tab: 'aaaaaaaa',
        ...more,
      });
    changes.length = 0;
    await judge('match', { id: 'B' });
    await judge('none');
    await judge('undo');
    const by = { ...who, by: 'Anna B.' };
    expect(changes).toEqual([
      {
        who: by,
        dataset: 'places',
        action: 'judge rows',
        target,
        before: undefined,
        after: { row: 0, equalRows: 0, judgment: { kind: 'match', id: 'B', name: 'Berlin' } },
      },
      {
        who: by,
        dataset: 'places',
        action: 'judge rows',
        target,
        before: expect.objectContaining({ kind: 'match', id: 'B' }),
        after: { row: 0, equalRows: 0, judgment: { kind: 'none' } },
      },
      {
        who: by,
        dataset: 'places',
        action: 'take back judgment',
        target,
        before: { row: 0, equalRows: 0, judgment: { kind: 'none' } },
      },
    ]);
    changes.length = 0;
    await post(`/runs/${target}/delete`, { sure: 'yes' });
    expect(changes).toEqual([
      { who, dataset: 'places', action: 'delete table', target, before: { headings: ['name'], matchedRows: 2 } },
    ]);
  });

  it('has aliases that were taught, which takes a key that may administer', async () => {
    const run = await matchedRun(runs, 'name\nBerolina\n');
    const { id: target } = run.record;
    await post(`/runs/${target}/judge`, { decision: 'match', id: 'B', row: '0', version: '-1', tab: 'aaaaaaaa' });
    changes.length = 0;
    expect((await post(`/runs/${target}/teach`, {})).status).toBe(403);
    expect(changes).toEqual([]);
    expect((await post(`/runs/${target}/teach`, {}, root)).status).toBe(303);
    expect(changes).toEqual([
      {
        who: { ...who, key: 'root' },
        dataset: 'places',
        action: 'teach aliases',
        target,
        after: { added: 1, first: [{ name: 'Berolina', id: 'B' }] },
      },
    ]);
  });

  it('has entities that programs write, with what they were and what they are, and needs a key that may administer', async () => {
    const kept = new Map([['B', '{"id":"B","name":"Berlin"}']]);
    const entities: EntityEditing = {
      ask: (task) => {
        if (task.kind === 'lines')
          return Promise.resolve({ outcome: 'written', json: '{"created":2}', after: { created: 2 } });
        const before = kept.get(task.id);
        const was = before === undefined ? {} : { before: JSON.parse(before) as unknown };
        if (task.kind === 'get')
          return before === undefined
            ? Promise.reject(new SameasError('entity-unknown', 'There is none.'))
            : Promise.resolve({ outcome: 'found', json: before });
        if (task.kind === 'delete') return Promise.resolve({ outcome: 'deleted', json: '{}', ...was });
        const outcome = before === undefined ? 'created' : before === task.body ? 'unchanged' : 'replaced';
        kept.set(task.id, task.body);
        return Promise.resolve({ outcome, json: task.body, ...was, after: JSON.parse(task.body) as unknown });
      },
    };
    const writable = smallApp({ ...options, records, entities }).app;
    changes.length = 0;
    for (const key of ['', anna.text])
      expect((await request(writable).put('/entities/B').set('X-API-Key', key).send({ name: 'x' })).status).toBe(
        key === '' ? 401 : 403,
      );
    expect((await request(writable).get('/entities/B')).status).toBe(200);
    expect(changes).toEqual([]);
    const put = (id: string, body: string) =>
      request(writable)
        .put(`/entities/${id}`)
        .set('X-API-Key', root.text)
        .set('Content-Type', 'application/json')
        .send(body);
    await put('B', '{"name":"Bärlin"}');
    await put('B', '{"name":"Bärlin"}');
    await put('N', '{"name":"Neu"}');
    await request(writable).delete('/entities/B').set('X-API-Key', root.text);
    await request(writable)
      .post('/entities')
      .set('X-API-Key', root.text)
      .set('Content-Type', 'application/x-ndjson')
      .send('{"id":"a"}\n{"id":"b"}');
    const by = { who: { ...who, key: 'root' }, dataset: 'places' };
    expect(changes).toEqual([
      { ...by, action: 'replace entity', target: 'B', before: { id: 'B', name: 'Berlin' }, after: { name: 'Bärlin' } },
      { ...by, action: 'create entity', target: 'N', before: undefined, after: { name: 'Neu' } },
      { ...by, action: 'delete entity', target: 'B', before: { name: 'Bärlin' }, after: undefined },
      { ...by, action: 'write entities', target: '', after: { created: 2 } },
    ]);
  });

  it('has commands that change projects, without tokens and keys, and cuts what is long', () => {
    const command = (name: string) => findCommand(name) ?? fail();
    const sent = [
      ['project', '1'],
      ['csrf_token', 't'],
      ['api_key', 'k'],
      ['operations', 'x'.repeat(5_000)],
    ] as const;
    expect(projectChange(command('apply-operations'), sent)).toEqual({
      action: 'command apply-operations',
      target: '1',
      after: { operations: 'x'.repeat(2_000) },
    });
    for (const name of ['get-rows', 'export-rows', 'preview-expression', 'get-csrf-token', 'guess-types-of-column'])
      expect(projectChange(command(name), sent)).toBeUndefined();
  });
});
