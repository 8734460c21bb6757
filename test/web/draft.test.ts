/* eslint-disable @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-argument, @typescript-eslint/no-unsafe-call, @typescript-eslint/no-unsafe-return -- supertest gives bodies as any, and what they hold is what these tests are about */
import { describe, expect, it } from '@jest/globals';
import request, { type Test } from 'supertest';
import { textBatches } from '../support/text-batches.js';
import { SameasError } from '../../src/foundation/sameas-error.js';
import { MESSAGE_TABLE, type MessageName } from '../../src/protocols/message-table.js';
import { smallApp } from '../support/small-app.js';
import { smallSnapshot } from '../support/small-snapshot.js';

/* Version 1.0-draft over HTTP: what its routes take and give, below the address of the service and below /v1. */

const BASE = 'https://names.example.org/places';
const { app } = smallApp({ publicBaseUrl: BASE, limits: { maxBodyBytes: 50_000, maxBatchQueries: 20, batchSize: 10 } });
const agent = request(app);
const DRAFT_TYPE = 'application/reconciliation.v1+json';
const OPENREFINE_ACCEPT = 'application/json, text/javascript, */*; q=0.01';

const name = (propertyValue: unknown, more: object = {}): object => ({ matchType: 'name', propertyValue, ...more });
const on = (propertyId: string, propertyValue: unknown, more: object = {}): object => ({
  matchType: 'property',
  propertyId,
  propertyValue,
  ...more,
});
const match = (...queries: readonly unknown[]): Test => agent.post('/match').send({ queries });
const ask = async (
  ...conditions: readonly object[]
): Promise<readonly { readonly id: string; readonly match: boolean }[]> =>
  (await match({ conditions, limit: 50 })).body.results[0].candidates;
const idsOf = (things: readonly { readonly id: string }[]): readonly string[] => things.map(({ id }) => id);

function expectValid(message: MessageName, body: unknown): void {
  expect(MESSAGE_TABLE['1.0-draft'][message].safeParse(body).error).toBeUndefined();
}

describe('the manifest of the draft', () => {
  it('is what /v1 answers, however it is asked for, and what the profile and an explicit Accept get', async () => {
    const { body, text } = await agent.get('/v1');
    expectValid('manifest', body);
    for (const asked of [
      agent.get('/v1/'),
      agent.get('/places/v1'),
      agent.get('/v1?callback=f&_=1'),
      agent.get('/v1').set('Accept', OPENREFINE_ACCEPT),
      agent.get('/v1').set('Accept', 'text/html'),
      agent.get('/?profile=1.0-draft'),
      agent.post('/?profile=1.0-draft'),
    ]) {
      const answer = await asked;
      expect([answer.status, answer.headers['content-type'], answer.text]).toEqual([
        200,
        'application/json; charset=utf-8',
        text,
      ]);
    }
    for (const accept of [
      DRAFT_TYPE,
      `application/json;q=0.5, ${DRAFT_TYPE}`,
      'application/json;version=1.0-draft',
      'application/json; version="1.0"',
      'application/reconciliation.v1.0-draft+json',
    ]) {
      expect([accept, (await agent.get('/').set('Accept', accept)).text]).toEqual([accept, text]);
    }
  });

  it('is called by its own media type only for those who name it', async () => {
    expect((await agent.get('/').set('Accept', `${DRAFT_TYPE}, application/json;q=0.5`)).headers).toMatchObject({
      'content-type': DRAFT_TYPE,
      vary: expect.stringContaining('Accept'),
    });
    expect((await agent.get('/v1').set('Accept', DRAFT_TYPE)).headers['content-type']).toBe(DRAFT_TYPE);
    expect((await agent.get('/').set('Accept', 'application/json;version=1.0-draft')).headers['content-type']).toBe(
      'application/json; charset=utf-8',
    );
  });

  it('never goes to those who did not ask for it', async () => {
    const { text } = await agent.get('/');
    for (const accept of ['*/*', 'application/json', OPENREFINE_ACCEPT, 'application/*', `${DRAFT_TYPE};q=0, */*`])
      expect((await agent.get('/').set('Accept', accept)).text).toBe(text);
    expect((await agent.get('/').set('Accept', `${DRAFT_TYPE};q=0.5, application/reconciliation.v0.2+json`)).text).toBe(
      text,
    );
  });

  it('says where entities are shown by a template of RFC 6570, and in which language', async () => {
    const { body } = await agent.get('/v1');
    expect(body).toMatchObject({
      view: { url: `${BASE}/view?id={id}` },
      suggest: { entity: true, type: true, property: true },
      standardizedScore: true,
      batchSize: 10,
      preview: { url: `${BASE}/preview?id={{id}}` },
    });
    expect(body).not.toHaveProperty('lang');
    const arabic = smallApp({ snapshot: smallSnapshot({ language: 'ar', viewUrl: '{{id}}' }) });
    expect((await request(arabic.app).get('/v1')).body).toMatchObject({
      view: { url: '{+id}' },
      lang: 'ar',
      dir: 'rtl',
    });
    expect((await request(arabic.app).get('/')).body).toMatchObject({
      view: { url: '{{id}}' },
      lang: 'ar',
      dir: 'rtl',
    });
  });
});

