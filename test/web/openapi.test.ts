/* eslint-disable @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-call -- supertest gives bodies as any, and what they hold is what these tests are about */
import { describe, expect, it } from '@jest/globals';
import request, { type Response } from 'supertest';
import { z } from 'zod';
import { readInMemory } from '../../src/scoring/snapshot.js';
import { inlineWorker } from '../../src/assembly/inline-batch-executor.js';
import { COMMAND_TABLE } from '../../src/projects/commands/command-table.js';
import { allRoutes } from '../../src/web/all/all-routes.js';
import { createFairShare } from '../../src/web/clients/fair-share.js';
import { routeTable } from '../../src/web/route-table.js';
import { answerSchema, OPENAPI, OPENAPI_TEXT, OPERATIONS } from '../support/openapi-answers.js';
import { generatedSchemas, withGeneratedSchemas } from '../support/openapi-document.js';
import { smallApp } from '../support/small-app.js';
import { threadsHere } from '../support/threads-here.js';
import { liveOf } from '../support/live-of.js';

const TEXT = OPENAPI_TEXT;

const reference = z.object({ $ref: z.string() });
const response = z.union([
  reference,
  z.object({
    description: z.string(),
    content: z.record(z.string(), z.object({ schema: z.record(z.string(), z.unknown()) })).optional(),
  }),
]);
const operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  tags: z.array(z.string()).length(1),
  parameters: z
    .array(z.union([reference, z.looseObject({ name: z.string(), in: z.string(), description: z.string() })]))
    .optional(),
  requestBody: z.object({ content: z.record(z.string(), z.unknown()) }).optional(),
  responses: z.record(z.string(), response),
});
const description = z.object({
  openapi: z.literal('3.1.0'),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({
    parameters: z.record(z.string(), z.object({ name: z.string(), in: z.literal('query'), description: z.string() })),
    responses: z.record(
      z.string(),
      z.object({
        description: z.string(),
        content: z.record(z.string(), z.object({ schema: z.record(z.string(), z.unknown()) })),
      }),
    ),
    schemas: z.record(z.string(), z.record(z.string(), z.unknown())),
  }),
});
/** What keys, the review of tables and the projects wing answer, which not every service has. */
const PROJECT_ROUTES = [
  'GET /sign-in',
  'POST /sign-in',
  'POST /entities',
  'GET /entities/{id}',
  'PUT /entities/{id}',
  'PATCH /entities/{id}',
  'DELETE /entities/{id}',
  'GET /datasets',
  'POST /datasets',
  'GET /runs',
  'POST /runs',
  'GET /runs/{id}',
  'POST /runs/{id}',
  'GET /project',
  'POST /project',
  'POST /command/core/create-project-from-upload',
  'GET /command/core/{command}',
  'POST /command/core/{command}',
];
const commandParameter = z.object({ name: z.literal('command'), schema: z.object({ enum: z.array(z.string()) }) });

const document = description.parse(OPENAPI);

const metrics = { contentType: 'text/plain; version=0.0.4', render: () => Promise.resolve('sameas_up 1\n') };
const { app, snapshot } = smallApp({ metrics });
const limits = { maxBodyBytes: 1, maxBatchQueries: 1, batchSize: 1 };
const routes = routeTable(
  {
    live: liveOf(() => ({
      snapshot,
      read: readInMemory(snapshot),
      batches: { execute: () => Promise.resolve([]) },
      work: inlineWorker(snapshot),
    })),
    observe: () => undefined,
    trustedProxies: 0,
    limits,
    ...threadsHere,
    metrics,
  },
  createFairShare(limits),
);

