/* eslint-disable @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-argument, @typescript-eslint/no-unsafe-return -- supertest gives bodies as any, and what they hold is what these tests are about */
import { describe, expect, it } from '@jest/globals';
import request, { type Response } from 'supertest';
import { NO_RESULT, textBatches } from '../support/text-batches.js';
import { SameasError } from '../../src/foundation/sameas-error.js';
import { MESSAGE_TABLE } from '../../src/protocols/message-table.js';
import type { BatchExecutor } from '../../src/describe/served-snapshot.js';
import { readJsonp } from '../support/read-jsonp.js';
import { smallApp } from '../support/small-app.js';

const { app } = smallApp();
const agent = request(app);
const post = async (queries: unknown): Promise<Response> =>
  agent
    .post('/')
    .type('form')
    .send({ queries: JSON.stringify(queries) });
const ids = (answer: { readonly result: readonly { readonly id: string }[] }): readonly string[] =>
  answer.result.map(({ id }) => id);
const ask = async (query: unknown): Promise<{ readonly result: readonly Record<string, unknown>[] }> =>
  (await post({ q: query })).body.q;

describe('a batch', () => {
  const queries = { q1: { query: 'Tokyo' }, q0: { query: 'Munich', type: 'City' } };

  it('by form POST, by GET and by JSON gives the same', async () => {
    const { body } = await post(queries);
    expect([ids(body.q0)[0], ids(body.q1)[0]]).toEqual(['M', 'T']);
    const text = encodeURIComponent(JSON.stringify(queries));
    expect((await agent.get(`/?queries=${text}`)).body).toEqual(body);
    expect((await agent.post('/').send({ queries })).body).toEqual(body);
    expect(
      (
        await agent
          .post('/')
          .set('Content-Type', 'application/x-www-form-urlencoded; charset=UTF-8')
          .send(`queries=${text}`)
      ).body,
    ).toEqual(body);
    expect((await agent.post(`/?queries=${text}`)).body).toEqual(body);
    expect((await agent.post('/').field('queries', JSON.stringify(queries))).body).toEqual(body);
    expect(
      (await agent.post('/').attach('queries', Buffer.from(JSON.stringify(queries)), 'queries.json')).body,
    ).toEqual(body);
  });

  it('as curl sends it, without encoding, is read', async () => {
    const answer = await agent
      .post('/')
      .set('Content-Type', 'application/x-www-form-urlencoded')
      .send('queries={"q0":{"query":"Tokyo"}}');
    expect(ids(answer.body.q0)[0]).toBe('T');
  });

  it('keeps every key exactly: 0, __proto__, unicode, the empty one', async () => {
    const text =
      '{"z":{"query":"Tokyo"},"__proto__":{"query":"Tokyo"},"0":{"query":"Tokyo"},"":{"query":""},"ключ 🔑":{"query":"Tokyo"},"constructor":{"query":"Tokyo"}}';
    const answer = await agent.post('/').type('form').send({ queries: text });
    const keys = [...answer.text.matchAll(/(?:^\{|\]\},)"([^"]*)":/g)].map(([, key]) => key);
    expect(new Set(keys)).toEqual(new Set(['z', '__proto__', '0', '', 'ключ 🔑', 'constructor']));
    expect(keys).toHaveLength(6);
    expect(answer.text).toContain('"__proto__":{"result":[{"id":"T"');
  });

  it.each(['\\ud800', '\\u0001\\u0002', '\\u200b', '\\u3164', '\\ufffd'])(
    'with a name that says nothing finds nothing: "%s"',
    async (name) => {
      const answer = await agent
        .post('/')
        .type('form')
        .send({ queries: `{"a":{"query":"${name}"},"b":{"query":"Tokyo"}}` });
      expect([answer.body.a, ids(answer.body.b)[0]]).toEqual([{ result: [] }, 'T']);
    },
  );

  it('of nothing is answered with nothing, at once', async () => {
    for (const answer of [
      await post({}),
      await agent.get('/?queries={}'),
      await agent.post('/').send({ queries: {} }),
    ]) {
      expect([answer.status, answer.text]).toEqual([200, '{}']);
    }
  });

  it.each([1, 10, 100, 1_000])('of %i queries has an answer for each', async (size) => {
    const queries = Object.fromEntries(
      Array.from({ length: size }, (_, i) => [
        `q${String(i)}`,
        { query: `Newtown ${String(i % 40).padStart(2, '0')}` },
      ]),
    );
    const { body } = await post(queries);
    expect(Object.keys(body)).toHaveLength(size);
    for (let i = 0; i < size; i++) expect(body[`q${String(i)}`].result[0].id).toBe(`N${String(i % 40)}`);
  });

  it('may hold a cell of ten thousand characters, and its neighbours are answered', async () => {
    const { body } = await post({ long: { query: 'Tokyo '.repeat(1_700) }, q: { query: 'Tokyo' } });
    expect(Array.isArray(body.long.result)).toBe(true);
    expect(ids(body.q)[0]).toBe('T');
  });

  it('is compressed for those who ask, and the same for those who do not', async () => {
    const queries = encodeURIComponent(
      JSON.stringify(Object.fromEntries(Array.from({ length: 30 }, (_, i) => [String(i), { query: 'Berlin' }]))),
    );
    const packed = await agent.get(`/?queries=${queries}`).set('Accept-Encoding', 'gzip');
    const plain = await agent.get(`/?queries=${queries}`).set('Accept-Encoding', 'identity');
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(packed.text).toBe(plain.text);
  });
});

