import { describe, expect, it } from '@jest/globals';
import request, { type Response, type Test } from 'supertest';
import { MESSAGE_TABLE, type MessageName, type ProtocolForm } from '../../src/protocols/message-table.js';
import { readJsonp } from '../support/read-jsonp.js';
import { smallApp } from '../support/small-app.js';
import { officialExamples, officialSchemas, type Check } from './official-schemas.js';

/*
 * The answers of a service, in every form of request, held against the schemas of the version that is asked for: those of the code, and, where TEST_OFFICIAL_SCHEMAS
 * names a folder with the schemas and examples that the specifications publish (`<version>/schemas`, `<version>/examples`), those as well. `.ci/run` looks for that folder.
 */

const agent = request(smallApp().app);
const OFFICIAL_FOLDER = process.env['TEST_OFFICIAL_SCHEMAS'] ?? '';

type Version = Exclude<ProtocolForm, 'freebase'>;
const VERSIONS = ['0.1', '0.2', '1.0-draft'] as const satisfies readonly Version[];

/** What an answer of a version is held against. */
const CHECKS: readonly (readonly [string, Readonly<Record<Version, Check>>])[] = [
  [
    'the schemas of the code',
    Object.fromEntries(
      VERSIONS.map((version) => [
        version,
        (name: MessageName, body: unknown) => MESSAGE_TABLE[version][name].safeParse(body).error?.issues ?? [],
      ]),
    ) as unknown as Record<Version, Check>,
  ], // a key for each
  ...(OFFICIAL_FOLDER === ''
    ? []
    : [
        [
          'the published schemas',
          Object.fromEntries(
            VERSIONS.map((version) => [version, officialSchemas(OFFICIAL_FOLDER, version)]),
          ) as unknown as Record<Version, Check>,
        ] as const,
      ]), // a key for each
];

const everyProperty = [
  'country',
  'population',
  'budget',
  'area',
  'founded',
  'firstMentioned',
  'location',
  'website',
  'seatOfGovernment',
  'motto',
  'twin',
  'name',
  'aliases',
  'type',
  'nonsense',
].map((id) => ({ id }));
const extension = { ids: ['B', 'P', 'BNH', '__proto__', 'nowhere'], properties: everyProperty };
const queries = {
  found: {
    query: 'Berlin',
    type: 'City',
    type_strict: 'any',
    limit: 3,
    properties: [
      { pid: 'country', v: { id: 'DE' } },
      { pid: 'population', v: [3_700_000, '9425', true] },
    ],
  },
  nothing: { query: 'no such place' },
  blank: { query: '' },
  fault: ['Berlin'],
  missing: { limit: 1 },
};
const draftQueries = {
  queries: [
    {
      conditions: [
        { matchType: 'name', propertyValue: ['Berlin', 'Берлин'] },
        {
          matchType: 'property',
          propertyId: 'country',
          propertyValue: 'DE',
          required: true,
          matchQuantifier: 'any',
          matchQualifier: 'ExactMatch',
        },
      ],
      type: 'City',
      limit: 3,
      lang: 'en',
    },
    { conditions: [{ matchType: 'id', propertyValue: 'P' }] },
    { conditions: [{ matchType: 'name', propertyValue: 'no such place' }] },
    {
      conditions: [
        { matchType: 'property', propertyId: 'country', propertyValue: 'x', matchQualifier: 'WildcardMatch' },
      ],
    },
  ],
};

type Ask = readonly [what: string, message: MessageName, send: () => Test, jsonp?: 'jsonp'];
const form = (fields: Readonly<Record<string, string>>, address = '/'): Test =>
  agent.post(address).type('form').send(fields);

/** The ways in which one version of the keyed forms is asked for. */
function keyedRequests(version: '0.1' | '0.2'): readonly Ask[] {
  const profile = `profile=${version}`;
  const accept = `application/reconciliation.v${version}+json`;
  const batch = JSON.stringify(queries);
  const extend = JSON.stringify(extension);
  const both = (what: string, message: MessageName, send: (query: string) => Test): readonly Ask[] => [
    [`${what}, by profile`, message, () => send(profile)],
    [`${what}, by Accept`, message, () => send('').set('Accept', accept)],
  ];
  return [
    ...both('the manifest', 'manifest', (query) => agent.get(`/?${query}`)),
    ...both('the manifest by POST', 'manifest', (query) => agent.post(`/?${query}`)),
    ['the manifest by callback', 'manifest', () => agent.get(`/?callback=f&${profile}`), 'jsonp'],
    ...both('a batch as a form', 'resultBatch', (query) => form({ queries: batch }, `/?${query}`)),
    ...both('a batch by GET', 'resultBatch', (query) => agent.get(`/?queries=${encodeURIComponent(batch)}&${query}`)),
    ...both('a batch as a multipart form', 'resultBatch', (query) => agent.post(`/?${query}`).field('queries', batch)),
    ...both('a batch as JSON', 'resultBatch', (query) => agent.post(`/?${query}`).send({ queries })),
    ...both('a batch as text in JSON', 'resultBatch', (query) => agent.post(`/?${query}`).send({ queries: batch })),
    [
      'a batch by callback',
      'resultBatch',
      () => agent.get(`/?callback=f&queries=${encodeURIComponent(batch)}&${profile}`),
      'jsonp',
    ],
    ...both('an empty batch', 'resultBatch', (query) => form({ queries: '{}' }, `/?${query}`)),
    ...both('an extension as a form', 'extensionAnswer', (query) => form({ extend }, `/?${query}`)),
    ...both('an extension by GET', 'extensionAnswer', (query) =>
      agent.get(`/?extend=${encodeURIComponent(extend)}&${query}`),
    ),
    ...both('an extension as JSON', 'extensionAnswer', (query) => agent.post(`/?${query}`).send({ extend: extension })),
    [
      'an extension by callback',
      'extensionAnswer',
      () => agent.get(`/?callback=f&extend=${encodeURIComponent(extend)}&${profile}`),
      'jsonp',
    ],
    ['proposals', 'propertyProposal', () => agent.get('/extend/propose?type=City&limit=3')],
    ['proposals for no type', 'propertyProposal', () => agent.get('/extend/propose?type=')],
    ['a card', 'flyout', () => agent.get('/private/flyout?id=B')],
    ...suggestRequests([
      '/private/suggest',
      '/suggest/entity',
      '/type/private/suggest/type',
      '/private/suggest/type',
      '/suggest/type',
      '/property/private/suggest/property',
      '/private/suggest/property',
      '/suggest/property',
    ]),
  ];
}

