/* eslint-disable @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-argument -- supertest gives bodies as any, and what they hold is what these tests are about */
import { describe, expect, it } from '@jest/globals';
import request, { type Test } from 'supertest';
import { z } from 'zod';
import { smallApp } from '../support/small-app.js';

/* Forty and more kinds of broken request. Each gets a clear answer: the right status, a message in words, nothing lost, no hang. */

const { app, observations } = smallApp({ limits: { maxBodyBytes: 20_000, maxBatchQueries: 5, batchSize: 5 } });
const agent = request(app);

const FORM = 'application/x-www-form-urlencoded';
const batch = (queries: unknown): string => `queries=${encodeURIComponent(JSON.stringify(queries))}`;
const post = (body: string, type = FORM): Test => agent.post('/').set('Content-Type', type).send(body);
const get = (path: string): Test => agent.get(path);
/** One faulty query beside a good one: the batch is answered, the fault stands under its key. */
const faulty = (query: unknown): Test => post(batch({ bad: query, good: { query: 'Tokyo' } }));

interface Broken {
  readonly what: string;
  readonly send: () => Test;
  readonly status: number;
  readonly code: string;
}

const BROKEN: readonly Broken[] = [
  {
    what: 'queries that break off',
    send: () => post('queries={"q0":{"query":"Ber'),
    status: 400,
    code: 'queries-not-json',
  },
  { what: 'queries that are not JSON', send: () => get('/?queries=Berlin'), status: 400, code: 'queries-not-json' },
  { what: 'empty queries', send: () => post('queries='), status: 400, code: 'queries-not-json' },
  {
    what: 'queries with single quotes',
    send: () => post("queries={'q0':{'query':'Berlin'}}"),
    status: 400,
    code: 'queries-not-json',
  },
  {
    what: 'queries cut by an unencoded ampersand',
    send: () => post('queries={"q0":{"query":"Smith & Sons"}}'),
    status: 400,
    code: 'queries-not-json',
  },
  {
    what: 'queries as an array',
    send: () => post(batch([{ query: 'Berlin' }])),
    status: 400,
    code: 'queries-not-object',
  },
  { what: 'queries as text', send: () => post(batch('Berlin')), status: 400, code: 'queries-not-object' },
  { what: 'queries as a number', send: () => post(batch(5)), status: 400, code: 'queries-not-object' },
  { what: 'queries that are null', send: () => post('queries=null'), status: 400, code: 'queries-not-object' },
  {
    what: 'queries nested ten thousand deep',
    send: () => post(`queries=${'['.repeat(9_000)}`),
    status: 413,
    code: 'body-too-large',
  },
  {
    what: 'more queries than are taken',
    send: () => post(batch({ a: {}, b: {}, c: {}, d: {}, e: {}, f: {} })),
    status: 413,
    code: 'batch-too-large',
  },
  {
    what: 'a multipart form without a boundary',
    send: () => agent.post('/').set('Content-Type', 'multipart/form-data').send('queries={}'),
    status: 400,
    code: 'body-malformed',
  },
  {
    what: 'a multipart form that breaks off',
    send: () =>
      agent
        .post('/')
        .set('Content-Type', 'multipart/form-data; boundary=x')
        .send('--x\r\nContent-Disposition: form-data; name="queries"\r\n\r\n{'),
    status: 400,
    code: 'body-malformed',
  },
  {
    what: 'a multipart form that is too long',
    send: () => agent.post('/').field('queries', 'x'.repeat(30_000)),
    status: 413,
    code: 'body-too-large',
  },
  {
    what: 'a form that is too long',
    send: () => post(`queries=${'x'.repeat(30_000)}`),
    status: 413,
    code: 'body-too-large',
  },
  {
    what: 'JSON that is too long',
    send: () => post(JSON.stringify({ queries: 'x'.repeat(30_000) }), 'application/json'),
    status: 413,
    code: 'body-too-large',
  },
  {
    what: 'a JSON body that breaks off',
    send: () => post('{"queries":', 'application/json'),
    status: 400,
    code: 'body-malformed',
  },
  {
    what: 'a JSON body with nothing that is known',
    send: () => post('{"foo":1}', 'application/json'),
    status: 400,
    code: 'parameter-missing',
  },
  {
    what: 'a JSON body that is text',
    send: () => post('"queries"', 'application/json'),
    status: 400,
    code: 'parameter-missing',
  },
  {
    what: 'a JSON body that is null',
    send: () => post('null', 'application/json'),
    status: 400,
    code: 'parameter-missing',
  },
  {
    what: 'a JSON body that is an array',
    send: () => post('[1,2]', 'application/json'),
    status: 400,
    code: 'parameter-missing',
  },
  {
    what: 'a JSON body with queries as an array',
    send: () => post('{"queries":[{"query":"x"}]}', 'application/json'),
    status: 400,
    code: 'match-invalid',
  },
  {
    what: 'a body of plain text',
    send: () => post('queries={}', 'text/plain'),
    status: 415,
    code: 'media-type-unsupported',
  },
  { what: 'a body of XML', send: () => post('<q/>', 'application/xml'), status: 415, code: 'media-type-unsupported' },
  {
    what: 'a body in an unknown character set',
    send: () => post('queries={}', `${FORM}; charset=klingon`),
    status: 415,
    code: 'media-type-unsupported',
  },
  {
    what: 'a body in an unknown compression',
    send: () => post('queries={}').set('Content-Encoding', 'snappy'),
    status: 415,
    code: 'media-type-unsupported',
  },
  {
    what: 'a body that says gzip and is not',
    send: () => post('queries={}').set('Content-Encoding', 'gzip'),
    status: 400,
    code: 'body-malformed',
  },
  {
    what: 'a single query that breaks off',
    send: () => get(`/?query=${encodeURIComponent('{"query":"Ber')}`),
    status: 400,
    code: 'query-invalid',
  },
  {
    what: 'a single query whose properties are text',
    send: () => get(`/?query=${encodeURIComponent('{"query":"x","properties":"y"}')}`),
    status: 400,
    code: 'query-invalid',
  },
  { what: 'an extension that is not JSON', send: () => post('extend={ids'), status: 400, code: 'extend-invalid' },
  { what: 'an extension that is an array', send: () => post('extend=[]'), status: 400, code: 'extend-invalid' },
  {
    what: 'an extension without properties',
    send: () => post('extend={"ids":[]}'),
    status: 400,
    code: 'extend-invalid',
  },
  {
    what: 'an extension whose ids are text',
    send: () => post('extend={"ids":"DE","properties":[]}'),
    status: 400,
    code: 'extend-invalid',
  },
  {
    what: 'an extension with a property without id',
    send: () => post('extend={"ids":["DE"],"properties":[{"name":"x"}]}'),
    status: 400,
    code: 'extend-invalid',
  },
  {
    what: 'a callback that is an expression',
    send: () => get('/?callback=alert(1)'),
    status: 400,
    code: 'callback-invalid',
  },
  { what: 'a callback with a line break', send: () => get('/?callback=a%0Ab'), status: 400, code: 'callback-invalid' },
  {
    what: 'a callback that is too long',
    send: () => get(`/?callback=${'a'.repeat(200)}`),
    status: 400,
    code: 'callback-invalid',
  },
  {
    what: 'a callback with a call in brackets on suggest',
    send: () => get('/private/suggest?prefix=a&callback=a[b]'),
    status: 400,
    code: 'callback-invalid',
  },
  {
    what: 'a callback that is a word of the language',
    send: () => get('/?callback=function'),
    status: 400,
    code: 'callback-invalid',
  },
  {
    what: 'a callback that is a word of the language, on a batch',
    send: () => get('/?queries={}&callback=new'),
    status: 400,
    code: 'callback-invalid',
  },
  {
    what: 'a callback that begins with a word of the language, on a card',
    send: () => get('/private/flyout?id=DE&callback=class.show'),
    status: 400,
    code: 'callback-invalid',
  },
  {
    what: 'a callback that is "this"',
    send: () => get('/explain?query=Berlin&callback=this'),
    status: 400,
    code: 'callback-invalid',
  },
  {
    what: 'a callback that is an expression, with a method that is not there',
    send: () => agent.delete('/?callback=alert(1)'),
    status: 405,
    code: 'method-not-allowed',
  },
  {
    what: 'a callback that is an expression, with a body that is too long',
    send: () =>
      agent
        .post('/?callback=alert(1)')
        .set('Content-Type', FORM)
        .send(`queries=${'x'.repeat(30_000)}`),
    status: 413,
    code: 'body-too-large',
  },
  { what: 'an unknown profile', send: () => get('/?profile=9.9'), status: 400, code: 'parameter-invalid' },
  {
    what: 'only a version that is not spoken',
    send: () => get('/').set('Accept', 'application/reconciliation.v9+json'),
    status: 406,
    code: 'not-acceptable',
  },
  {
    what: 'suggest without a prefix',
    send: () => get('/private/suggest?limit=5'),
    status: 400,
    code: 'parameter-missing',
  },
  { what: 'a flyout without an id', send: () => get('/private/flyout'), status: 400, code: 'parameter-missing' },
  {
    what: 'a flyout of nothing known',
    send: () => get('/private/flyout?id=nowhere'),
    status: 404,
    code: 'entity-unknown',
  },
  {
    what: 'a flyout search of nothing known',
    send: () => get('/search?filter=(all%20mid:nowhere)&key=null'),
    status: 404,
    code: 'entity-unknown',
  },
  { what: 'an explanation without a query', send: () => get('/explain?id=DE'), status: 400, code: 'parameter-missing' },
  {
    what: 'an explanation of nothing known',
    send: () => get('/explain?query=Berlin&id=nowhere'),
    status: 404,
    code: 'entity-unknown',
  },
  { what: 'an address where nothing is', send: () => get('/nowhere'), status: 404, code: 'route-unknown' },
  { what: 'an address with broken encoding', send: () => get('/%E0%A4%A'), status: 404, code: 'route-unknown' },
  { what: 'a DELETE of the root', send: () => agent.delete('/'), status: 405, code: 'method-not-allowed' },
  {
    what: 'a PUT of queries',
    send: () => agent.put('/').set('Content-Type', FORM).send('queries={}'),
    status: 405,
    code: 'method-not-allowed',
  },
  {
    what: 'suggest by POST',
    send: () => agent.post('/private/suggest').set('Content-Type', FORM).send('prefix=a'),
    status: 405,
    code: 'method-not-allowed',
  },
];