describe('a query', () => {
  it.each([
    ['an empty name', { query: '' }],
    ['a blank name', { query: '   ' }],
    ['a blank name', { query: ' ' }],
    ['null as its name', { query: null }],
    ['a name of nothing and a property of nothing', { query: '', properties: [{ pid: 'country', v: [] }] }],
  ])('with %s has an empty result, which is no error', async (_, query) => {
    expect(await ask(query)).toEqual({ result: [] });
  });

  it('takes a limit as a number, as text, and anything else for the default', async () => {
    const count = async (limit: unknown): Promise<number> => (await ask({ query: 'Newtown', limit })).result.length;
    expect(await count(3)).toBe(3);
    expect(await count('3')).toBe(3);
    expect(await count(2.9)).toBe(2);
    for (const limit of [0, -1, 'many', null, undefined, {}, true])
      expect([limit, await count(limit)]).toEqual([limit, 10]);
    expect(await count(1_000_000)).toBeGreaterThan(10);
  });

  it('takes a type as text, as an array, as an object, blank, and null', async () => {
    for (const type of ['City', ['City'], ['City', 'Country'], { id: 'City' }, [{ id: 'City' }]])
      expect(ids((await ask({ query: 'Tokyo', type })) as never)[0]).toBe('T');
    for (const type of ['', null, [], ['']])
      expect(ids((await ask({ query: 'Germany', type })) as never)[0]).toBe('DE');
    expect(
      (await ask({ query: 'Germany', type: 'City', type_strict: 'any' })).result.map(({ id }) => id),
    ).not.toContain('DE');
  });

  it('takes each type_strict', async () => {
    expect(ids((await ask({ query: 'Berlin', type: ['Capital', 'City'], type_strict: 'all' })) as never)).toEqual([
      'B',
    ]);
    expect(ids((await ask({ query: 'Berlin', type: ['Capital', 'Country'], type_strict: 'any' })) as never)).toEqual([
      'B',
    ]);
    expect(ids((await ask({ query: 'Germany', type: 'City', type_strict: 'should' })) as never)).toContain('DE');
  });

  it('takes an unknown type for a type that nothing has, or under "should" for none', async () => {
    expect(await ask({ query: 'Berlin', type: 'Planet' })).toEqual({ result: [] });
    expect((await ask({ query: 'Tokyo', type: 'Planet', type_strict: 'should' })).result).not.toHaveLength(0);
  });

  it.each([
    ['text', 'Germany'],
    ['a number', 3_700_000],
    ['a boolean', true],
    ['an ISO date', '1237-10-28T00:00:00Z'],
    ['an entity', { id: 'DE', name: 'Germany' }],
    ['an entity with a number as id', { id: 17 }],
    ['an array', ['DE', 5, true, { id: 'FR' }]],
    ['nothing', null],
  ])('takes a property whose v is %s, by pid and by p', async (_, v) => {
    for (const property of [
      { pid: 'country', v },
      { p: 'Country', v },
      { p: null, pid: 'country', v },
    ]) {
      const { result } = await ask({ query: 'Berlin', properties: [property, property] });
      expect(result.map(({ id }) => id)).toContain('B');
    }
  });

  it('passes over keys it does not know', async () => {
    expect(ids((await ask({ query: 'Tokyo', lang: 'en', threshold: 5, queryId: {} })) as never)[0]).toBe('T');
  });

  it('finds an entity by its identifier', async () => {
    for (const query of ['PTX', 'https://id.example.org/place/7'])
      expect(ids((await ask({ query })) as never)[0]).toBe(query === 'PTX' ? 'PTX' : query);
  });

  it('finds an entity by its address at this service', async () => {
    const base = 'https://names.example.org/list';
    const own = request(smallApp({ publicBaseUrl: base }).app);
    const { identifierSpace } = (await own.get('/')).body;
    const addresses = [
      `${identifierSpace}PTX`,
      ` ${base}/view?id=PTX `,
      `${identifierSpace}https%3A%2F%2Fid.example.org%2Fplace%2F7`,
      `${identifierSpace}nothing`,
      'PTX',
    ];
    const queries = Object.fromEntries(addresses.map((query, i) => [i, { query, limit: 1 }]));
    const { body } = await own
      .post('/')
      .type('form')
      .send({ queries: JSON.stringify(queries) });
    expect([0, 1, 2, 4].map((i) => [body[i].result[0].id, body[i].result[0].match])).toEqual([
      ['PTX', true],
      ['PTX', true],
      ['https://id.example.org/place/7', true],
      ['PTX', true],
    ]);
    expect(
      (body[3] as { readonly result: readonly { readonly match: boolean }[] }).result.filter(({ match }) => match),
    ).toEqual([]);
    expect((await own.get('/').query({ query: `${identifierSpace}PTX` })).body.result[0].id).toBe('PTX');
  });
});

