/* eslint-disable @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-argument, @typescript-eslint/no-unsafe-call, @typescript-eslint/no-unsafe-return -- supertest gives bodies as any, and what they hold is what these tests are about */
import { describe, expect, it } from '@jest/globals';
import request, { type Response, type Test } from 'supertest';
import { SameasError } from '../../src/foundation/sameas-error.js';
import { MESSAGE_TABLE, type MessageName } from '../../src/protocols/message-table.js';
import type { BatchExecutor } from '../../src/reconciliation/batch-executor.js';
import { createAnswerBatch } from '../../src/web/matching/answer-batch.js';
import { routeTable } from '../../src/web/route-table.js';
import { readJsonp } from '../support/read-jsonp.js';
import { smallApp } from '../support/small-app.js';

/*
 * What a reconciliation service of versions 0.1 and 0.2, and of the form before them, is accepted for: one line of the list, one test.
 * Each asks the application over HTTP, as a client would; the corners of each part are tested in test/web.
 */

const BASE = 'https://names.example.org/places';
const LIMITS = { maxBodyBytes: 50_000, maxBatchQueries: 20, batchSize: 10 };
const { app } = smallApp({ publicBaseUrl: BASE, limits: LIMITS });
const agent = request(app);

interface WireCandidate {
  readonly id: string;
  readonly score: number;
  readonly match: boolean;
  readonly type: readonly unknown[];
}
interface WireResult {
  readonly result: readonly WireCandidate[];
}

const postForm = (fields: Readonly<Record<string, string>>): Test => agent.post('/').type('form').send(fields);
const postBatch = (queries: unknown): Test => postForm({ queries: JSON.stringify(queries) });
const candidates = async (query: unknown): Promise<readonly WireCandidate[]> => ((await postBatch({ q: query })).body as { q: WireResult }).q.result;
const idsOf = (things: readonly { readonly id: string }[]): readonly string[] => things.map(({ id }) => id);
const suggestions = async (address: string): Promise<readonly string[]> => idsOf((await agent.get(address)).body.result);

function expectValid(message: MessageName, body: unknown, forms: readonly ('freebase' | '0.1' | '0.2')[] = ['freebase', '0.1', '0.2']): void {
  for (const form of forms) expect([form, MESSAGE_TABLE[form][message].safeParse(body).error]).toEqual([form, undefined]);
}

