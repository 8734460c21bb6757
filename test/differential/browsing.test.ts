import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { openRefineClient } from '../support/openrefine-client.js';
import { openRefineFor } from '../support/recorded-openrefine.js';
import type { RunningOpenRefine } from '../support/start-openrefine.js';
import { startService, type RunningService } from '../support/start-service.js';
import { temporaryFolder } from '../support/temporary-files.js';

/*
 * The same views of the same table, by OpenRefine and by this service: pages of rows and records, in every order, also through a facet; rows put into that order; clusters.
 */

const TABLE = [
  'key,town,n,note',
  '1,Springfield,10,a',
  ',springfield ,9,b',
  ',"Spring, field",100,c',
  '2,Shelbyville,2,d',
  ',Shelbyvile,,e',
  '3,Ogdenville,33,f',
  ',Ögdenville,4,',
  ',ogden ville,x,g',
  '4,,5,h',
  '5,North Haverbrook,1.5,i',
  ',Haverbrook North,-3,j',
  '6,New York,,k',
  ',New  York,7,l',
  ',new-york,8,m',
  '7,Straße,1e3,n',
  ',Strasse,0,o',
  ',"McDonald, John",6,p',
  ',John McDonald,6,q',
  '8,Résumé,2,r',
  ',Resume,3,s',
  ',co-op,1,t',
  ',coop,1,u',
  ',_x,€5,v',
  ',$5,~,w',
  '',
].join('\n');

const MODES = ['row-based', 'record-based'] as const;
const engineOf = (mode: string, facets: readonly object[] = []): string => JSON.stringify({ facets, mode });
const withO = {
  type: 'text',
  name: 'town',
  columnName: 'town',
  query: 'o',
  mode: 'text',
  caseSensitive: false,
  invert: false,
};

const by = (column: string, valueType: string, more: object = {}): object => ({
  column,
  valueType,
  reverse: false,
  caseSensitive: false,
  blankPosition: 2,
  errorPosition: 1,
  ...more,
});
const ORDERS: Readonly<Record<string, readonly object[]>> = {
  'by text': [by('town', 'string')],
  'by text, backwards': [by('town', 'string', { reverse: true })],
  'by text, with case': [by('town', 'string', { caseSensitive: true })],
  'by number': [by('n', 'number')],
  'by number, backwards': [by('n', 'number', { reverse: true })],
  'by number, errors and blanks first': [by('n', 'number', { blankPosition: -1, errorPosition: -2 })],
  'by numbers as text': [by('n', 'string')],
  'by text, blanks first, backwards': [by('note', 'string', { reverse: true, blankPosition: -1 })],
  'by the key': [by('key', 'number')],
  'by the key, backwards': [by('key', 'number', { reverse: true })],
  'by the key, blanks first': [by('key', 'string', { blankPosition: -1 })],
  'by truth and text': [by('n', 'boolean'), by('town', 'string')],
  'by date and text': [by('n', 'date'), by('town', 'string')],
  'by the key and number, backwards': [by('key', 'string'), by('n', 'number', { reverse: true })],
};

const rowsSchema = z.object({
  rows: z.array(
    z.object({ i: z.number(), j: z.number().nullish(), cells: z.array(z.object({ v: z.unknown() }).nullable()) }),
  ),
  filtered: z.number(),
  total: z.number(),
});
const clustersSchema = z.array(z.array(z.object({ v: z.string(), c: z.number() })));

let refine: RunningOpenRefine;
let service: RunningService;
let targets: readonly { readonly origin: string; readonly project: string }[] = [];
const folder = temporaryFolder();

beforeAll(async () => {
  refine = await openRefineFor('browsing');
  service = await startService(['--data-dir', `${folder.path}/projects`]);
  targets = await Promise.all(
    [refine.origin, service.origin].map(async (origin) => ({
      origin,
      project: await openRefineClient(origin).createProject('towns', TABLE),
    })),
  );
}, 240_000);

afterAll(async () => {
  await refine.stop();
  await service.stop();
  folder.remove();
});

async function ask(origin: string, command: string, parameters: Readonly<Record<string, string>>): Promise<unknown> {
  const { token } = z
    .object({ token: z.string() })
    .parse(await (await fetch(`${origin}/command/core/get-csrf-token`)).json());
  return await (
    await fetch(`${origin}/command/core/${command}`, {
      method: 'POST',
      body: new URLSearchParams({ ...parameters, csrf_token: token }),
    })
  ).json();
}