describe('the form of candidates', () => {
  const text = encodeURIComponent(JSON.stringify({ a: { query: 'Tokyo' } }));

  it('has types as objects and features by default', async () => {
    const { result } = await ask({ query: 'Tokyo' });
    expect(result[0]).toMatchObject({
      type: [
        { id: 'Capital', name: 'Capital city' },
        { id: 'City', name: 'City' },
        { id: 'Place', name: 'Place' },
      ],
    });
    expect(result[0]?.['features']).toContainEqual({ id: expect.any(String), value: expect.any(Number) });
    expect(Object.values(result[0] ?? {})).not.toContain(null);
  });

  it.each([
    ['the profile of the seed', `/?profile=freebase&queries=${text}`],
    ['a callback', `/?callback=f&queries=${text}`],
  ])('has types as plain ids and no features with %s', async (_, address) => {
    const answer = await agent.get(address);
    const body = (address.includes('callback') ? readJsonp(answer.text, 'f') : answer.body) as {
      a: { result: Record<string, unknown>[] };
    };
    expect(MESSAGE_TABLE.freebase.resultBatch.safeParse(body).error).toBeUndefined();
    expect(body.a.result[0]).toEqual({
      id: 'T',
      name: 'Tokyo',
      type: ['Capital', 'City', 'Place'],
      score: 100,
      match: true,
    });
  });

  it('of the single query, as text and as an object, is that of the seed, without a key around it', async () => {
    for (const query of ['Tokyo', '{"query":"Tokyo","limit":1}']) {
      const { body } = await agent.get(`/?query=${encodeURIComponent(query)}`);
      expect(body.result[0]).toEqual({
        id: 'T',
        name: 'Tokyo',
        type: ['Capital', 'City', 'Place'],
        score: 100,
        match: true,
      });
    }
    expect((await agent.get('/?query=')).body).toEqual({ result: [] });
    expect((await agent.post('/').type('form').send({ query: 'Tokyo' })).body.result[0].id).toBe('T');
    expect((await agent.get(`/?query=${encodeURIComponent('{curly}')}`)).status).toBe(200);
  });

  it('has the form of a version that is asked for outright, also by a callback and as a single query', async () => {
    const single = `/?query=${encodeURIComponent('Tokyo')}`;
    for (const version of ['0.1', '0.2']) {
      for (const address of [`/?callback=f&queries=${text}`, `${single}`, `${single}&callback=f`]) {
        for (const answer of [
          await agent.get(`${address}&profile=${version}`),
          await agent.get(address).set('Accept', `application/reconciliation.v${version}+json`),
        ]) {
          const body = (address.includes('callback') ? readJsonp(answer.text, 'f') : answer.body) as {
            a: { result: Record<string, unknown>[] };
            result: Record<string, unknown>[];
          };
          const [first] = address.includes('queries') ? body.a.result : body.result;
          expect(first).toMatchObject({
            id: 'T',
            type: [
              { id: 'Capital', name: 'Capital city' },
              { id: 'City', name: 'City' },
              { id: 'Place', name: 'Place' },
            ],
            features: expect.any(Array),
          });
        }
      }
    }
  });

  it('is the same for queries as text in a JSON body', async () => {
    expect(
      (await agent.post('/').send({ queries: JSON.stringify({ a: { query: 'Tokyo' } }) })).body.a.result[0].id,
    ).toBe('T');
    expect((await agent.post('/').send({ queries: 'Tokyo' })).body.code).toBe('queries-not-json');
  });

  it('lets queries win over query, and extend over both', async () => {
    expect((await agent.get(`/?query=Paris&queries=${text}`)).body).toHaveProperty('a');
    expect(
      (await agent.get(`/?query=Paris&queries=${text}&extend=${encodeURIComponent('{"ids":[],"properties":[]}')}`))
        .body,
    ).toEqual({ meta: [], rows: {} });
  });
});