describe('the root', () => {
  it('gives the manifest by GET', async () => {
    const answer = await agent.get('/');
    expect([answer.status, answer.body.name]).toEqual([200, 'Small world']);
  });

  it('gives the same manifest to a callback, and to a callback with the _ of jQuery', async () => {
    const { body } = await agent.get('/');
    for (const address of ['/?callback=f', '/?callback=f&_=1597936961627']) expect(readJsonp((await agent.get(address)).text, 'f')).toEqual(body);
  });

  it('gives the same manifest by a POST without anything in it', async () => {
    const { text } = await agent.get('/');
    for (const answer of [await agent.post('/'), await agent.post('/').type('form').send('')]) expect([answer.status, answer.text]).toEqual([200, text]);
  });

  it('answers with a slash at the end and without one, GET and POST alike, by no redirect', async () => {
    for (const path of ['/places', '/places/']) {
      const manifest = await agent.get(path).redirects(0);
      expect([path, manifest.status, manifest.body.name]).toEqual([path, 200, 'Small world']);
      const batch = await agent.post(path).type('form').send({ queries: '{"a":{"query":"Tokyo"}}' }).redirects(0);
      expect([path, batch.status, idsOf(batch.body.a.result)[0]]).toEqual([path, 200, 'T']);
    }
  });

  it('answers HEAD like GET, without a body', async () => {
    const [head, get] = [await agent.head('/'), await agent.get('/')];
    expect([head.status, head.headers['content-type'], head.text]).toEqual([get.status, get.headers['content-type'], undefined]);
  });

  it('gives a manifest that is valid in version 0.1 and in version 0.2', async () => {
    const { body } = await agent.get('/');
    expectValid('manifest', body, ['0.1', '0.2']);
    expect(body.versions).toContain('0.2');
  });

  it('refuses a client that can read only what is not offered, and names what is', async () => {
    const answer = await agent.get('/').set('Accept', 'application/reconciliation.v9+json');
    expect([answer.status, answer.body.code]).toEqual([406, 'not-acceptable']);
    expect(answer.body.details.supported).toContain('0.2');
  });

  it('tells caches that the answer depends on Accept', async () => {
    expect((await agent.get('/')).headers['vary']).toMatch(/\bAccept\b/);
  });

  it('serves JSON as JSON and scripts as scripts, both as UTF-8', async () => {
    expect((await agent.get('/')).headers['content-type']).toBe('application/json; charset=utf-8');
    expect((await agent.get('/?callback=f')).headers['content-type']).toBe('application/javascript; charset=utf-8');
  });

  it('writes the public address everywhere, whatever host the request named', async () => {
    const { text } = await agent.get('/').set('Host', 'inner:8000');
    expect(text).not.toContain('inner');
    for (const [address] of text.matchAll(/https?:[^"]+/g)) expect(address.startsWith(BASE)).toBe(true);
  });
});

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
    expect([body.missing, body.blank, body.good.result[0].id]).toEqual([{ result: [] }, { result: [] }, 'T']);
  });

  it.each(['p', 'pid'])('takes a property by %s', async (name) => {
    const lead = ([first, second]: readonly WireCandidate[]): number => (first?.score ?? 0) - (second?.score ?? 0);
    const told = await candidates({ query: 'Paris', properties: [{ [name]: 'country', v: 'FR' }] });
    expect(idsOf(told)[0]).toBe('P');
    expect(lead(told)).toBeGreaterThan(lead(await candidates({ query: 'Paris' })));
  });

  it.each([['text', 'Germany'], ['a whole number', 3_700_000], ['a broken number', 891.7], ['a boolean', false], ['an entity', { id: 'DE' }], ['a list of all of these', ['DE', 1, 2.5, true, { id: 'FR' }]]])(
    'takes a property value that is %s',
    async (_, v) => {
      expect(idsOf(await candidates({ query: 'Berlin', properties: [{ pid: 'country', v }] }))).toContain('B');
    },
  );

  it('takes a type as text and as an array', async () => {
    for (const type of ['Country', ['Country'], ['Country', 'City']]) expect(idsOf(await candidates({ query: 'Germany', type }))[0]).toBe('DE');
    expect(await candidates({ query: 'Germany', type: ['City'] })).not.toContainEqual(expect.objectContaining({ id: 'DE' }));
  });

  it.each([
    ['any', ['B', 'BNH']],
    ['all', ['B']],
    ['should', ['B', 'BNH']],
  ])('takes type_strict %s', async (type_strict, expected) => {
    expect(idsOf(await candidates({ query: 'Berlin', type: ['Capital', 'City'], type_strict })).filter((id) => id.startsWith('B'))).toEqual(expected);
  });

  it('takes a limit that is absent, zero, huge or none at all', async () => {
    const count = async (limit?: unknown): Promise<number> => (await candidates({ query: 'Newtown', ...(limit === undefined ? {} : { limit }) })).length;
    expect(await count(2)).toBe(2);
    const usual = await count();
    expect(usual).toBeGreaterThan(2);
    for (const limit of [0, -5, 'many', null]) expect(await count(limit)).toBe(usual);
    expect(await count(1e9)).toBeGreaterThanOrEqual(usual);
  });

  it.each(['{"a":', '[]', 'null', '"text"', ''])('that is %j is refused as JSON, readable from any origin', async (queries) => {
    for (const answer of [await postForm({ queries }), await agent.get('/').query({ queries })]) {
      expect([answer.status, answer.headers['content-type'], answer.headers['access-control-allow-origin']]).toEqual([400, 'application/json; charset=utf-8', '*']);
      expect(answer.body.message).toEqual(expect.any(String));
    }
  });

  it('that is too large in queries or in bytes is refused as too large', async () => {
    const many = await postBatch(Object.fromEntries(Array.from({ length: 21 }, (_, i) => [String(i), { query: 'x' }])));
    const long = await postForm({ queries: 'x'.repeat(60_000) });
    expect([many.status, many.body.code, long.status, long.body.code]).toEqual([413, 'batch-too-large', 413, 'body-too-large']);
  });

  it('is read when curl sends it as it was typed', async () => {
    const { body } = await agent.post('/').set('Content-Type', 'application/x-www-form-urlencoded').send('queries={"a":{"query":"São Tokyo"},"b":{"query":"Tokyo"}}');
    expect(Object.keys(body)).toEqual(['a', 'b']);
    expect(body.b.result[0].id).toBe('T');
  });

  it('is read when the content type names a character set', async () => {
    const { body } = await agent.post('/').set('Content-Type', 'application/x-www-form-urlencoded; charset=UTF-8').send(`queries=${asText}`);
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

describe('suggest', () => {
  it.each([['/private/suggest?prefix=tok', 'T'], ['/type/private/suggest?prefix=cou', 'Country'], ['/property/private/suggest?prefix=popu', 'population']])('completes each of the three kinds: %s', async (address, id) => {
    expect((await suggestions(address))[0]).toBe(id);
  });

  it('gives everything for an empty prefix, the well-known first', async () => {
    expect((await suggestions('/private/suggest?prefix='))[0]).toBe('DE');
    for (const kind of ['type', 'property']) expect((await suggestions(`/${kind}/private/suggest?prefix=`)).length).toBeGreaterThan(3);
  });

  it('refuses a request without a prefix, in the envelope', async () => {
    const answer = await agent.get('/private/suggest');
    expect([answer.status, answer.body.code, answer.body.status]).toEqual([400, '/api/status/error', '400 Bad Request']);
  });

  it('finds by an exact identifier', async () => {
    expect(await suggestions('/private/suggest?prefix=PTX')).toContain('PTX');
    expect((await suggestions('/type/private/suggest?prefix=Capital'))[0]).toBe('Capital');
    expect((await suggestions('/property/private/suggest?prefix=seatOfGovernment'))[0]).toBe('seatOfGovernment');
  });

  it('passes over case and accents', async () => {
    for (const prefix of ['münch', 'MUNCH', 'Munch']) expect((await suggestions(`/private/suggest?prefix=${encodeURIComponent(prefix)}`))[0]).toBe('M');
  });

  it.each(['start', 'cursor', 'offset'])('keeps to a limit and goes on by %s', async (name) => {
    const whole = await suggestions('/private/suggest?prefix=newtown&limit=12');
    const pages = [await suggestions('/private/suggest?prefix=newtown&limit=6'), await suggestions(`/private/suggest?prefix=newtown&limit=6&${name}=6`)];
    expect(whole).toHaveLength(12);
    expect(pages.flat()).toEqual(whole);
  });

  it('keeps to types that are sent twice or as JSON text, and passes over those it does not know', async () => {
    const countries = ['DE', 'FR', 'JP'];
    expect(await suggestions('/private/suggest?prefix=&type=Country&type=Nonsense')).toEqual(countries);
    expect(await suggestions(`/private/suggest?prefix=&type=${encodeURIComponent('["Country"]')}`)).toEqual(countries);
    expect(await suggestions('/private/suggest?prefix=tok&type=%2Ftype%2Fnonsense')).toContain('T');
  });

  it('answers in the envelope with code, status, prefix and result', async () => {
    expect((await agent.get('/private/suggest?prefix=tokyo')).body).toMatchObject({ code: '/api/status/ok', status: '200 OK', prefix: 'tokyo', result: [{ id: 'T', name: 'Tokyo', notable: ['Capital', 'City'] }] });
  });

  it.each(['  Ber', 'BER ', 'a"b<c>&', 'ü\u2028'])('gives the prefix %j back as it came', async (prefix) => {
    expect((await agent.get('/private/suggest').query({ prefix })).body.prefix).toBe(prefix);
  });

  it('says that there is more only when there is more', async () => {
    const { body: some } = await agent.get('/private/suggest?prefix=newtown&limit=5');
    const { body: all } = await agent.get('/private/suggest?prefix=newtown&limit=100');
    expect([some.cursor, some.start]).toEqual([5, 5]);
    expect(all.result).toHaveLength(40);
    expect(Object.keys(all)).not.toEqual(expect.arrayContaining(['cursor']));
    expect(Object.keys(all)).not.toEqual(expect.arrayContaining(['start']));
  });

  it('answers to a callback, errors too', async () => {
    expect(readJsonp((await agent.get('/private/suggest?prefix=tok&callback=a.b')).text, 'a.b')).toMatchObject({ result: [{ id: 'T' }] });
    expect(readJsonp((await agent.get('/private/suggest?callback=f')).text, 'f')).toMatchObject({ code: '/api/status/error' });
  });

  it('is valid in all three forms, for all three kinds', async () => {
    expectValid('suggestEntities', (await agent.get('/private/suggest?prefix=b')).body);
    expectValid('suggestTypes', (await agent.get('/type/private/suggest?prefix=c')).body);
    expectValid('suggestProperties', (await agent.get('/property/private/suggest?prefix=p')).body);
  });

  it('lies at the default paths of clients that are told none', async () => {
    for (const path of ['/private/suggest?prefix=tok', '/private/flyout?id=T', '/search?prefix=tok']) expect([path, (await agent.get(path)).status]).toEqual([path, 200]);
  });
});

describe('the flyout', () => {
  it('has the id and its HTML', async () => {
    const { body } = await agent.get('/private/flyout?id=B');
    expect(Object.keys(body)).toEqual(['id', 'html']);
    expect([body.id, body.html.includes('Berlin')]).toEqual(['B', true]);
  });

  it('passes over the unfilled ${id} beside the real one, in either order', async () => {
    for (const query of ['id=${id}&id=B', 'id=B&id=${id}']) expect((await agent.get(`/private/flyout?${query}`)).body.id).toBe('B');
  });

  it('writes what the data holds as text, never as HTML', async () => {
    const { html } = (await agent.get('/private/flyout?id=XSS')).body;
    expect(html).toContain('&lt;script&gt;');
    expect(html).not.toMatch(/<(script|img|b|i)\b/);
  });

  it('of an unknown id is 404', async () => {
    expect((await agent.get('/private/flyout?id=nowhere')).status).toBe(404);
  });

  it('answers to a callback', async () => {
    expect(readJsonp((await agent.get('/private/flyout?id=B&callback=f')).text, 'f')).toMatchObject({ id: 'B' });
  });
});

describe('the preview', () => {
  it('is an HTML page', async () => {
    const answer = await agent.get('/preview?id=B');
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.text).toMatch(/<html lang="en">[\s\S]*<title>Berlin[\s\S]*<main>[\s\S]*<h1/);
  });

  it('may be shown in a frame on any page', async () => {
    const { headers } = await agent.get('/preview?id=B');
    expect(headers['x-frame-options']).toBeUndefined();
    expect(headers['content-security-policy'] ?? '').not.toContain('frame-ancestors');
  });

  it('runs no script', async () => {
    for (const id of ['B', 'XSS']) expect((await agent.get(`/preview?id=${id}`)).text).not.toMatch(/<script|href="javascript:|<[^>]+\son[a-z]+=/i);
  });

  it.each(['a/b c#d?e&f=g+h%41', 'Zürich–ZH', 'https://id.example.org/place/7', '__proto__', '0'])('knows the identifier %s, encoded and as old clients write it', async (id) => {
    // What an address cannot hold as it is has to be encoded by everybody: # would end it.
    for (const written of [encodeURIComponent(id), encodeURI(id).replaceAll('#', '%23')]) expect([written, (await agent.get(`/preview?id=${written}`)).status]).toEqual([written, 200]);
  });

  it('of an unknown id is a page that says so, with 404', async () => {
    const answer = await agent.get('/preview?id=nowhere');
    expect([answer.status, answer.headers['content-type'], answer.text.includes('nowhere')]).toEqual([404, 'text/html; charset=utf-8', true]);
  });
});

describe('data extension', () => {
  const ask = async (ids: readonly string[], properties: readonly unknown[]): Promise<Response> =>
    postForm({ extend: JSON.stringify({ ids, properties }) });

  it('is taken by POST and by GET at the root', async () => {
    const extend = JSON.stringify({ ids: ['B'], properties: [{ id: 'country' }] });
    const posted = await postForm({ extend });
    expect(posted.body.rows).toEqual({ B: { country: [{ id: 'DE', name: 'Germany' }] } });
    expect((await agent.get('/').query({ extend })).body).toEqual(posted.body);
  });

  it('has every row and every property that was asked for', async () => {
    const { body } = await ask(['B', 'JP', 'T'], [{ id: 'population' }, { id: 'country' }]);
    expect(Object.keys(body.rows)).toEqual(['B', 'JP', 'T']);
    for (const row of Object.values(body.rows as Record<string, object>)) expect(Object.keys(row)).toEqual(['population', 'country']);
  });

  it('has its columns in the order of the request', async () => {
    const properties = ['twin', 'area', 'country', 'code'];
    expect(idsOf((await ask(['B'], properties.map((id) => ({ id })))).body.meta)).toEqual(properties);
  });

  it('has an empty cell for an id or a property that does not exist', async () => {
    const { body, status } = await ask(['nowhere', 'B'], [{ id: 'nonsense' }, { id: 'country' }]);
    expect([status, body.rows.nowhere, body.rows.B.nonsense]).toEqual([200, { nonsense: [], country: [] }, []]);
  });

  it.each([
    ['text', 'motto', { str: 'Be “Berlin” <now>' }],
    ['whole numbers', 'population', { int: 3_700_000 }],
    ['numbers beyond 32 bits', 'budget', { float: 39_000_000_000 }],
    ['broken numbers', 'area', { float: 891.7 }],
    ['booleans', 'seatOfGovernment', { bool: true }],
    ['dates', 'founded', { date: '1237-10-28T00:00:00Z' }],
    ['entities', 'country', { id: 'DE', name: 'Germany' }],
  ])('writes %s in the cell form for them', async (_, property, cell) => {
    expect((await ask(['B'], [{ id: property }])).body.rows.B[property]).toEqual([cell]);
  });

  it('reads a setting as a number and as text, and takes junk for its default', async () => {
    const count = async (limit: unknown): Promise<number> => (await ask(['B'], [{ id: 'twin', settings: { limit } }])).body.rows.B.twin.length;
    expect([await count(1), await count('1'), await count('junk'), await count(null)]).toEqual([1, 1, 3, 3]);
  });

  it('is proposed properties for an empty type, and as many as the limit says', async () => {
    const { body: all } = await agent.get('/extend/propose?type=');
    const { body: two } = await agent.get('/extend/propose?type=&limit=2');
    expect(all.properties.length).toBeGreaterThan(5);
    expect([two.limit, two.properties]).toEqual([2, all.properties.slice(0, 2)]);
  });

  it('is valid in all three forms, proposals too', async () => {
    const { body } = await ask(['B', 'nowhere'], ['country', 'population', 'founded', 'motto', 'seatOfGovernment'].map((id) => ({ id })));
    expectValid('extensionAnswer', body);
    expectValid('propertyProposal', (await agent.get('/extend/propose?type=City')).body);
  });
});

describe('everywhere', () => {
  const failing = (code: 'internal' | 'not-ready'): ReturnType<typeof request> =>
    request(
      smallApp({
        live: {
          current: () => {
            throw new SameasError(code, 'On purpose.');
          },
        },
      }).app,
    );
  const routes = routeTable({ live: { current: () => failing('internal') as never }, observe: () => undefined, trustedProxies: 0, limits: LIMITS }, createAnswerBatch(() => undefined));
  const paths = routes.map(({ path }) => path.replace('{id}', 'DE'));
  /** A batch executor that is busy until it is told to go on. */
  function heldBack(): { readonly batches: BatchExecutor; readonly release: () => void; readonly started: Promise<void> } {
    let release = (): void => undefined;
    let begin = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const started = new Promise<void>((resolve) => (begin = resolve));
    return {
      batches: {
        execute: async (asked) => {
          begin();
          await gate;
          return asked.map(() => ({ kind: 'answered', json: '{"result":[]}' }));
        },
      },
      release: () => release(),
      started,
    };
  }
  /** The answer to a second batch while the first keeps the service busy. */
  async function refusedWhileBusy(): Promise<Response> {
    const { batches, release, started } = heldBack();
    const busy = request(smallApp({ batches, limits: { ...LIMITS, maxWaitingQueries: 1 } }).app);
    const first = busy.get('/').query({ queries: '{"a":{"query":"x"}}' }).then((answer) => answer.status);
    await started;
    const second = await busy.get('/').query({ queries: '{"a":{"query":"x"}}' });
    release();
    expect(await first).toBe(200);
    return second;
  }

  it('answers of every status may be read from any origin, on every route that can give them, and after a preflight', async () => {
    const origin = 'https://tool.example';
    const needsNoDataset = ['/health', '/logo.svg', '/openapi.yaml', '/sameas-suggest.js'];
    for (const path of paths) {
      const byPost = ['/extend', '/reconcile', '/v1/extend', '/v1/reconcile'].includes(path);
      const asked = `${path}?id=DE&prefix=a&query=Berlin${path === '/' ? '' : `&queries=${encodeURIComponent('{"queries":[]}')}`}`;
      const answers: readonly (readonly [number | 'any', Test])[] = [
        [path.includes('type') || path.includes('property') ? 'any' : byPost ? 405 : 200, agent.get(asked)],
        ['any', agent.get(`${path}?id=nowhere&callback=alert(1)`)],
        [405, agent.delete(path)],
        [204, agent.options(path).set('Access-Control-Request-Method', 'POST').set('Access-Control-Request-Headers', 'content-type')],
        [needsNoDataset.includes(path) ? 200 : byPost ? 405 : 500, failing('internal').get(asked)],
        [needsNoDataset.includes(path) ? 200 : byPost ? 405 : 503, failing('not-ready').get(asked)],
      ];
      for (const [status, sent] of answers) {
        const answer = await sent.set('Origin', origin);
        if (status !== 'any') expect([path, answer.status]).toEqual([path, status]);
        expect([path, answer.status, answer.headers['access-control-allow-origin']]).toEqual([path, answer.status, '*']);
      }
    }
    const others: readonly (readonly [number, Test | Promise<Response>])[] = [
      [400, agent.get('/?queries=[]')],
      [404, agent.get('/private/flyout?id=nowhere')],
      [404, agent.get('/no/such/place')],
      [413, postForm({ queries: 'x'.repeat(60_000) })],
      [415, agent.post('/').set('Content-Type', 'text/plain').send('x')],
      [429, refusedWhileBusy()],
    ];
    for (const [status, sent] of others) {
      const answer = await sent;
      expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([status, '*']);
    }
    // Some two hundred requests, which a busy machine takes its time for.
  }, 30_000);

  it('a service that has too much to do, or is not ready, says how many seconds to wait', async () => {
    const busy = await refusedWhileBusy();
    const loading = await failing('not-ready').post('/').type('form').send({ queries: '{"a":{"query":"x"}}' });
    expect([busy.status, loading.status]).toEqual([429, 503]);
    for (const answer of [busy, loading]) expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
  });
});

describe('what a testbench does to a service', () => {
  it('reads the manifest across origins, and by callback when that fails', async () => {
    const crossed = await agent.get('/').set('Origin', 'https://testbench.example').set('Accept', '*/*');
    expect([crossed.headers['access-control-allow-origin'], crossed.type]).toEqual(['*', 'application/json']);
    expect(readJsonp((await agent.get('/?callback=f')).text, 'f')).toEqual(crossed.body);
  });

  it('takes the version from the manifest, which names all', async () => {
    expect((await agent.get('/')).body.versions).toEqual(['0.1', '0.2', '1.0-draft']);
  });

  it('finds the manifest without a fault', async () => {
    expectValid('manifest', (await agent.get('/')).body, ['0.1', '0.2']);
  });

  it('sees view, three kinds of suggest, preview and extension in its table of services', async () => {
    const { body } = await agent.get('/');
    expect(Object.keys(body)).toEqual(expect.arrayContaining(['view', 'suggest', 'preview', 'extend']));
    expect(Object.keys(body.suggest).sort()).toEqual(['entity', 'property', 'type']);
  });

  it('matches with an empty name and no properties, and with both', async () => {
    for (const query of [{ query: '', properties: [] }, { query: 'Tokyo', type: 'City', properties: [{ pid: 'country', v: 'Japan' }], limit: 5 }]) {
      const answer = await postBatch({ q0: query });
      expectValid('resultBatch', answer.body, ['0.1', '0.2']);
      expect(idsOf(answer.body.q0.result).slice(0, 1)).toEqual(query.query === '' ? [] : ['T']);
    }
  });

  it('shows of a candidate its name, score, match, description, types and features, and links to its page', async () => {
    const [first] = (await postBatch({ q0: { query: 'PTX' } })).body.q0.result;
    expect(first).toMatchObject({ name: 'Paris', score: expect.any(Number), match: true, description: 'City in Texas', type: [{ id: 'City', name: 'City' }] });
    expect(first.features.length).toBeGreaterThan(0);
    for (const { id, value } of first.features) expect([typeof id, ['number', 'boolean'].includes(typeof value)]).toEqual(['string', true]);
    const view: string = (await agent.get('/')).body.view.url.replace('{{id}}', first.id).replace('https://names.example.org', '');
    expect((await agent.get(view)).text).toContain('City in Texas');
  });

  it('opens the results of a query as a link', async () => {
    expect((await agent.get(`/?queries=${encodeURIComponent('{"q0":{"query":"Tokyo","type":"City"}}')}`)).body.q0.result[0].id).toBe('T');
  });

  it('suggests with nothing but a prefix, at the address that the manifest puts together', async () => {
    const { suggest } = (await agent.get('/')).body;
    for (const [kind, prefix] of [['entity', 'tok'], ['type', 'cit'], ['property', 'pop']] as const) {
      const address = `${suggest[kind].service_url as string}${suggest[kind].service_path as string}?prefix=${prefix}`;
      const { result } = (await agent.get(address.replace('https://names.example.org', ''))).body;
      expect(result[0]).toMatchObject({ id: expect.any(String), name: expect.any(String) });
    }
  });

  it('shows the preview in a frame of the size that the manifest says in whole numbers', async () => {
    const { preview } = (await agent.get('/')).body;
    expect([Number.isInteger(preview.width), Number.isInteger(preview.height)]).toEqual([true, true]);
    const address = new URL(preview.url.replace('{{id}}', encodeURIComponent('Zürich–ZH')));
    expect((await agent.get(`${address.pathname}${address.search}`)).text).toContain('Zürich');
  });

  it('extends one entity by one property with GET, and a stray parameter beside', async () => {
    const { body } = await agent.get('/').query({ extend: '{"ids":["B"],"properties":[{"id":"country"}]}', timeout: '20000' });
    expect(body.rows.B.country).toEqual([{ id: 'DE', name: 'Germany' }]);
  });
});