function suggestRequests(addresses: readonly string[]): readonly Ask[] {
  return addresses.flatMap((address) =>
    ['', 'b', 'c', 'Tokio', 'zzzzzz'].map((prefix): Ask => {
      const message = address.includes('type')
        ? 'suggestTypes'
        : address.includes('property')
          ? 'suggestProperties'
          : 'suggestEntities';
      return [`${address} for “${prefix}”`, message, () => agent.get(`${address}?prefix=${prefix}`)];
    }),
  );
}

const DRAFT_REQUESTS: readonly Ask[] = [
  ['the manifest at its address', 'manifest', () => agent.get('/v1')],
  ['the manifest by profile', 'manifest', () => agent.get('/?profile=1.0-draft')],
  ['the manifest by Accept', 'manifest', () => agent.get('/').set('Accept', 'application/reconciliation.v1+json')],
  ['a batch', 'resultBatch', () => agent.post('/v1/match').send(draftQueries)],
  ['a batch beside the older versions', 'resultBatch', () => agent.post('/match').send(draftQueries)],
  [
    'a batch by GET',
    'resultBatch',
    () => agent.get(`/match?queries=${encodeURIComponent(JSON.stringify(draftQueries))}`),
  ],
  ['a batch at the root', 'resultBatch', () => agent.post('/').send(draftQueries)],
  ['a batch at the old address', 'resultBatch', () => agent.post('/v1/reconcile').send(draftQueries)],
  ['an empty batch', 'resultBatch', () => agent.post('/v1/match').send({ queries: [] })],
  ['an extension', 'extensionAnswer', () => agent.post('/v1/extend').send(extension)],
  [
    'an extension beside the older versions',
    'extensionAnswer',
    () => agent.post('/extend').send({ ...extension, ids: ['B', 'B'] }),
  ],
  ['an extension at the root', 'extensionAnswer', () => agent.post('/?profile=1.0-draft').send(extension)],
  ['proposals', 'propertyProposal', () => agent.get('/v1/extend/propose?type=City&limit=3')],
  ...suggestRequests([
    '/v1/suggest/entity',
    '/v1/suggest/type',
    '/v1/suggest/property',
    '/suggest/entity',
    '/suggest/type',
    '/suggest/property',
  ]),
];

const REQUESTS: Readonly<Record<Version, readonly Ask[]>> = {
  '0.1': keyedRequests('0.1'),
  '0.2': keyedRequests('0.2'),
  '1.0-draft': DRAFT_REQUESTS,
};

describe.each(CHECKS)('answers by %s', (_, checks) => {
  describe.each(VERSIONS)('of version %s', (version) => {
    it.each(REQUESTS[version])('%s', async (...[, message, send, jsonp]: Ask) => {
      const answer: Response = await send();
      expect(answer.status).toBe(200);
      const body: unknown = jsonp === undefined ? answer.body : readJsonp(answer.text, 'f');
      expect(checks[version](message, body)).toEqual([]);
    });
  });

  it.each(['0.1', '0.2'] as const)('what is asked without a version is valid in version %s', async (version) => {
    expect(
      checks[version](
        'manifest',
        version === '0.1' ? (await agent.get('/?profile=0.1')).body : (await agent.get('/')).body,
      ),
    ).toEqual([]);
    expect(checks[version]('resultBatch', (await form({ queries: JSON.stringify(queries) })).body)).toEqual([]);
  });
});

if (OFFICIAL_FOLDER !== '') {
  describe.each(VERSIONS)('published batches of version %s', (version) => {
    const { valid, invalid } = officialExamples(OFFICIAL_FOLDER, version, 'reconciliation-query-batch');
    const send = (batch: unknown): Test =>
      version === '1.0-draft'
        ? agent.post('/v1/match').send(batch as object)
        : form({ queries: JSON.stringify(batch) }); // JSON documents

    it.each(valid)('%s is answered', async (_, batch) => {
      const answer = await send(batch);
      expect(answer.status).toBe(200);
      expect(answer.text).not.toContain('"error"');
      for (const [, checks] of CHECKS) expect(checks[version]('resultBatch', answer.body)).toEqual([]);
    });

    it.each(invalid)('%s is at fault, which is said', async (_, batch) => {
      const answer = await send(batch);
      const answers: readonly unknown[] = Object.values(answer.body as object); // an object by every schema
      if (version === '1.0-draft') expect(answer.status).toBe(400);
      else expect(answers.filter((one) => typeof one !== 'object' || one === null || !('error' in one))).toEqual([]);
    });
  });
}