describe('a batch of the draft', () => {
  it('has the candidates of the other versions, with names for features and languages for names', async () => {
    const older = (
      await agent
        .post('/')
        .type('form')
        .send({ queries: JSON.stringify({ q: { query: 'Berlin', properties: [{ pid: 'country', v: 'Germany' }] } }) })
    ).body.q.result;
    const [answer] = (await match({ conditions: [name('Berlin'), on('country', 'Germany')] })).body.results;
    const plain = answer.candidates.map(
      ({
        lang: _,
        ...one
      }: {
        lang: unknown;
        type: { id: string; name: string }[];
        features: { id: string; value: unknown }[];
      }) => ({
        ...one,
        type: one.type.map(({ id, name: called }) => ({ id, name: called })),
        features: one.features.map(({ id, value }) => ({ id, value })),
      }),
    );
    expect(plain).toEqual(older);
    expect(answer.candidates[0]).toMatchObject({
      id: 'B',
      lang: 'de',
      features: expect.arrayContaining([
        expect.objectContaining({ id: 'name', name: 'Name', lang: 'en' }),
        { id: 'property:country', name: 'Country', value: expect.any(Number), lang: 'und', dir: 'auto' },
      ]),
    });
  });

  it('has each feature of a candidate once, also when two conditions are on one property', async () => {
    const [first] = (
      await match({ conditions: [name('Berlin'), on('population', 3_700_000), on('population', '3700000')] })
    ).body.results[0].candidates;
    const features = idsOf(first.features);
    expect(new Set(features).size).toBe(features.length);
    expect(features).toContain('property:population');
  });

  it('reads every member of a condition', async () => {
    expect(
      idsOf(await ask(name('Berlin'), on('country', { id: 'DE', name: 'Germany' }, { required: true }))),
    ).not.toContain('BNH');
    expect(
      (
        await ask(
          name('Berlin'),
          on('country', 'DE', { required: true, matchQualifier: 'ExactMatch', lang: 'en', dir: 'ltr' }),
        )
      )[0],
    ).toMatchObject({ id: 'B', match: true });
    expect(
      idsOf(await ask(name('Berlin'), on('population', 9_000, { required: true, matchQualifier: 'ExactMatch' }))),
    ).toEqual([]);
    expect(
      idsOf(await ask(name('Berlin'), on('population', 9_000, { required: true, matchQualifier: 'FuzzyMatch' }))),
    ).toContain('BNH');
    expect(
      idsOf(await ask(name('Berlin'), on('twin', ['P', 'T'], { required: true, matchQuantifier: 'all' }))),
    ).toEqual(['B']);
    expect(
      idsOf(await ask(name('Berlin'), on('twin', ['P', 'M'], { required: true, matchQuantifier: 'all' }))),
    ).toEqual([]);
    expect(
      idsOf(await ask(name('Berlin'), on('seatOfGovernment', true, { required: true, matchQuantifier: 'none' }))),
    ).not.toContain('B');
    expect((await ask(name(['München', 'Munich'], { matchQuantifier: 'all' })))[0]).toMatchObject({
      id: 'M',
      match: true,
    });
    expect((await ask({ matchType: 'id', propertyValue: 'M' }))[0]).toMatchObject({ id: 'M', match: true });
    expect(idsOf(await ask(name('Berlin'), on('nothing', 5, { required: true })))).toEqual([]);
  });

  it('finds entities by their addresses, as names and as identifiers', async () => {
    for (const address of [`${BASE}/entity/M`, `${BASE}/view?id=M`]) {
      expect(idsOf(await ask({ matchType: 'id', propertyValue: address, required: true }))).toEqual(['M']);
      expect((await ask(name(address)))[0]?.id).toBe('M');
      expect((await ask(name([address, 'München'])))[0]?.id).toBe('M');
    }
  });

  it('takes a limit, and no limit or 0 for the default', async () => {
    const counts = await match(
      ...[{ limit: 3 }, {}, { limit: 0 }, { limit: 1_000 }].map((more) => ({ conditions: [name('Newtown')], ...more })),
    );
    expect(
      (counts.body.results as { candidates: unknown[] }[])
        .map(({ candidates }) => candidates.length)
        .map((count) => Math.min(count, 11)),
    ).toEqual([3, 10, 10, 11]);
  });

  it('can be asked for by GET and by a form, in its own media type, and never as a script', async () => {
    const { text } = await match({ conditions: [name('Tokyo')] });
    const queries = JSON.stringify({ queries: [{ conditions: [name('Tokyo')] }] });
    expect((await agent.get('/match').query({ queries, callback: 'f' })).text).toBe(text);
    expect((await agent.post('/match').type('form').send({ queries })).text).toBe(text);
    expect((await agent.post('/v1/match?callback=f').send(JSON.parse(queries))).text).toBe(text);
    const named = await agent.post('/match').set('Accept', DRAFT_TYPE).set('Content-Type', DRAFT_TYPE).send(queries);
    expect([
      named.headers['content-type'],
      JSON.parse(named.body.toString() === '[object Object]' ? JSON.stringify(named.body) : String(named.body)),
    ]).toEqual([DRAFT_TYPE, JSON.parse(text)]);
  });

  it('is known at the root by its form', async () => {
    const batch = { queries: [{ conditions: [name('Tokyo')] }] };
    expect((await agent.post('/').send(batch)).text).toBe((await agent.post('/match').send(batch)).text);
    expect(Object.keys((await agent.post('/').send({ queries: { q0: { query: 'Tokyo' } } })).body)).toEqual(['q0']);
    const refused = await agent.post('/').send({ queries: [{}] });
    expect([refused.status, refused.headers['content-type']]).toEqual([400, 'application/problem+json']);
  });

  it('is understood in the words of older drafts where it was sent then', async () => {
    const now = await agent.post('/match').send({
      queries: [
        {
          type: 'City',
          limit: 3,
          conditions: [name('Berlin'), on('country', 'DE', { required: true, matchQuantifier: 'all' })],
        },
      ],
    });
    const then = {
      queries: [
        {
          query: 'Berlin',
          type: ['City'],
          type_strict: 'any',
          limit: 3,
          properties: [{ pid: 'country', v: 'DE', required: true, match_quantifier: 'all' }],
        },
      ],
    };
    const between = {
      queries: [
        {
          type: 'City',
          limit: 3,
          conditions: [
            { match_type: 'name', v: 'Berlin' },
            { match_type: 'property', pid: 'country', v: 'DE', required: true, match_quantifier: 'all' },
          ],
        },
      ],
    };
    for (const path of ['/reconcile', '/v1/reconcile'])
      for (const batch of [then, between]) expect((await agent.post(path).send(batch)).text).toBe(now.text);
    expect((await agent.post('/match').send(then)).status).toBe(400);
  });
});