describe('when the service itself fails', () => {
  const failing = (batches: BatchExecutor): ReturnType<typeof request> => request(smallApp({ batches }).app);
  const queries = JSON.stringify({ a: { query: 'x' }, b: { query: 'y' } });

  it('with one query, that one has no result, and the others are answered', async () => {
    const answer = await failing(
      textBatches((asked) =>
        Promise.resolve(
          asked.map(({ text }) =>
            text === 'x' ? { kind: 'failed', error: new SameasError('query-failed', 'It failed.') } : NO_RESULT,
          ),
        ),
      ),
    )
      .get('/')
      .query({ queries });
    expect([answer.status, answer.body]).toEqual([
      200,
      { a: { error: { code: 'query-failed', message: 'It failed.' } }, b: { result: [] } },
    ]);
  });

  it('with the whole batch, the status says so, and the reason is in the status line', async () => {
    const answer = await failing({ execute: () => Promise.reject(new Error('secret of the house')) })
      .post('/')
      .set('User-Agent', 'OpenRefine/3.8.7')
      .type('form')
      .send({ queries });
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain('secret');
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect((answer as unknown as { res: { statusMessage: string } }).res.statusMessage).toBe('The service failed.');
  });

  it('with too many queries waiting, it says 429 and when to come again', async () => {
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const batches = textBatches(async (asked) => {
      await gate;
      return asked.map(() => NO_RESULT);
    });
    const busy = request(
      smallApp({ batches, limits: { maxBodyBytes: 10_000, maxBatchQueries: 10, batchSize: 10, maxWaitingQueries: 3 } })
        .app,
    );
    const first = busy
      .get('/')
      .query({ queries })
      .then((answer) => answer.status);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const second = await busy.get('/').query({ queries });
    expect([second.status, second.headers['retry-after'], second.body.code]).toEqual([429, '2', 'too-many-requests']);
    release();
    expect(await first).toBe(200);
  });
});
