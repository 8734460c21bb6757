import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { namedDatasets } from '../../src/assembly/named-datasets.js';
import { startDatasets, type RunningDatasets } from '../../src/assembly/start-datasets.js';
import * as older from '../../src/protocols/v0-1/messages.js';
import * as published from '../../src/protocols/v0-2/messages.js';
import * as draft from '../../src/protocols/v1-0-draft/messages.js';
import { readSettings } from '../../src/settings/read-settings.js';
import { temporaryFolder } from '../support/temporary-files.js';

const folder = temporaryFolder();
const people = folder.write(
  'people.csv',
  'id,name,type,born,country\n1,Jack London,Person,1876,US\n2,Virginia Woolf,Person,1882,GB\n',
);
const places = folder.write(
  'places.jsonl',
  '{"id":"1","name":{"ar":"كولونيا","de":"Köln","en":"Cologne"},"type":"City","country":"DE","twin":"2"}\n{"id":"2","name":{"ar":"لندن","de":"London","en":"London"},"type":"City","country":"GB","twin":"1"}\n',
);
const manifest = folder.write(
  'places.manifest.yaml',
  `name: Places\nlanguage: ar\nfiles: [${places}]\ncolumns: { id: id, name: name, type: type }\nproperties:\n  - { id: twin, column: twin, name: Twin town, datatype: reference }\n  - { id: country, column: country, name: Country }\n`,
);
let service: RunningDatasets;
let all: string;

beforeAll(async () => {
  const settings = readSettings({ flags: { port: '0', workers: '1' }, env: {}, processors: 1 });
  service = await startDatasets({
    datasets: await namedDatasets([people, manifest], (file) => ({ source: { files: [file] } })),
    settings,
    observe: () => undefined,
  });
  expect(service.datasets.map(({ path, report }) => [path, report?.counts.entities])).toEqual([
    ['people', 2],
    ['places', 2],
  ]);
  all = `${service.url}all`;
}, 120_000);

afterAll(async () => {
  await service.close();
  folder.remove();
});

async function get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<unknown> {
  return (await fetch(`${all}${path}`, { headers: { Accept: 'application/json', ...headers } })).json();
}