describe('the address of the draft with a slash too many', () => {
  it('is the address', async () => {
    const batch = { queries: [{ conditions: [name('Tokyo')] }] };
    for (const path of ['/v1//match', '//v1//match', '/places/v1//match', '//match'])
      expect([path, (await agent.post(path).send(batch)).body.results[0].candidates[0].id]).toEqual([path, 'T']);
    expect((await agent.get('/v1//suggest/entity?prefix=Tokyo')).body.result[0].id).toBe('T');
  });
});

describe('a way of comparing that nobody offered', () => {
  it('is passed over, and the answer to its query says so', async () => {
    const asked = (...more: readonly object[]): object => ({ conditions: [name('Berlin'), ...more] });
    const { body } = await match(
      asked(),
      asked(on('country', 'DE', { matchQualifier: 'WildcardMatch' })),
      asked(on('country', 'DE')),
    );
    expectValid('resultBatch', body);
    const [plain, warned, same] = body.results;
    expect(plain).not.toHaveProperty('warnings');
    expect(warned.candidates).toEqual(same.candidates);
    expect(warned.warnings).toEqual([
      {
        pointer: '/queries/1/conditions/1/matchQualifier',
        detail: expect.stringMatching(/^"WildcardMatch" is not known here.*"ExactMatch" and "FuzzyMatch"$/),
      },
    ]);
  });
});