const fault = z.union([
  // A list of queries as JSON is the form of version 1.0, whose faults are problem details.
  z.object({ type: z.string(), title: z.string(), status: z.number(), detail: z.string().min(10), code: z.string() }),
  z.object({ status: z.literal('error'), code: z.string(), message: z.string().min(10) }),
  z.object({
    code: z.literal('/api/status/error'),
    status: z.string(),
    error: z.string(),
    message: z.string().min(10),
    result: z.array(z.unknown()).length(0),
  }),
]);

describe('a broken request', () => {
  it.each(BROKEN)('$what → $status $code', async ({ send, status, code }) => {
    const answer = await send().timeout(5_000);
    expect(answer.status).toBe(status);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.headers['content-type']).toMatch(/^application\/(problem\+)?json/);
    const body = fault.parse(JSON.parse(answer.text));
    expect('error' in body ? body.error : body.code).toBe(code);
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});

const FAULTY: readonly { readonly what: string; readonly query: unknown; readonly path: string }[] = [
  { what: 'null', query: null, path: '' },
  { what: 'text', query: 'Berlin', path: '' },
  { what: 'a number', query: 7, path: '' },
  { what: 'an array', query: [{ query: 'Berlin' }], path: '' },
  { what: 'an object as its name', query: { query: { text: 'Berlin' } }, path: 'query' },
  { what: 'an array as its name', query: { query: ['Berlin'] }, path: 'query' },
  { what: 'true as its type', query: { query: 'Berlin', type: true }, path: 'type' },
  { what: 'a null among its types', query: { query: 'Berlin', type: [null] }, path: 'type' },
  { what: 'a word that is no type_strict', query: { query: 'Berlin', type_strict: 'maybe' }, path: 'type_strict' },
  { what: 'a number as type_strict', query: { query: 'Berlin', type_strict: 1 }, path: 'type_strict' },
  {
    what: 'an object as the name of a property',
    query: { query: 'Berlin', properties: [{ pid: {}, v: 'DE' }] },
    path: 'properties.0.pid',
  },
  {
    what: 'an object as its properties',
    query: { query: 'Berlin', properties: { country: 'DE' } },
    path: 'properties',
  },
  { what: 'text among its properties', query: { query: 'Berlin', properties: ['DE'] }, path: 'properties.0' },
  { what: 'a property without pid and p', query: { query: 'Berlin', properties: [{ v: 'DE' }] }, path: 'properties.0' },
  {
    what: 'a property without v',
    query: { query: 'Berlin', properties: [{ pid: 'country' }] },
    path: 'properties.0.v',
  },
  {
    what: 'a property whose v is an object without id',
    query: { query: 'Berlin', properties: [{ pid: 'country', v: { name: 'x' } }] },
    path: 'properties.0.v',
  },
  { what: 'an object without a name and without properties', query: { limit: 1 }, path: '"query" nor "properties"' },
  {
    what: 'an object with no properties but an empty list',
    query: { properties: [] },
    path: '"query" nor "properties"',
  },
  {
    what: 'conditions under another name',
    query: { query: 'Berlin', props: [{ pid: 'country', v: 'DE' }] },
    path: 'props',
  },
  {
    what: 'a property whose v is an array of arrays',
    query: { query: 'Berlin', properties: [{ pid: 'country', v: [['DE']] }] },
    path: 'properties.0.v',
  },
];

describe('a query that is', () => {
  it.each(FAULTY)('$what is at fault under its own key, and the others are answered', async ({ query, path }) => {
    const answer = await faulty(query).timeout(5_000);
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(['bad', 'good']);
    expect(answer.body).toMatchObject({
      bad: { error: { code: 'query-invalid' } },
      good: { result: [{ id: 'T', match: true }] },
    });
    // The published schemas require it, and whoever reads the error knows what it is worth.
    expect(answer.body.bad.result).toEqual([]);
    expect(answer.body.bad.error.message).toContain(path);
    // Nobody is to read the words of the library that found it.
    expect(answer.body.bad.error.message).not.toMatch(/Invalid input|expected|received/);
  });
});

it('no broken request is taken for a fault of the service', () => {
  const internal = observations.filter((seen) => seen.kind === 'request-failed' && seen.error.kind === 'internal');
  expect(internal).toEqual([]);
});

it('a query with more properties than are read is told how many may come', async () => {
  const query = JSON.stringify({ query: 'x', properties: Array(201).fill({ pid: 'a', v: 'b' }) });
  const answer = await get(`/?query=${encodeURIComponent(query)}`);
  expect([answer.status, answer.body]).toMatchObject([
    400,
    { code: 'query-invalid', message: '"properties" of the query must not hold more than 200 properties.' },
  ]);
});

it('a property with more values than are read is told how many may come', async () => {
  const query = (values: number): string =>
    JSON.stringify({ query: 'Berlin', properties: [{ pid: 'country', v: Array(values).fill('Germany') }] });
  const answer = await get(`/?query=${encodeURIComponent(query(201))}`);
  expect([answer.status, answer.body]).toMatchObject([
    400,
    { code: 'query-invalid', message: '"properties.0.v" of the query must not hold more than 200 values.' },
  ]);
  expect((await get(`/?query=${encodeURIComponent(query(200))}`)).status).toBe(200);
});
