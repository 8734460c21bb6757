/* eslint-disable @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-argument, @typescript-eslint/no-unsafe-call, @typescript-eslint/no-unsafe-return -- supertest gives bodies as any, and what they hold is what these tests are about */
import { createConnection } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import request, { type Response } from 'supertest';
import { NO_RESULT, textBatches } from '../support/text-batches.js';
import { createInlineBatchExecutor } from '../../src/assembly/inline-batch-executor.js';
import { listen } from '../../src/assembly/listen.js';
import { SameasError } from '../../src/foundation/sameas-error.js';
import type { BatchExecutor } from '../../src/describe/served-snapshot.js';
import { readJsonp } from '../support/read-jsonp.js';
import { smallApp } from '../support/small-app.js';
import { smallSnapshot } from '../support/small-snapshot.js';
import { liveOf } from '../support/live-of.js';

/*
 * What somebody who accepts a service for OpenRefine would try, in the requests of OpenRefine's releases since 2.8. The last on that list,
 * a run of the program itself, is test/clients and test/browser.
 */

const BASE = 'https://names.example.org';
const { app } = smallApp({ publicBaseUrl: BASE });
const agent = request(app);

interface WireCandidate {
  readonly id: string;
  readonly name: string;
  readonly score: number;
  readonly match: boolean;
  readonly type: readonly unknown[];
}
type WireAnswers = Readonly<Record<string, { readonly result: readonly WireCandidate[] }>>;

const reconcile = async (queries: unknown): Promise<Response> =>
  agent
    .post('/')
    .redirects(0)
    .type('form')
    .send({ queries: JSON.stringify(queries) });
const extend = async (ids: readonly string[], properties: readonly unknown[]): Promise<Response> =>
  agent
    .post('/')
    .type('form')
    .send({ extend: JSON.stringify({ ids, properties }) });
const idsOf = (things: readonly { readonly id: string }[]): readonly string[] => things.map(({ id }) => id);

/** Every key answered, every result a list of whole candidates in order, at most one match, which is strictly the best. */
function expectWhole(answer: Response, keys: readonly string[]): void {
  expect(answer.status).toBe(200);
  expect(Object.keys(answer.body).sort()).toEqual([...keys].sort());
  for (const { result } of Object.values(answer.body as WireAnswers)) {
    const scores = result.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    for (const { id, name, type } of result)
      expect([id.length > 0, typeof name, Array.isArray(type)]).toEqual([true, 'string', true]);
    const matched = result.filter(({ match }) => match);
    expect(matched.length).toBeLessThanOrEqual(1);
    if (matched.length === 1)
      expect([result[0]?.match, (result[0]?.score ?? 0) > (result[1]?.score ?? -1)]).toEqual([true, true]);
  }
}

describe('registering', () => {
  it('works across origins and by script, with the same manifest', async () => {
    const crossed = await agent
      .get('/')
      .set('Origin', 'http://127.0.0.1:3333')
      .set('Accept', 'application/json, text/javascript, */*; q=0.01');
    expect([crossed.status, crossed.headers['access-control-allow-origin']]).toEqual([200, '*']);
    const scripted = await agent.get('/?callback=jQuery351_160&_=1600000000000').set('Accept', '*/*');
    expect(readJsonp(scripted.text, 'jQuery351_160')).toEqual(crossed.body);
  });

  it('finds absolute addresses only, default types with id and name, a whole batchSize, logo and documentation', async () => {
    const { body } = await agent.get('/');
    const addresses = [
      body.view.url,
      body.preview.url,
      body.logo,
      body.documentation,
      body.extend.propose_properties.service_url,
      ...Object.values(body.suggest as Record<string, { service_url: string }>).map(({ service_url }) => service_url),
    ];
    for (const address of addresses) expect(address.startsWith(`${BASE}`)).toBe(true);
    expect(body.defaultTypes.length).toBeGreaterThan(0);
    for (const type of body.defaultTypes) expect(type).toEqual({ id: expect.any(String), name: expect.any(String) });
    expect(Number.isInteger(body.batchSize)).toBe(true);
  });
});

