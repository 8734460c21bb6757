import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { SameasError } from '../../../src/foundation/sameas-error.js';
import type { EntityTask } from '../../../src/web/entities/answer-entities.js';
import { smallApp } from '../../support/small-app.js';

/* The form of requests and answers; what is written is tested where it is written. */

const tasks: EntityTask[] = [];
const recorded: unknown[] = [];
const { app } = smallApp({
  records: {
    withTexts: false,
    recordAccess: undefined,
    recordChange: (change) => Promise.resolve(void recorded.push(change)),
  },
  entities: {
    ask: (task) => {
      tasks.push(task);
      if (task.kind === 'delete')
        return Promise.reject(
          new SameasError('version-outdated', 'It has been changed.', { facts: { version: '0123' } }),
        );
      return Promise.resolve({
        outcome: task.kind === 'put' ? 'created' : 'found',
        json: '{"id":"x","name":"X"}',
        version: 'abcd',
        after: { id: 'x', name: 'X' },
      });
    },
  },
});
const asked = (): EntityTask | undefined => tasks.at(-1);

describe('/entities/ID', () => {
  it('takes everything behind the slash as the id, encoded', async () => {
    for (const id of ['a/b c#d?e&f=g+h%41', 'Zürich–ZH', 'https://id.example.org/place/7', '__proto__']) {
      const answer = await request(app).get(`/entities/${encodeURIComponent(id)}`);
      expect([answer.status, answer.headers['etag'], asked()]).toEqual([200, '"abcd"', { kind: 'get', id }]);
    }
    expect((await request(app).get('/entities/100%')).status).toBe(400);
  });

  it('hands on the body and what the headers demand', async () => {
    const answer = await request(app)
      .put('/entities/x')
      .set('If-Match', '"1", "2"')
      .set('If-None-Match', '*')
      .send({ name: 'X' });
    expect([answer.status, answer.headers['cache-control'], asked()]).toEqual([
      201,
      'no-store',
      { kind: 'put', id: 'x', body: '{"name":"X"}', demands: { ifMatch: '"1", "2"', ifNoneMatch: '*' } },
    ]);
    await request(app).patch('/entities/x').set('Content-Type', 'application/merge-patch+json').send('{"name":null}');
    expect(asked()).toEqual({ kind: 'patch', id: 'x', body: '{"name":null}', demands: {} });
  });

  it('writes what was changed into the audit log, and nothing of what was only looked at or refused', async () => {
    const before = recorded.length;
    await request(app).get('/entities/x');
    await request(app).delete('/entities/x');
    expect(recorded).toHaveLength(before);
    await request(app).put('/entities/x').send({ name: 'X' });
    expect(recorded.slice(before)).toEqual([
      expect.objectContaining({ action: 'create entity', target: 'x', after: { id: 'x', name: 'X' } }),
    ]);
  });

  it('tells a change that comes too late by its status', async () => {
    const answer = await request(app).delete('/entities/x');
    expect([answer.status, answer.body]).toEqual([
      412,
      { status: 'error', code: 'version-outdated', message: 'It has been changed.', details: { version: '0123' } },
    ]);
  });

  it('refuses pages of other sites, other bodies and other methods', async () => {
    const before = tasks.length;
    expect(
      (await request(app).put('/entities/x').set('Origin', 'https://elsewhere.example').send({ name: 'X' })).status,
    ).toBe(403);
    expect((await request(app).put('/entities/x').type('form').send('name=X')).status).toBe(400);
    expect((await request(app).put('/entities/x').set('Content-Type', 'application/x-ndjson').send('{}')).status).toBe(
      415,
    );
    expect((await request(app).put('/entities/x')).status).toBe(400);
    const posted = await request(app).post('/entities/x').send({ name: 'X' });
    expect([posted.status, posted.headers['allow']]).toEqual([405, 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS']);
    expect(tasks).toHaveLength(before);
  });
});

describe('/entities', () => {
  it('takes JSON lines, or one entity as JSON', async () => {
    await request(app)
      .post('/entities')
      .set('Content-Type', 'application/x-ndjson')
      .send('{"id":"a","name":"A"}\n{"id":"b","delete":true}\n');
    expect(asked()).toEqual({ kind: 'lines', body: '{"id":"a","name":"A"}\n{"id":"b","delete":true}\n' });
    await request(app)
      .post('/entities')
      .set('Content-Type', 'application/json')
      .send('{\n "id": "a",\n "name": "A"\n}');
    expect(asked()).toEqual({ kind: 'lines', body: '{  "id": "a",  "name": "A" }' });
    expect((await request(app).post('/entities')).status).toBe(400);
  });

  it('is not there where the dataset is not writable', async () => {
    expect((await request(smallApp().app).get('/entities/DE')).status).toBe(404);
  });
});