describe('a fault in the draft', () => {
  it('is told as problem details, with the place of everything that is wrong', async () => {
    const answer = await match(
      { conditions: [], type: ['City'] },
      { conditions: [name('Tokyo')] },
      { conditions: [on('country', null)], 'a/b': 1 },
    );
    expect([answer.status, answer.headers['content-type'], answer.headers['access-control-allow-origin']]).toEqual([
      400,
      'application/problem+json',
      '*',
    ]);
    expect(answer.body).toMatchObject({
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      code: 'match-invalid',
    });
    expect(answer.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/queries/0/conditions',
      '/queries/0/type',
      '/queries/2/conditions/0/propertyValue',
      '/queries/2',
    ]);
  });

  it.each([
    ['an array', [], ''],
    ['no queries', {}, '/queries'],
    ['queries by key', { queries: {} }, '/queries'],
    [
      'a property without its id',
      { queries: [{ conditions: [{ matchType: 'property', propertyValue: 'x' }] }] },
      '/queries/0/conditions/0/propertyId',
    ],
    ['a limit below 0', { queries: [{ conditions: [name('x')], limit: -1 }] }, '/queries/0/limit'],
    [
      'too many names',
      { queries: [{ conditions: [name(Array.from({ length: 21 }, (_, i) => `name ${String(i)}`))] }] },
      '/queries/0/conditions',
    ],
    [
      'too many values',
      { queries: [{ conditions: [on('country', Array.from({ length: 201 }, String))] }] },
      '/queries/0/conditions/0/propertyValue',
    ],
    [
      'too many conditions',
      { queries: [{ conditions: Array.from({ length: 201 }, () => on('country', 'x')) }] },
      '/queries/0/conditions',
    ],
  ])('refuses %s', async (_, body, pointer) => {
    const answer = await agent.post('/match').send(body);
    expect([answer.status, answer.body.code, answer.body.errors[0].pointer]).toEqual([400, 'match-invalid', pointer]);
  });

  it('has the same form for every status', async () => {
    const faults: readonly (readonly [number, string, Test])[] = [
      [400, 'body-malformed', agent.post('/match').set('Content-Type', 'application/json').send('{"queries":')],
      [400, 'body-malformed', agent.post('/v1/match/').set('Content-Type', 'application/json').send('[')],
      [400, 'queries-not-json', agent.get('/match?queries=[')],
      [400, 'parameter-missing', agent.get('/match')],
      [400, 'parameter-missing', agent.get('/v1/suggest/entity')],
      [400, 'extend-invalid', agent.post('/extend').send({ ids: [5], properties: [] })],
      [404, 'entity-unknown', agent.get('/v1/flyout/entity?id=nowhere')],
      [404, 'route-unknown', agent.get('/v1/nowhere')],
      [405, 'method-not-allowed', agent.get('/extend')],
      [406, 'not-acceptable', agent.get('/').set('Accept', 'application/reconciliation.v9+json')],
      [413, 'body-too-large', match({ conditions: [name('x'.repeat(60_000))] })],
      [415, 'media-type-unsupported', agent.post('/match').set('Content-Type', 'text/plain').send('{}')],
    ];
    for (const [status, code, sent] of faults) {
      const answer = await sent;
      expect([answer.status, answer.body.code, answer.headers['access-control-allow-origin']]).toEqual([
        status,
        code,
        '*',
      ]);
      expect([code, answer.headers['content-type']]).toEqual([
        code,
        status === 406 ? 'application/json; charset=utf-8' : 'application/problem+json',
      ]);
    }
  });

  it('of one query that could not be computed is that of the batch, which may be sent again', async () => {
    const failing = textBatches((queries) =>
      Promise.resolve(
        queries.map((query) =>
          query.text === 'bad'
            ? { kind: 'failed', error: new SameasError('query-failed', 'It failed.') }
            : { kind: 'answered', answer: '{"candidates":[]}' },
        ),
      ),
    );
    const broken = request(smallApp({ batches: failing }).app);
    const batch = (...names: readonly string[]): object => ({
      queries: names.map((one) => ({ conditions: [name(one)] })),
    });
    expect((await broken.post('/match').send(batch('good', 'good'))).text).toBe(
      '{"results":[{"candidates":[]},{"candidates":[]}]}',
    );
    const answer = await broken.post('/match').send(batch('good', 'bad'));
    expect([answer.status, answer.headers['retry-after'], answer.body.code, answer.body.errors]).toEqual([
      503,
      '2',
      'match-failed',
      [{ pointer: '/queries/1', detail: 'It failed.' }],
    ]);
  });
});