describe('reconciling', () => {
  it.each([1, 10, 100, 1_000])('takes %i queries in one form', async (size) => {
    const queries = Object.fromEntries(
      Array.from({ length: size }, (_, i) => [
        `q${String(i)}`,
        { query: ['Tokyo', 'Munich', 'Newtown 01'][i % 3], limit: 3 },
      ]),
    );
    expectWhole(await reconcile(queries), Object.keys(queries));
  });

  it('takes a batch without queries', async () => {
    expectWhole(await reconcile({}), []);
  });

  it.each([
    ['an empty name', { query: '' }],
    ['a name of blanks', { query: '  ' }],
    ['a name of ten thousand characters', { query: 'München '.repeat(1_250) }],
    ['a type that nothing has', { query: 'Tokyo', type: 'Planet', type_strict: 'should' }],
    ['a limit as text', { query: 'Tokyo', limit: '3' }],
    ['a property with text', { query: 'Berlin', properties: [{ pid: 'country', v: 'Germany' }] }],
    ['a property with a number', { query: 'Berlin', properties: [{ pid: 'population', v: 3_700_000 }] }],
    ['a property with a boolean', { query: 'Berlin', properties: [{ pid: 'seatOfGovernment', v: true }] }],
    ['a property with a date', { query: 'Berlin', properties: [{ pid: 'founded', v: '1237-10-28T00:00:00Z' }] }],
    [
      'a property with an entity',
      { query: 'Berlin', properties: [{ pid: 'country', v: { id: 'DE', name: 'Germany' } }] },
    ],
    [
      'a property that comes twice',
      {
        query: 'Berlin',
        properties: [
          { pid: 'twin', v: 'Paris' },
          { pid: 'twin', v: 'Tokyo' },
        ],
      },
    ],
    ['a property that nothing has', { query: 'Berlin', properties: [{ pid: 'nonsense', v: 'x' }] }],
  ])('takes %s', async (_, query) => {
    const answer = await reconcile({ q0: query, beside: { query: 'Tokyo' } });
    expectWhole(answer, ['q0', 'beside']);
    expect(answer.body.beside.result[0].id).toBe('T');
    const isBlank = query.query.trim() === '';
    expect(answer.body.q0.result.length > 0).toBe(!isBlank);
  });

  it('is kept no longer by one word of half a million letters than by any other cell', async () => {
    const start = performance.now();
    const answer = await reconcile({ long: { query: 'x'.repeat(500_000) }, beside: { query: 'Tokyo' } });
    expectWhole(answer, ['long', 'beside']);
    expect(performance.now() - start).toBeLessThan(30_000);
  });

  it('takes keys in any order and of any form', async () => {
    const keys = ['q12', 'q3', 'row 7', 'ü', '2', '1'];
    const answer = await reconcile(Object.fromEntries(keys.map((key) => [key, { query: 'Tokyo' }])));
    expectWhole(answer, keys);
    for (const key of keys) expect(answer.body[key].result[0].id).toBe('T');
  });

  it('answers 200 with whole results for names of every kind', async () => {
    const names = [
      'Tokyo',
      'Berlin',
      'Paris',
      'Zero Point',
      '日本',
      'Берлин',
      'spree athen',
      'Newtwon 05',
      '<script>',
      '"',
      '\\',
      '🏙️',
      'NULL',
      '0',
      '__proto__',
    ];
    const queries = Object.fromEntries(names.map((name, i) => [`q${String(i)}`, { query: name }]));
    expectWhole(await reconcile(queries), Object.keys(queries));
  });

  it('leaves out the result of a query that failed, and of no other', async () => {
    const snapshot = smallSnapshot();
    const real = createInlineBatchExecutor(snapshot, { batchTimeoutMs: 10_000, queryTimeoutMs: 2_000 });
    const oneFails: BatchExecutor = {
      execute: async (queries, form) =>
        (await real.execute(queries, form)).map((outcome, i) =>
          queries[i]?.text === 'breaks'
            ? { kind: 'failed', error: new SameasError('query-failed', 'It broke.') }
            : outcome,
        ),
    };
    const { body, status } = await request(smallApp({ snapshot, batches: oneFails }).app)
      .post('/')
      .type('form')
      .send({ queries: '{"a":{"query":"breaks"},"b":{"query":"Tokyo"}}' });
    expect(status).toBe(200);
    expect(body.a).not.toHaveProperty('result');
    expect(body.b.result[0].id).toBe('T');
  });

  it('says when to come again while there is too much to do or nothing to serve yet', async () => {
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    let begin = (): void => undefined;
    const started = new Promise<void>((resolve) => (begin = resolve));
    const batches = textBatches(async (asked) => (begin(), await gate, asked.map(() => NO_RESULT)));
    const busy = request(
      smallApp({ batches, limits: { maxBodyBytes: 10_000, maxBatchQueries: 10, batchSize: 10, maxWaitingQueries: 1 } })
        .app,
    );
    const send = async (target: typeof busy): Promise<Response> =>
      target.post('/').type('form').send({ queries: '{"q0":{"query":"x"}}' });
    const first = send(busy);
    await started;
    const refused = await send(busy);
    release();
    await first;
    const loading = request(
      smallApp({
        live: liveOf(() => {
          throw new SameasError('not-ready', 'Loading.');
        }),
      }).app,
    );
    const early = await send(loading);
    expect([refused.status, early.status]).toEqual([429, 503]);
    for (const answer of [refused, early]) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('is redirected nowhere, with a slash or without', async () => {
    const served = request(smallApp({ publicBaseUrl: `${BASE}/places` }).app);
    for (const path of ['/places', '/places/'])
      expect([path, (await served.post(path).type('form').send({ queries: '{}' }).redirects(0)).status]).toEqual([
        path,
        200,
      ]);
  });

  it('may go on over a connection that was idle for half a minute', async () => {
    const server = await listen(app, '127.0.0.1', 0);
    const connection = createConnection({ host: '127.0.0.1', port: server.port });
    let received = '';
    connection.setEncoding('utf8').on('data', (text: string) => (received += text));
    const ask = async (): Promise<string> => {
      received = '';
      connection.write('GET /health HTTP/1.1\r\nHost: names.test\r\n\r\n');
      for (let waits = 0; waits < 200 && !received.includes('{"status"'); waits++)
        await new Promise((resolve) => setTimeout(resolve, 10));
      return received;
    };
    try {
      // The server says itself how long it keeps an idle connection; waiting that long in a test would show no more.
      const [, seconds] = /keep-alive: timeout=(\d+)/i.exec(await ask()) ?? [];
      expect(Number(seconds)).toBeGreaterThan(30);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      expect(await ask()).toContain('HTTP/1.1 200 OK');
    } finally {
      connection.destroy();
      await server.close();
    }
  });
});

describe('suggesting', () => {
  const tail = 'spell=always&exact=false&scoring=schema&prefixed=true';

  it.each([
    ['2.8, a type', `/type/private/suggest?callback=jQuery1&prefix=Cit&${tail}`, 'City'],
    [
      '2.8, a property',
      `/property/private/suggest?callback=jQuery1&prefix=Pop&type=/type/property&schema=City&${tail}`,
      'population',
    ],
    ['2.8, an entity', '/private/suggest?callback=jQuery1&prefix=Tok&spell=always&exact=false&prefixed=true', 'T'],
    ['3.3 to 3.7, a type', `/type/private/suggest?prefix=Cit&${tail}`, 'City'],
    ['3.3 to 3.7, a property of a type', `/property/private/suggest?prefix=Pop&type=City&${tail}`, 'population'],
    ['3.3 to 3.7, an entity', '/private/suggest?prefix=Tok&spell=always&exact=false&prefixed=true', 'T'],
    ['3.8 and later, a type', `/type/private/suggest?prefix=Cit&${tail}`, 'City'],
    ['3.8 and later, a property', `/property/private/suggest?prefix=Pop&${tail}`, 'population'],
    ['3.8 and later, an entity', '/private/suggest?prefix=Tok&spell=always&exact=false&prefixed=true', 'T'],
  ])('answers %s', async (_, address, id) => {
    const answer = await agent.get(address);
    const body = (address.includes('callback') ? readJsonp(answer.text, 'jQuery1') : answer.body) as {
      result: { id: string; name: string }[];
    };
    expect(body.result[0]).toMatchObject({ id, name: expect.any(String) });
  });

  it.each([
    ['an address', '(all https://id.example.org/place/7)', 'https://id.example.org/place/7'],
    ['a path with a colon', `(all ${BASE}/view?id=PTX)`, 'PTX'],
  ])('puts %s together again that came as a filter, with an empty prefix', async (_, filter, id) => {
    const { body } = await agent.get('/private/suggest').query({ prefix: '', filter, spell: 'always' });
    expect([body.prefix, body.result[0].id]).toEqual(['', id]);
  });

  it('goes page by page to the end', async () => {
    const seen: string[] = [];
    for (let cursor: number | undefined = 0; cursor !== undefined;) {
      const { body }: Response = await agent
        .get('/private/suggest')
        .query({ prefix: 'Newtown', spell: 'always', ...(cursor === 0 ? {} : { cursor }) });
      seen.push(...idsOf(body.result));
      cursor = body.cursor;
    }
    expect([seen.length, new Set(seen).size]).toEqual([40, 40]);
  });

  it('passes over parameters that it does not know', async () => {
    const plain = (await agent.get('/private/suggest?prefix=new')).text;
    expect(
      (await agent.get('/private/suggest?prefix=new&lang=de&key=null&stemmed=1&mql_output=%5B%5D&format=ac')).text,
    ).toBe(plain);
  });
});

describe('cards', () => {
  it('come by the path of the manifest and by the search for an id', async () => {
    const { flyout_service_url, flyout_service_path, service_url } = (await agent.get('/')).body.suggest.entity;
    const byPath = await agent.get(
      `${flyout_service_url as string}${flyout_service_path as string}`.replace('${id}', 'B').replace(BASE, ''),
    );
    const bySearch = await agent.get(
      `${service_url as string}/search?filter=(all%20mid:B)&output=(notable:/client/summary%20(description%20citation%20provenance)%20type)&key=null`.replace(
        BASE,
        '',
      ),
    );
    expect(byPath.body).toMatchObject({ id: 'B', html: expect.stringContaining('Berlin') });
    expect(bySearch.body).toEqual(byPath.body);
  });
});

describe('the preview', () => {
  it('may be framed from another origin and runs nothing', async () => {
    const { headers, text } = await agent.get('/preview?id=B');
    expect([
      headers['x-frame-options'],
      headers['content-security-policy']?.includes('frame-ancestors'),
      headers['cross-origin-resource-policy'],
    ]).toEqual([undefined, false, 'cross-origin']);
    expect(text).not.toMatch(/<script|\son[a-z]+=/i);
  });

  it('of an unknown id is a friendly page', async () => {
    const answer = await agent.get('/preview?id=gone');
    expect([answer.status, answer.type]).toEqual([404, 'text/html']);
    expect(answer.text).toMatch(/<h1>Not found<\/h1>/);
  });

  it('knows ids with slashes, a number sign, blanks and letters beyond ASCII', async () => {
    for (const id of ['a/b c#d?e&f=g+h%41', 'https://id.example.org/place/7', 'Zürich–ZH'])
      expect([id, (await agent.get(`/preview?id=${encodeURIComponent(id)}`)).status]).toEqual([id, 200]);
  });
});

describe('proposing properties', () => {
  it('works for an empty type, an unknown one, and to a callback', async () => {
    const empty = (await agent.get('/extend/propose?type=')).body;
    const unknown = (await agent.get('/extend/propose?type=unknown')).body;
    expect(empty.properties.length).toBeGreaterThan(5);
    expect(unknown.properties).toEqual(empty.properties);
    const { properties } = readJsonp(
      (await agent.get('/extend/propose?type=City&callback=jQuery1')).text,
      'jQuery1',
    ) as { properties: { id: string; name: string }[] };
    expect(idsOf(properties)).toContain('population');
  });
});

describe('extending', () => {
  it('has its meta in the order of the request, twice what was asked for twice', async () => {
    const properties = ['twin', 'country', 'twin'];
    expect(
      idsOf(
        (
          await extend(
            ['B'],
            properties.map((id) => ({ id })),
          )
        ).body.meta,
      ),
    ).toEqual(properties);
  });

  it('has every property of every id, and nothing in the cells of what does not exist', async () => {
    const { body } = await extend(['B', 'nowhere', 'M'], [{ id: 'country' }, { id: 'nonsense' }]);
    expect(body.rows).toEqual({
      B: { country: [{ id: 'DE', name: 'Germany' }], nonsense: [] },
      nowhere: { country: [], nonsense: [] },
      M: { country: [{ id: 'DE', name: 'Germany' }], nonsense: [] },
    });
  });

  it('reads settings that are text, and does without', async () => {
    const count = async (settings: unknown): Promise<number> =>
      (await extend(['B'], [{ id: 'twin', settings }])).body.rows.B.twin.length;
    expect([await count({ limit: '2' }), await count({}), await count(undefined)]).toEqual([2, 3, 3]);
  });

  it('of no ids has columns and no rows', async () => {
    expect((await extend([], [{ id: 'country' }])).body).toMatchObject({ meta: [{ id: 'country' }], rows: {} });
  });

  it('gives whole numbers beyond 32 bits as floating ones, and dates with their offset', async () => {
    expect((await extend(['B'], [{ id: 'budget' }, { id: 'founded' }])).body.rows.B).toEqual({
      budget: [{ float: 39_000_000_000 }],
      founded: [{ date: '1237-10-28T00:00:00Z' }],
    });
  });
});