async function rowsOf(origin: string, project: string, parameters: Readonly<Record<string, string>>): Promise<object> {
  const { rows, filtered, total } = rowsSchema.parse(await ask(origin, 'get-rows', { project, ...parameters }));
  return {
    rows: rows.map(({ i, j, cells }) =>
      [i, j ?? null, ...cells.slice(0, 4).map((cell) => cell?.v ?? null)]
        .map(String)
        .join('|')
        .replace(/(?:\|null)+$/, ''),
    ),
    filtered,
    total,
  };
}

/** What the two say to the same question. */
async function both<T>(question: (origin: string, project: string) => Promise<T>): Promise<readonly T[]> {
  return await Promise.all(targets.map(({ origin, project }) => question(origin, project)));
}

describe.each(MODES)('pages of a table, %s', (mode) => {
  it.each([
    [0, 5],
    [3, 4],
    [20, 10],
    [22, 5],
    [100, 5],
    [0, 0],
    [-1, 3],
    [0, -1],
    [0, 1000],
  ])('from %i, %i long', async (start, limit) => {
    const [expected, actual] = await both((origin, project) =>
      rowsOf(origin, project, { engine: engineOf(mode), start: String(start), limit: String(limit) }),
    );
    expect(actual).toEqual(expected);
  });

  it.each(Object.entries(ORDERS))('in order %s, whole, in part and through a facet', async (_, criteria) => {
    const sorting = JSON.stringify({ criteria });
    for (const [facets, start, limit] of [
      [[], 0, 100],
      [[], 2, 3],
      [[], 5, 2],
      [[withO], 0, 100],
    ] as const) {
      const [expected, actual] = await both((origin, project) =>
        rowsOf(origin, project, {
          engine: engineOf(mode, facets),
          start: String(start),
          limit: String(limit),
          sorting,
        }),
      );
      expect(actual).toEqual(expected);
    }
  });

  it.each(Object.entries(ORDERS))('put into the order %s', async (_, criteria) => {
    const [expected, actual] = await both(async (origin) => {
      const client = openRefineClient(origin);
      const project = await client.createProject('sorted', TABLE);
      await client.applyOperations(project, [{ op: 'core/row-reorder', mode, sorting: { criteria } }]);
      const rows = await rowsOf(origin, project, { engine: engineOf(mode), start: '0', limit: '100' });
      await client.deleteProject(project);
      return rows;
    });
    expect(actual).toEqual(expected);
  });
});

describe('clusters', () => {
  const binning = (name: string, more: object = {}): object => ({
    type: 'binning',
    column: 'town',
    function: name,
    ...more,
  });
  const ngrams = (size: number): object => binning('ngram-fingerprint', { params: { 'ngram-size': size } });

  /** In OpenRefine, clusters of one size have no order. */
  const clustersOf = async (clusterer: object, engine: string): Promise<readonly unknown[]> =>
    both(async (origin, project) =>
      clustersSchema
        .parse(await ask(origin, 'compute-clusters', { project, engine, clusterer: JSON.stringify(clusterer) }))
        .map((cluster) => cluster.map(({ v, c }) => `${v} ${c}`).join(' / '))
        .sort(),
    );

  it.each([
    ['by fingerprint', binning('fingerprint')],
    ['by runs of one letter', ngrams(1)],
    ['by runs of two letters', ngrams(2)],
    ['by sound, as in Cologne', binning('cologne-phonetic')],
    ['by sound, after Beider and Morse', binning('beider-morse')],
    ['by sound, as Daitch and Mokotoff have it', binning('Daitch-Mokotoff')],
  ])('%s, of all rows, of records and of some rows', async (_, clusterer) => {
    for (const engine of [engineOf('row-based'), engineOf('record-based'), engineOf('row-based', [withO])]) {
      const [expected, actual] = await clustersOf(clusterer, engine);
      expect(actual).toEqual(expected);
    }
  });
});

describe('expressions that count rows', () => {
  it.each([
    'facetCount(null, "value", "n")',
    'facetCount("", "value", "key")',
    'facetCount(value, "value", "key")',
    'facetCount(null, "if(value == 2, null, value)", "n")',
    'cross(1, "").cells.key.value',
    'range("1,5", "2")',
  ])('%s', async (expression) => {
    const [expected, actual] = await both(
      async (origin, project) =>
        await Promise.all(
          [0, 1, 4].map((row) =>
            openRefineClient(origin).previewExpression(project, `grel:${expression}`, { row, cellIndex: 0 }),
          ),
        ),
    );
    expect(actual).toEqual(expected);
  });
});