describe('suggestions of the draft', () => {
  it('are there for three kinds, with nothing around them below /v1, and as older versions have them at the root', async () => {
    for (const [kind, message, begun] of [
      ['entity', 'suggestEntities', 'b'],
      ['type', 'suggestTypes', 'c'],
      ['property', 'suggestProperties', 'c'],
    ] as const) {
      for (const prefix of [begun, '']) {
        const alone = await agent.get(`/v1/suggest/${kind}?prefix=${prefix}&callback=f`);
        expectValid(message, alone.body);
        expect(Object.keys(alone.body)).toEqual(['result']);
        expect(alone.body.result.length).toBeGreaterThan(0);
        const shared = await agent.get(`/suggest/${kind}?prefix=${prefix}`);
        for (const form of ['0.1', '0.2', '1.0-draft'] as const)
          expect(MESSAGE_TABLE[form][message].safeParse(shared.body).error).toBeUndefined();
        expect(shared.body).toMatchObject({ code: '/api/status/ok', prefix });
        expect(idsOf(shared.body.result)).toEqual(idsOf(alone.body.result));
      }
    }
    expect((await agent.get('/suggest/entity?prefix=b&callback=f')).text).toMatch(/^\/\*\*\/f\(/);
  });

  it('have types with names, and properties with the ways of comparing that conditions may ask for', async () => {
    expect((await agent.get('/v1/suggest/entity?prefix=Tokyo')).body.result[0]).toMatchObject({
      id: 'T',
      notable: [
        { id: 'Capital', name: 'Capital city' },
        { id: 'City', name: 'City' },
      ],
    });
    for (const path of ['/v1/suggest/property', '/suggest/property']) {
      const { result } = (await agent.get(`${path}?prefix=popu`)).body;
      expect(idsOf(result[0].matchQualifiers)).toEqual(['ExactMatch', 'FuzzyMatch']);
    }
    expect((await agent.get('/private/suggest/property?prefix=popu')).body.result[0]).not.toHaveProperty(
      'matchQualifiers',
    );
  });

  it('go on from an offset', async () => {
    const all = idsOf((await agent.get('/v1/suggest/entity?prefix=newtown&limit=6')).body.result);
    expect(all).toHaveLength(6);
    expect(idsOf((await agent.get('/v1/suggest/entity?prefix=newtown&limit=2&offset=4')).body.result)).toEqual(
      all.slice(4),
    );
  });

  it.each(['limit=-1', 'limit=x', 'limit=1.5', 'offset=-2', 'offset=x', 'limit=1e3'])(
    'refuse %s, as a batch does',
    async (parameter) => {
      for (const kind of ['entity', 'type', 'property']) {
        const answer = await agent.get(`/v1/suggest/${kind}?prefix=&${parameter}`);
        expect([answer.status, answer.type, answer.body.code]).toEqual([
          400,
          'application/problem+json',
          'parameter-invalid',
        ]);
      }
      expect((await agent.get(`/v1/extend/propose?type=City&${parameter.replace('offset', 'limit')}`)).status).toBe(
        400,
      );
    },
  );

  it('take a limit of 0 for none', async () => {
    expect((await agent.get('/v1/suggest/entity?prefix=newtown&limit=0&offset=0')).text).toBe(
      (await agent.get('/v1/suggest/entity?prefix=newtown')).text,
    );
  });

  it('bring an exact identifier first', async () => {
    expect((await agent.get('/v1/suggest/entity?prefix=BNH')).body.result[0].id).toBe('BNH');
  });
});

describe('extension in the draft', () => {
  it('has rows and cells in the order of the request, texts with their language', async () => {
    const answer = await agent.post('/extend').send({
      ids: ['B', 'nowhere'],
      properties: [
        { id: 'motto' },
        { id: 'capital' },
        { id: 'country' },
        { id: 'motto' },
        { id: 'twin', settings: { limit: 1 } },
      ],
    });
    expectValid('extensionAnswer', answer.body);
    expect(idsOf(answer.body.meta)).toEqual(['motto', 'capital', 'country', 'motto', 'twin']);
    const motto = { id: 'motto', values: [{ str: 'Be “Berlin” <now>', lang: 'en' }] };
    expect(answer.body.rows).toEqual([
      {
        id: 'B',
        properties: [
          motto,
          { id: 'capital', values: [] },
          { id: 'country', values: [{ id: 'DE', name: 'Germany' }] },
          motto,
          { id: 'twin', values: [{ id: 'P', name: 'Paris' }] },
        ],
      },
      { id: 'nowhere', properties: ['motto', 'capital', 'country', 'motto', 'twin'].map((id) => ({ id, values: [] })) },
    ]);
  });

  it('has a row as often as its entity is asked for', async () => {
    const { body } = await agent.post('/v1/extend').send({ ids: ['B', 'DE', 'B'], properties: [{ id: 'country' }] });
    expect(idsOf(body.rows)).toEqual(['B', 'DE', 'B']);
    expect(body.rows[2]).toEqual(body.rows[0]);
  });

  it('has true and false as text, since no schema allows another form', async () => {
    expect(
      (await agent.post('/extend').send({ ids: ['B'], properties: [{ id: 'seatOfGovernment' }] })).body.rows[0]
        .properties[0].values,
    ).toEqual([{ str: 'true' }]);
  });

  it('carries values of every kind', async () => {
    const properties = smallSnapshot().dataset.properties.map(({ id }) => ({ id }));
    expectValid(
      'extensionAnswer',
      (await agent.post('/v1/extend').send({ ids: ['B', 'P', '0', '__proto__'], properties })).body,
    );
  });

  it('is answered at the root as older versions have it, unless the draft is negotiated', async () => {
    const asked = { ids: ['B'], properties: [{ id: 'country' }] };
    expect((await agent.post('/').send(asked)).body.rows).toEqual({ B: { country: [{ id: 'DE', name: 'Germany' }] } });
    expect((await agent.post('/?profile=1.0-draft').send(asked)).text).toBe(
      (await agent.post('/extend').send(asked)).text,
    );
    const extend = JSON.stringify(asked);
    // The program that tests services of the draft asks so, and reads the rows of version 0.2.
    expect((await agent.get('/v1').query({ extend, timeout: 20000 })).text).toBe(
      (await agent.get('/').query({ extend })).text,
    );
  });

  it('proposes properties, with an empty type and with a limit', async () => {
    for (const path of ['/v1/extend/propose', '/extend/propose']) {
      const { body } = await agent.get(`${path}?type=&limit=2`);
      expectValid('propertyProposal', body);
      expect([body.type, body.limit, body.properties.length]).toEqual(['', 2, 2]);
    }
  });
});

it('previews lie below both addresses, and cards, which the draft has dropped, as well', async () => {
  expect((await agent.get('/v1/preview?id=B')).text).toBe((await agent.get('/preview?id=B')).text);
  for (const kind of ['entity', 'type', 'property']) {
    const id = { entity: 'B', type: 'City', property: 'country' }[kind] ?? '';
    const { body } = await agent.get(`/v1/flyout/${kind}?id=${id}`);
    expectValid('flyout', body);
    expect((await agent.get(`/flyout/${kind}?id=${id}`)).body).toEqual(body);
  }
});
