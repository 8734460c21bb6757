/* eslint-disable @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-argument -- supertest gives bodies as any, and what they hold is what these tests are about */
import { describe, expect, it } from '@jest/globals';
import { readJsonp } from '../../support/read-jsonp.js';
import {
  agent,
  type WireCandidate,
  type WireResult,
  postForm,
  postBatch,
  candidates,
  idsOf,
  expectValid,
} from './checklist-service.js';

describe('a batch', () => {
  const QUERIES = { q1: { query: 'Tokyo' }, q0: { query: 'Munich' } };
  const asText = encodeURIComponent(JSON.stringify(QUERIES));

  it('is taken as a form by POST', async () => {
    const { body } = await postBatch(QUERIES);
    expect([body.q0.result[0].id, body.q1.result[0].id]).toEqual(['M', 'T']);
  });

  it('is taken by GET', async () => {
    expect((await agent.get(`/?queries=${asText}`)).body).toEqual((await postBatch(QUERIES)).body);
  });

  it('is taken by GET with a callback', async () => {
    const body = readJsonp((await agent.get(`/?queries=${asText}&callback=f`)).text, 'f') as Record<string, WireResult>;
    expect([body['q0']?.result[0]?.id, body['q1']?.result[0]?.id]).toEqual(['M', 'T']);
  });

  it.each(['0', '__proto__', 'constructor', 'ключ 🔑', ''])('keeps the key %j', async (key) => {
    const { text, status } = await postForm({ queries: `{${JSON.stringify(key)}:{"query":"Tokyo"}}` });
    expect(status).toBe(200);
    expect(text.startsWith(`{${JSON.stringify(key)}:{"result":[{"id":"T"`)).toBe(true);
  });

  it('without queries has an answer without results', async () => {
    const answer = await postBatch({});
    expect([answer.status, answer.text]).toEqual([200, '{}']);
  });

  it('may be a single query as plain text', async () => {
    expect((await agent.get('/?query=Tokyo')).body.result[0].id).toBe('T');
  });

  it('may be a single query as a JSON object', async () => {
    const { body } = await agent.get('/').query({ query: '{"query":"Newtown","limit":2}' });
    expect(body.result).toHaveLength(2);
  });

  it('answers a name that is missing or blank with nothing found, and its neighbours in full', async () => {
    const { body } = await postBatch({ missing: {}, blank: { query: ' ' }, good: { query: 'Tokyo' } });
    expect([body.missing.result, body.blank, body.good.result[0].id]).toEqual([[], { result: [] }, 'T']);
    expect(body.missing.error.code).toBe('query-invalid');
  });

  it.each(['p', 'pid'])('takes a property by %s', async (name) => {
    const lead = ([first, second]: readonly WireCandidate[]): number => (first?.score ?? 0) - (second?.score ?? 0);
    const told = await candidates({ query: 'Paris', properties: [{ [name]: 'country', v: 'FR' }] });
    expect(idsOf(told)[0]).toBe('P');
    expect(lead(told)).toBeGreaterThan(lead(await candidates({ query: 'Paris' })));
  });

  it.each([
    ['text', 'Germany'],
    ['a whole number', 3_700_000],
    ['a broken number', 891.7],
    ['a boolean', false],
    ['an entity', { id: 'DE' }],
    ['a list of all of these', ['DE', 1, 2.5, true, { id: 'FR' }]],
  ])('takes a property value that is %s', async (_, v) => {
    expect(idsOf(await candidates({ query: 'Berlin', properties: [{ pid: 'country', v }] }))).toContain('B');
  });

  it('takes a type as text and as an array', async () => {
    for (const type of ['Country', ['Country'], ['Country', 'City']])
      expect(idsOf(await candidates({ query: 'Germany', type }))[0]).toBe('DE');
    expect(await candidates({ query: 'Germany', type: ['City'] })).not.toContainEqual(
      expect.objectContaining({ id: 'DE' }),
    );
  });

  it.each([
    ['any', ['B', 'BNH']],
    ['all', ['B']],
    ['should', ['B', 'BNH']],
  ])('takes type_strict %s', async (type_strict, expected) => {
    expect(
      idsOf(await candidates({ query: 'Berlin', type: ['Capital', 'City'], type_strict })).filter((id) =>
        id.startsWith('B'),
      ),
    ).toEqual(expected);
  });

  it('takes a limit that is absent, zero, huge or none at all', async () => {
    const count = async (limit?: unknown): Promise<number> =>
      (await candidates({ query: 'Newtown', ...(limit === undefined ? {} : { limit }) })).length;
    expect(await count(2)).toBe(2);
    const usual = await count();
    expect(usual).toBeGreaterThan(2);
    for (const limit of [0, -5, 'many', null]) expect(await count(limit)).toBe(usual);
    expect(await count(1e9)).toBeGreaterThanOrEqual(usual);
  });

  it.each(['{"a":', '[]', 'null', '"text"', ''])(
    'that is %j is refused as JSON, readable from any origin',
    async (queries) => {
      for (const answer of [await postForm({ queries }), await agent.get('/').query({ queries })]) {
        expect([answer.status, answer.headers['content-type'], answer.headers['access-control-allow-origin']]).toEqual([
          400,
          'application/json; charset=utf-8',
          '*',
        ]);
        expect(answer.body.message).toEqual(expect.any(String));
      }
    },
  );

  it('that is too large in queries or in bytes is refused as too large', async () => {
    const many = await postBatch(Object.fromEntries(Array.from({ length: 21 }, (_, i) => [String(i), { query: 'x' }])));
    const long = await postForm({ queries: 'x'.repeat(60_000) });
    expect([many.status, many.body.code, long.status, long.body.code]).toEqual([
      413,
      'batch-too-large',
      413,
      'body-too-large',
    ]);
  });

  it('is read when curl sends it as it was typed', async () => {
    const { body } = await agent
      .post('/')
      .set('Content-Type', 'application/x-www-form-urlencoded')
      .send('queries={"a":{"query":"São Tokyo"},"b":{"query":"Tokyo"}}');
    expect(Object.keys(body)).toEqual(['a', 'b']);
    expect(body.b.result[0].id).toBe('T');
  });

  it('is read when the content type names a character set', async () => {
    const { body } = await agent
      .post('/')
      .set('Content-Type', 'application/x-www-form-urlencoded; charset=UTF-8')
      .send(`queries=${asText}`);
    expect(body.q1.result[0].id).toBe('T');
  });

  it('is answered as versions 0.1 and 0.2 have it, and as the form before them for old clients', async () => {
    expectValid('resultBatch', (await postBatch(QUERIES)).body, ['0.1', '0.2']);
    expectValid('resultBatch', (await agent.get(`/?profile=freebase&queries=${asText}`)).body, ['freebase']);
  });

  it('has candidates from the best score to the worst, each from 0 to 100, the same every time', async () => {
    const query = { query: 'Newtown', limit: 40 };
    const first = await candidates(query);
    const scores = first.map(({ score }) => score);
    expect(scores.length).toBeGreaterThan(10);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(scores.every((score) => score >= 0 && score <= 100)).toBe(true);
    expect(await candidates(query)).toEqual(first);
  });

  it('has one match a query at most, which is the first', async () => {
    for (const query of ['Tokyo', 'Berlin', 'Paris', 'Newtown 03', 'Germany', 'Munich']) {
      const found = await candidates({ query });
      expect(found.slice(1).filter(({ match }) => match)).toEqual([]);
    }
    expect((await candidates({ query: 'Tokyo' }))[0]?.match).toBe(true);
  });
});