describe('openapi.yaml', () => {
  it('describes every route with every method, and nothing else', () => {
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const served = routes.flatMap(({ path, methods }) => methods.map((method) => `${method} ${path}`));
    expect([...described].sort()).toEqual([...served, ...PROJECT_ROUTES].sort());
  });

  it('describes all that answers for several datasets at once', () => {
    const joined = allRoutes(
      [],
      [],
      () => undefined,
    )(createFairShare(limits), threadsHere.tables).flatMap(({ path, methods }) =>
      methods.map((method) => `${method.toLowerCase()} ${path}`),
    );
    const described = new Set(OPERATIONS.map(({ path, method }) => `${method} ${path}`));
    expect(joined.filter((one) => !described.has(one))).toEqual([]);
    expect(joined).toEqual(expect.arrayContaining(['post /match', 'get /v1', 'post /extend', 'get /extend/propose']));
  });

  it.each(['GET', 'POST'] as const)('names every command that takes %s', (method) => {
    const [parameter] = document.paths['/command/core/{command}']?.[method.toLowerCase()]?.parameters ?? [];
    const named = commandParameter.parse(parameter).schema.enum;
    const taking = COMMAND_TABLE.filter(
      ({ name, methods }) => name !== 'create-project-from-upload' && methods.split(', ').includes(method),
    ).map(({ name }) => name);
    expect(named).toEqual(taking);
  });

  it('has the messages as the code has them', () => {
    expect(withGeneratedSchemas(TEXT, generatedSchemas())).toBe(TEXT);
  });

  it('refers to nothing that is not there, and holds nothing that nobody refers to', () => {
    const wanted = new Set(
      [...TEXT.matchAll(/#\/components\/(\w+)\/(\w+)/g)].map(([, kind, name]) => `${String(kind)}/${String(name)}`),
    );
    const there = Object.entries(document.components).flatMap(([kind, entries]) =>
      Object.keys(entries).map((name) => `${kind}/${name}`),
    );
    expect([...wanted].filter((one) => !there.includes(one))).toEqual([]);
    // Parts of other messages, for readers of the document.
    const partsOnly = ['schemas/Query', 'schemas/Candidate'];
    expect(there.filter((one) => !wanted.has(one) && !partsOnly.includes(one))).toEqual([]);
  });

  it('gives every operation a name of its own', () => {
    const names = Object.values(document.paths).flatMap((operations) =>
      Object.values(operations).map(({ operationId }) => operationId),
    );
    expect(new Set(names).size).toBe(names.length);
  });
});

/** The body as text, whatever its type. */
function readText(answer: Response, done: (error: Error | null, text: string) => void): void {
  let text = '';
  answer.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
  answer.on('end', () => done(null, text));
}

const json = (value: unknown): string => encodeURIComponent(JSON.stringify(value));

describe('real answers follow openapi.yaml', () => {
  it.each([
    ['/', '/'],
    ['/', '/?profile=0.1'],
    ['/', '/?profile=freebase'],
    ['/', '/?profile=2'],
    ['/', `/?queries=${json({ a: { query: 'Berlin' }, b: null, c: { query: '' } })}`],
    ['/', '/?query=Berlin'],
    ['/', `/?extend=${json({ ids: ['B'], properties: snapshot.dataset.properties.map(({ id }) => ({ id })) })}`],
    ['/', '/?queries=x'],
    ['/', '/?callback=1'],
    ['/', '/?profile=1.0-draft'],
    [
      '/match',
      `/match?queries=${json({ queries: [{ conditions: [{ matchType: 'name', propertyValue: 'Berlin' }] }] })}`,
    ],
    ['/match', '/match?queries=x'],
    ['/suggest/entity', '/suggest/entity?prefix=b'],
    ['/suggest/type', '/suggest/type?prefix='],
    ['/suggest/property', '/suggest/property?prefix=c'],
    ['/suggest/property', '/suggest/property'],
    ['/flyout/entity', '/flyout/entity?id=B'],
    ['/flyout/type', '/flyout/type?id=nowhere'],
    ['/flyout/property', '/flyout/property?id=country'],
    ['/v1', '/v1'],
    ['/v1', `/v1?extend=${json({ ids: ['B'], properties: [{ id: 'country' }] })}`],
    ['/v1', '/v1?extend=x'],
    ['/v1/suggest/entity', '/v1/suggest/entity?prefix=b'],
    ['/v1/suggest/type', '/v1/suggest/type?prefix='],
    ['/v1/suggest/property', '/v1/suggest/property?prefix=c'],
    ['/v1/suggest/property', '/v1/suggest/property'],
    ['/v1/flyout/entity', '/v1/flyout/entity?id=B'],
    ['/v1/flyout/entity', '/v1/flyout/entity?id=nowhere'],
    ['/v1/extend/propose', '/v1/extend/propose?type=City&limit=3'],
    ['/v1/preview', '/v1/preview?id=B'],
    ['/', '/?callback=f'],
    ['/private/suggest', '/private/suggest?prefix=b'],
    ['/private/suggest', '/private/suggest?prefix=b&callback=f'],
    ['/private/suggest', '/private/suggest'],
    ['/type/private/suggest', '/type/private/suggest?prefix='],
    ['/property/private/suggest', '/property/private/suggest?prefix='],
    ['/private/suggest/type', '/private/suggest/type?prefix='],
    ['/private/suggest/property', '/private/suggest/property?prefix='],
    ['/private/flyout', '/private/flyout?id=B'],
    ['/private/flyout', '/private/flyout?id=nowhere'],
    ['/private/flyout', '/private/flyout'],
    ['/type/private/flyout', '/type/private/flyout?id=City'],
    ['/property/private/flyout', '/property/private/flyout?id=name'],
    ['/private/flyout/type', '/private/flyout/type?id=City'],
    ['/private/flyout/property', '/private/flyout/property?id=country'],
    ['/search', '/search?filter=(all%20mid:B)'],
    ['/type/search', '/type/search?filter=(all%20mid:City)'],
    ['/property/search', '/property/search?prefix=c'],
    ['/extend/propose', '/extend/propose?type=City&limit=3'],
    ['/preview', '/preview?id=B'],
    ['/preview', '/preview?id=nowhere'],
    ['/preview', '/preview'],
    ['/view', '/view?id=B'],
    ['/entity/{id}', '/entity/B'],
    ['/entity/{id}', '/entity/nowhere'],
    ['/about', '/about'],
    ['/try', '/try'],
    ['/try', '/try?query=Berln&type=City'],
    ['/try', '/try?query=Berlin&part=candidates'],
    ['/browse', '/browse?query=berlin&type=City'],
    ['/browse', '/browse?as=json&property%3Acountry=DE&sort=name'],
    ['/browse', '/browse?as=csv'],
    ['/browse', '/browse?as=xml'],
    ['/dataset', '/dataset'],
    ['/dataset', '/dataset?as=nt'],
    ['/dataset', '/dataset?as=xml'],
    ['/view', '/view?id=B&as=json'],
    ['/entity/{id}', '/entity/B?as=csv'],
    ['/docs', '/docs'],
    ['/docs/{id}', '/docs/reviewing'],
    ['/docs/{id}', '/docs/nothing'],
    ['/docs/{id}', '/docs/pictures/autocomplete.png'],
    ['/api', '/api'],
    ['/openapi.json', '/openapi.json'],
    ['/projects', '/projects'],
    ['/pages.js', '/pages.js'],
    ['/explain', '/explain?query=Berlin'],
    ['/explain', '/explain'],
    ['/explain', '/explain?query=Berlin&id=nowhere'],
    ['/openapi.yaml', '/openapi.yaml'],
    ['/logo.svg', '/logo.svg'],
    ['/favicon.ico', '/favicon.ico'],
    ['/sameas-suggest.js', '/sameas-suggest.js'],
    ['/health', '/health'],
    ['/ready', '/ready'],
    ['/metrics', '/metrics'],
  ])('%s: GET %s', async (path, address) => {
    const answer = await request(app).get(address);
    const mediaType = (answer.headers['content-type'] ?? '').split(';')[0] ?? '';
    const validate = answerSchema(path, 'get', answer.status, mediaType);
    const body: unknown = /[/+]json$/.test(mediaType)
      ? JSON.parse(answer.text)
      : (answer.text ?? answer.body.toString());
    validate(body);
    expect(validate.errors ?? []).toEqual([]);
  });

  it.each([
    ['application/x-www-form-urlencoded', `queries=${json({ a: { query: 'Berlin' } })}`],
    ['application/x-www-form-urlencoded', ''],
    ['application/x-www-form-urlencoded', 'queries=['],
    ['application/json', JSON.stringify({ ids: ['B'], properties: [] })],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="queries"\r\n\r\n{"a":{"query":"Berlin"}}\r\n--x--\r\n',
    ],
    ['text/plain', 'queries={}'],
  ])('/: POST %s %s', async (type, sent) => {
    const answer = await request(app).post('/').set('Content-Type', type).send(sent);
    const validate = answerSchema('/', 'post', answer.status, 'application/json');
    validate(answer.body);
    expect(validate.errors ?? []).toEqual([]);
  });

  it.each([
    ['names=Berlin', 'text/csv'],
    ['names=Berlin&as=tsv', 'text/tab-separated-values'],
    ['names=Berlin&as=jsonl', 'application/x-ndjson'],
    ['names=', 'application/json'],
    [`names=${'x'.repeat(2_500_000)}`, 'application/json'],
  ])('/table: POST %.30s', async (sent, mediaType) => {
    const answer = await request(
      smallApp({ limits: { maxBodyBytes: 3_000_000, maxBatchQueries: 1_000, batchSize: 50 } }).app,
    )
      .post('/table')
      .type('form')
      .send(sent);
    expect(answer.headers['content-type']).toContain(mediaType);
    const validate = answerSchema('/table', 'post', answer.status, mediaType);
    validate(mediaType === 'application/json' ? answer.body : answer.text);
    expect(validate.errors ?? []).toEqual([]);
  });
  it.each([
    ['/match', { queries: [{ conditions: [{ matchType: 'name', propertyValue: 'Berlin' }] }] }, undefined],
    ['/match', { queries: [{}] }, undefined],
    ['/v1/match', { queries: [] }, 'application/reconciliation.v1+json'],
    ['/reconcile', { queries: [{ query: 'Berlin' }] }, undefined],
    ['/v1/reconcile', { queries: [{ query: 'Berlin' }] }, undefined],
    ['/extend', { ids: ['B'], properties: [{ id: 'country' }] }, undefined],
    ['/v1/extend', { ids: ['B'], properties: [{ id: 'country' }] }, 'application/reconciliation.v1+json'],
    ['/extend', {}, undefined],
    [
      '/',
      { queries: [{ conditions: [{ matchType: 'id', propertyValue: 'B' }] }] },
      'application/reconciliation.v1+json',
    ],
  ])('%s: POST %j', async (path, sent, accept) => {
    const answer = await request(app)
      .post(path)
      .set('Accept', accept ?? '*/*')
      .buffer(true)
      .parse(readText)
      .send(sent);
    const validate = answerSchema(
      path,
      'post',
      answer.status,
      (answer.headers['content-type'] ?? '').split(';')[0] ?? '',
    );
    validate(JSON.parse(String(answer.body)));
    expect(validate.errors ?? []).toEqual([]);
  });

  it('and a wrong answer would not', () => {
    const validate = answerSchema('/private/suggest', 'get', 200, 'application/json');
    expect(validate({ result: [{ id: 5, name: 'five' }] })).toBe(false);
    expect(validate({ result: 'none' })).toBe(false);
  });
});

describe('openapi.yaml, as generators of clients read it', () => {
  /** Every place of the document with what stands there. */
  function* places(at: unknown, path: string): Generator<readonly [path: string, value: unknown]> {
    yield [path, at];
    if (Array.isArray(at)) for (const [i, one] of at.entries()) yield* places(one, `${path}/${String(i)}`);
    else if (typeof at === 'object' && at !== null)
      for (const [key, value] of Object.entries(at)) yield* places(value, `${path}/${key}`);
  }
  const all = [...places(OPENAPI, '#')];

  it('says of every list what is in it', () => {
    const lists = all.filter(
      ([, value]) =>
        typeof value === 'object' && value !== null && 'type' in value && [value.type].flat().includes('array'),
    );
    expect(lists.length).toBeGreaterThan(20);
    expect(lists.filter(([, value]) => !('items' in (value as object))).map(([path]) => path)).toEqual([]);
  });

  it('has no key without a value, as a comma in a text without quotation marks makes them', () => {
    expect(all.filter(([, value]) => value === null).map(([path]) => path)).toEqual([]);
  });

  it('describes every operation in a sentence beside its summary', () => {
    const operations = all.filter(([path]) => /^#\/paths\/.*\/(?:get|put|post|patch|delete)$/.test(path));
    expect(operations.length).toBeGreaterThan(80);
    expect(
      operations
        .filter(([, value]) => typeof (value as { description?: unknown }).description !== 'string')
        .map(([path]) => path),
    ).toEqual([]);
  });
});
