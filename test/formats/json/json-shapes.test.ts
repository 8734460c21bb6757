import { afterAll, describe, expect, it } from '@jest/globals';
import { loadForTest } from '../../support/loaded-entities.js';
import { temporaryFolder } from '../../support/temporary-files.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const load = (document: unknown): ReturnType<typeof loadForTest> =>
  loadForTest(folder.write('shape.json', typeof document === 'string' ? document : JSON.stringify(document)));
const namesOf = async (document: unknown): Promise<readonly (readonly [string, string])[]> =>
  (await load(document)).entities.map(({ id, name }) => [id, name] as const);

describe('a table as lists in a list', () => {
  it('has its headings in the first row', async () => {
    const { entities, problems } = await load([
      ['id', 'name', 'other names', 'height'],
      [1, 'Alder', ['Elder', 'Aller'], 20.5],
      ['b', 'Birch', null, null],
    ]);
    expect(entities).toMatchObject([
      {
        id: '1',
        name: 'Alder',
        aliases: [{ text: 'Elder' }, { text: 'Aller' }],
        properties: { height: [{ number: 20.5 }] },
      },
      { id: 'b', name: 'Birch', aliases: [], properties: {} },
    ]);
    expect(problems).toEqual([]);
  });

  it('or has none', async () => {
    expect(
      await namesOf([
        ['t-1', 'Alder', 20],
        ['t-2', 'Birch', 25],
        ['t-3', 'Cedar', 40],
      ]),
    ).toEqual([
      ['t-1', 'Alder'],
      ['t-2', 'Birch'],
      ['t-3', 'Cedar'],
    ]);
  });

  it('says what is wrong with its rows', async () => {
    const { entities, problems } = await load('[["id","name"],\n["1","Alder","x"],\n{"id":"2"},\n["3","Cedar"]]');
    expect(entities.map(({ name }) => name)).toEqual(['Alder', 'Cedar']);
    expect(problems).toEqual([
      'rejected not-a-record ×1: line 3: The row is not a list but {"id":"2"}.',
      'warned long-row ×1: line 2: The row has 3 cells instead of 2; the last were left out.',
    ]);
  });

  it('is not a list of links of a wiki', async () => {
    const { entities } = await loadForTest(folder.write('links.txt', 'name\n[[Alder]]\n[[Birch]]\n'));
    expect(entities.map(({ name }) => name)).toEqual(['[[Alder]]', '[[Birch]]']);
    expect((await loadForTest(folder.write('links.txt', '[[Alder]]\n[[Birch]]\n'))).entities).toHaveLength(2);
  });
});

it('names by their ids are a list', async () => {
  expect(await namesOf({ al: 'Alder', bi: 'Birch' })).toEqual([
    ['al', 'Alder'],
    ['bi', 'Birch'],
  ]);
});

it('a single record is not taken for names by their ids', async () => {
  expect(await namesOf({ id: 'al', name: 'Alder' })).toEqual([['al', 'Alder']]);
});

describe('features of GeoJSON', () => {
  const feature = (properties: unknown, geometry: unknown, id?: unknown): unknown => ({
    type: 'Feature',
    ...(id !== undefined && { id }),
    properties,
    geometry,
  });

  it('are what their properties say, a point with its coordinates', async () => {
    const { entities, report } = await load({
      type: 'FeatureCollection',
      features: [
        feature({ name: 'Alder Hill', type: 'hill' }, { type: 'Point', coordinates: [8.5, 47.25, 400] }, 'f1'),
        feature(
          { name: 'Birch Lake', type: 'lake' },
          {
            type: 'Polygon',
            coordinates: [
              [
                [0, 0],
                [1, 1],
                [1, 0],
                [0, 0],
              ],
            ],
          },
          'f2',
        ),
        feature({ name: 'Cedar Pass', type: 'pass' }, null, 'f3'),
      ],
    });
    expect(entities.map(({ id, name, types }) => [id, name, types])).toEqual([
      ['f1', 'Alder Hill', ['hill']],
      ['f2', 'Birch Lake', ['lake']],
      ['f3', 'Cedar Pass', ['pass']],
    ]);
    expect(Object.values(entities[0]?.properties ?? {})).toEqual([
      [{ kind: 'coordinates', latitude: 47.25, longitude: 8.5 }],
    ]);
    expect(entities[1]?.properties).toEqual({});
    expect(report.counts.rejected).toBe(0);
  });

  it('may stand one a line', async () => {
    const lines = [feature({ id: 'a', name: 'Alder Hill' }, null), feature({ id: 'b', name: 'Birch Lake' }, null)].map(
      (one) => JSON.stringify(one),
    );
    expect(
      (await loadForTest(folder.write('features.geojsonl', lines.join('\n')))).entities.map(({ id, name }) => [
        id,
        name,
      ]),
    ).toEqual([
      ['a', 'Alder Hill'],
      ['b', 'Birch Lake'],
    ]);
  });
});