async function post(
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly json: unknown }> {
  const answer = await fetch(`${all}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, json: await answer.json() };
}

const named = (name: string, more: object = {}): object => ({
  conditions: [{ matchType: 'name', propertyValue: name }],
  ...more,
});

describe('all datasets at once in version 1.0-draft', () => {
  it('say so in a manifest of the draft, at the root and below /v1, and in those of the versions before', async () => {
    for (const read of [
      await get('/v1'),
      await get('/?profile=1.0-draft'),
      await get('/', { Accept: 'application/reconciliation.v1+json' }),
    ]) {
      expect(draft.manifest.parse(read)).toMatchObject({
        versions: ['0.1', '0.2', '1.0-draft'],
        view: { url: `${all}/view?id={id}` },
        defaultTypes: [
          { id: 'people', name: 'People' },
          { id: 'places', name: 'Places' },
        ],
        extend: { proposeProperties: true },
      });
    }
    expect(published.manifest.parse(await get('/'))).toMatchObject({
      extend: { propose_properties: { service_url: all, service_path: '/extend/propose' } },
    });
    expect(older.manifest.parse(await get('/?profile=0.1'))).not.toHaveProperty('versions');
  });

  it('answer a batch, by the address of batches, at the root and below /v1, each candidate with its dataset', async () => {
    const batch = {
      queries: [
        named('London'),
        named('Virginia Woolf'),
        named('London', { type: 'people' }),
        { conditions: [{ matchType: 'id', propertyValue: 'places:2' }] },
        named('Qwxyz'),
      ],
    };
    for (const path of ['/match', '/', '/v1/match']) {
      const { status, json } = await post(path, batch);
      const { results } = draft.resultBatch.parse(json);
      expect([path, status, results.map(({ candidates }) => candidates.map(({ id }) => id))]).toEqual([
        path,
        200,
        [['places:2', 'people:1'], ['people:2'], ['people:1'], expect.arrayContaining(['places:2']), []],
      ]);
      expect(results[0]?.candidates[0]?.type).toMatchObject([{ id: 'places', name: 'Places' }, { id: 'City' }]);
      expect(results[1]?.candidates[0]).toMatchObject({ match: true, name: 'Virginia Woolf' });
    }
    expect(
      draft.resultBatch.parse((await post('/reconcile', { queries: [{ query: 'Virginia Woolf' }] })).json).results[0]
        ?.candidates[0]?.id,
    ).toBe('people:2');
    const faulty = await post('/match', { queries: [{}] });
    expect([faulty.status, faulty.json]).toEqual([400, expect.objectContaining({ type: expect.any(String) })]);
  });

  it('name entities in the language asked for, and lend it to no other text', async () => {
    const { json } = await post('/match', { queries: [named('Köln')] }, { 'Accept-Language': 'de' });
    const [candidate] = draft.resultBatch.parse(json).results[0]?.candidates ?? [];
    expect(candidate).toMatchObject({ id: 'places:1', name: 'Köln', lang: 'de' });
    expect(candidate?.type[0]).toEqual({ id: 'places', name: 'Places', lang: 'und', dir: 'auto' });
    const { q } = z
      .object({ q: z.object({ result: z.array(z.looseObject({ name: z.string() })) }) })
      .parse(await get(`/?queries=${encodeURIComponent('{"q":{"query":"Köln"}}')}&lang=en`));
    expect(q.result[0]?.name).toBe('Cologne');
  });

  it('suggest entities, datasets and types, and properties, and have cards of all three', async () => {
    const ids = async (path: string): Promise<readonly string[]> =>
      z
        .object({ result: z.array(z.looseObject({ id: z.string() })) })
        .parse(await get(path))
        .result.map(({ id }) => id);
    expect(await ids('/v1/suggest/entity?prefix=virg')).toEqual(['people:2']);
    expect(await ids('/v1/suggest/type?prefix=p')).toEqual(['people', 'places', 'Person']);
    expect(await ids('/type/private/suggest/type?prefix=')).toEqual(['people', 'places', 'Person', 'City']);
    expect(await ids('/property/private/suggest/property?prefix=coun')).toEqual(['country']);
    expect(draft.suggestProperties.parse(await get('/v1/suggest/property?prefix=twi'))).toMatchObject({
      result: [{ id: 'twin', name: 'Twin town', matchQualifiers: expect.any(Array) }],
    });
    for (const path of [
      '/flyout/type?id=places',
      '/v1/flyout/type?id=City',
      '/property/private/flyout/property?id=twin',
      '/search?filter=(all%20mid:people:1)',
    ])
      expect(draft.flyout.parse(await get(path)).html).toContain('fbs-flyout');
    expect((await fetch(`${all}/flyout/type?id=Nothing`)).status).toBe(404);
    expect((await fetch(`${all}/v1/suggest/entity?prefix=l&limit=-1`)).status).toBe(400);
  });
});

describe('values for columns of all datasets at once', () => {
  const request = {
    ids: ['people:2', 'places:1', 'elsewhere:1', 'people:2'],
    properties: [{ id: 'country' }, { id: 'born' }, { id: 'twin' }, { id: 'name' }, { id: 'nothing' }],
  };

  it('are found by ids with their dataset, and name entities so', async () => {
    for (const path of ['/extend', '/v1/extend']) {
      const { meta, rows } = draft.extensionAnswer.parse((await post(path, request)).json);
      expect(meta.map(({ id, name }) => [id, name])).toEqual([
        ['country', expect.stringMatching(/country/i)],
        ['born', expect.any(String)],
        ['twin', 'Twin town'],
        ['name', 'Name'],
        ['nothing', 'nothing'],
      ]);
      expect(rows.map(({ id }) => id)).toEqual(request.ids);
      expect(rows[0]?.properties.map(({ values }) => values)).toEqual([
        [{ str: 'GB' }],
        [expect.anything()],
        [],
        [{ str: 'Virginia Woolf' }],
        [],
      ]);
      expect(rows[1]?.properties[2]?.values).toEqual([{ id: 'places:2', name: 'لندن', lang: 'ar', dir: 'rtl' }]);
      expect(rows[2]?.properties.map(({ values }) => values)).toEqual([[], [], [], [], []]);
    }
    const older02 = published.extensionAnswer.parse(
      await get(`/?profile=0.2&extend=${encodeURIComponent(JSON.stringify({ ...request, ids: ['places:1'] }))}`),
    );
    expect(older02.rows['places:1']?.['twin']).toEqual([{ id: 'places:2', name: 'لندن' }]);
    expect(
      (
        await post('/extend', {
          ids: Array.from({ length: 501 }, (_, i) => `people:${String(i)}`),
          properties: [{ id: 'country' }],
        })
      ).status,
    ).toBe(413);
    expect((await post('/extend', { ids: 'people:1' })).status).toBe(400);
  });

  it('are proposed for a dataset, a type of one, or all', async () => {
    const proposed = async (type: string): Promise<readonly string[]> =>
      draft.propertyProposal.parse(await get(`/extend/propose?type=${type}`)).properties.map(({ id }) => id);
    expect(await proposed('places')).toEqual(expect.arrayContaining(['twin', 'country', 'name']));
    expect(await proposed('places')).not.toContain('born');
    expect(await proposed('Person')).toEqual(expect.arrayContaining(['born', 'country']));
    expect(await proposed('Person')).not.toContain('twin');
    expect(new Set(await proposed('')).size).toBe((await proposed('')).length);
    expect(await proposed('')).toEqual(expect.arrayContaining(['twin', 'born']));
    expect(await proposed('&limit=1')).toHaveLength(1);
  });
});
