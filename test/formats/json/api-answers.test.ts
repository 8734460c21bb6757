import { afterAll, describe, expect, it } from '@jest/globals';
import { loadForTest, loadingError } from '../../support/loaded-entities.js';
import { temporaryFolder } from '../../support/temporary-files.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const write = (document: unknown): string =>
  folder.write('answer.json', typeof document === 'string' ? document : JSON.stringify(document, undefined, 1));
const MUSEUMS = [
  { id: 'm1', name: 'Alder Museum', city: 'Bern' },
  { id: 'm2', name: 'Birch Gallery', city: 'Graz' },
  { id: 'm3', name: 'Cedar House', city: 'Linz' },
];

/** Each with the path at which the records stand. */
const ANSWERS: readonly (readonly [string, string, unknown])[] = [
  ['a list two keys deep', 'data.items', { data: { total: 3, items: MUSEUMS }, links: { next: null } }],
  [
    'Solr',
    'response.docs',
    {
      responseHeader: { status: 0, QTime: 3, params: { q: '*:*' } },
      response: { numFound: 3, start: 0, docs: MUSEUMS },
      facet_counts: { facet_fields: { city: ['Bern', 1, 'Graz', 1] } },
    },
  ],
  [
    'Elasticsearch and OpenSearch',
    'hits.hits',
    {
      took: 2,
      timed_out: false,
      _shards: { total: 1, successful: 1 },
      hits: {
        total: { value: 3, relation: 'eq' },
        hits: MUSEUMS.map(({ id, ...source }) => ({ _index: 'museums', _id: id, _score: 1, _source: source })),
      },
    },
  ],
  [
    'JSON:API',
    'data',
    {
      data: MUSEUMS.map(({ id, ...attributes }) => ({
        type: 'museums',
        id,
        attributes,
        relationships: { country: { data: { type: 'countries', id: 'at' } } },
        links: { self: `/museums/${id}` },
      })),
      included: ['at', 'ch', 'de', 'fr', 'it'].map((id) => ({ type: 'countries', id, attributes: { name: id } })),
      meta: { total: 3 },
    },
  ],
  [
    'OData',
    'value',
    {
      '@odata.context': 'https://example.org/$metadata#Museums',
      value: MUSEUMS.map((museum) => ({ '@odata.etag': 'W/"1"', ...museum })),
      '@odata.nextLink': 'https://example.org/?skip=3',
    },
  ],
  [
    'Airtable',
    'records',
    {
      records: MUSEUMS.map(({ id, ...fields }) => ({ id, createdTime: '2024-01-01T00:00:00.000Z', fields })),
      offset: 'itr1',
    },
  ],
  [
    'GraphQL',
    'data.museums.edges',
    { data: { museums: { edges: MUSEUMS.map((node) => ({ cursor: 'x', node })), pageInfo: { hasNextPage: false } } } },
  ],
  [
    'objects by id below a key',
    'query.pages',
    { batchcomplete: '', query: { pages: Object.fromEntries(MUSEUMS.map((museum) => [museum.id, museum])) } },
  ],
  [
    'rows below a key',
    'values',
    {
      range: 'Sheet1!A1:C4',
      majorDimension: 'ROWS',
      values: [['id', 'name', 'city'], ...MUSEUMS.map(({ id, name, city }) => [id, name, city])],
    },
  ],
];

describe('the answer of an API', () => {
  it.each(ANSWERS)('is read at the list of its records: %s', async (_, path, document) => {
    const { entities, report } = await loadForTest(write(document));
    expect(entities.map(({ id, name }) => [id, name])).toEqual(MUSEUMS.map(({ id, name }) => [id, name]));
    expect(entities[0]?.properties).toMatchObject({ city: [{ text: 'Bern' }] });
    expect(report.files[0]?.readAs).toBe(`JSON, the records at "${path}", ASCII`);
    expect(report.counts.rejected).toBe(0);
  });

  it('tells of lists that are not read, and the path chooses one of them', async () => {
    const file = write({
      results: MUSEUMS,
      facets: {
        city: [
          { value: 'Bern', n: 1 },
          { value: 'Graz', n: 1 },
        ],
      },
    });
    expect((await loadForTest(file)).report.inferred).toContain(
      'Lists in the file that are not read: "facets.city" (2 objects). --json-path says which is read.',
    );
    const chosen = await loadForTest(
      folder.write('chosen.yaml', 'files: [{ path: answer.json, jsonPath: facets.city }]\ncolumns: { name: value }\n'),
    );
    expect(chosen.entities.map(({ name }) => name)).toEqual(['Bern', 'Graz']);
  });

  it('has the lines of its records, in a file that breaks off as well', async () => {
    const whole = JSON.stringify({ data: { items: MUSEUMS } }, undefined, 1);
    const { entities, problems } = await loadForTest(write(whole.slice(0, whole.indexOf('"m3"') + 6)));
    expect(entities.map(({ id }) => id)).toEqual(['m1', 'm2']);
    expect(problems).toEqual([
      'rejected cut-off ×1: line 14: The list is not closed: the file seems to be incomplete.',
    ]);
  });

  it('has no records at a wrong path', async () => {
    write({ data: { items: MUSEUMS } });
    expect(
      await loadingError(folder.write('wrong.yaml', 'files: [{ path: answer.json, jsonPath: data.itmes }]\n')),
    ).toMatchObject({
      code: 'json-path-unknown',
      message: expect.stringContaining('answer.json has no records at the JSON path "data.itmes".'),
      advice: 'Did you mean "data.items"?',
    });
  });

  it('may be one record, which is said', async () => {
    const { entities, report } = await loadForTest(
      write({ id: 'm1', name: 'Alder Museum', address: { street: 'Alder Lane 1', visitors: [{ year: 2020 }] } }),
    );
    expect(entities).toHaveLength(1);
    expect(report.inferred).toContainEqual(
      expect.stringMatching(/holds one object and no list of objects; it was read as one record\.$/),
    );
  });

  it('is that of a SPARQL endpoint though its head is missing', async () => {
    const { entities } = await loadForTest(
      write({
        results: {
          bindings: MUSEUMS.map(({ id, name }) => ({
            item: { type: 'uri', value: `https://example.org/${id}` },
            itemLabel: { type: 'literal', value: name, 'xml:lang': 'en' },
          })),
        },
      }),
    );
    expect(entities.map(({ name }) => name)).toEqual(MUSEUMS.map(({ name }) => name));
  });
});

describe('entities of Wikibase', () => {
  const snak = (value: unknown, rank = 'normal') => ({
    mainsnak: { snaktype: 'value', datavalue: { value, type: 'x' } },
    type: 'statement',
    rank,
    references: [{ hash: 'r', snaks: {} }],
  });
  const entity = (id: string, en: string, de: string, claims: unknown) => ({
    type: 'item',
    id,
    labels: {
      en: { language: 'en', value: en },
      'be-x-old': { language: 'be-x-old', value: `${en} (be)` },
      de: { language: 'de', value: de },
    },
    descriptions: { en: { language: 'en', value: `about ${en}` } },
    aliases: { en: [{ language: 'en', value: `${en} Jr.` }] },
    claims,
    sitelinks: { enwiki: { site: 'enwiki', title: en, badges: [] } },
  });
  const born = (time: string, precision: number) => ({
    time,
    precision,
    timezone: 0,
    calendarmodel: 'http://www.wikidata.org/entity/Q1985727',
  });

  it('have their labels, aliases and statements', async () => {
    const { entities, report } = await loadForTest(
      write({
        entities: {
          Q1: entity('Q1', 'Ada Alder', 'Ada Erle', {
            P31: [snak({ 'entity-type': 'item', id: 'Q5' })],
            P569: [snak(born('+1815-12-10T00:00:00Z', 11), 'preferred'), snak(born('+1816-00-00T00:00:00Z', 9))],
            P625: [snak({ latitude: 51.5, longitude: -0.25 })],
          }),
          Q2: entity('Q2', 'Ben Birch', 'Ben Birke', {
            P31: [snak({ 'entity-type': 'item', id: 'Q5' })],
            P569: [snak(born('+1901-00-00T00:00:00Z', 9))],
            P2048: [snak({ amount: '+1.8', unit: '1' })],
          }),
        },
        success: 1,
      }),
    );
    expect(report.files[0]?.readAs).toContain('the records at "entities"');
    expect(entities[0]).toMatchObject({
      id: 'Q1',
      name: 'Ada Alder',
      aliases: [
        { text: 'Ada Alder (be)' },
        { text: 'Ada Erle', language: 'de' },
        { text: 'Ada Alder Jr.', language: 'en' },
      ],
      description: 'about Ada Alder',
      types: ['Q5'],
      properties: {
        P569: [{ date: { year: 1815, month: 12, day: 10 } }],
        P625: [{ latitude: 51.5, longitude: -0.25 }],
      },
    });
    expect(entities[1]).toMatchObject({
      id: 'Q2',
      properties: { P569: [{ date: { year: 1901 } }], P2048: [{ number: 1.8 }] },
    });
  });
});

describe('numbers with many digits', () => {
  it('are read to their last decimal, and whole ones stay as they are written', async () => {
    const { entities, problems } = await loadForTest(
      write(`{"type":"FeatureCollection","features":[
        {"type":"Feature","properties":{"id":"a","name":"Alder 12345678901234567 Hill","gtin":12345678901234567},"geometry":{"type":"Point","coordinates":[13.404953999999975,52.520006599999988]}},
        {"type":"Feature","properties":{"id":"b","name":"Birch","gtin":12345678901234568},"geometry":{"type":"Point","coordinates":[-0.1275862000000001e1,-51.5072178999999982]}}]}`),
    );
    expect(problems).toEqual([]);
    expect(entities.map(({ name }) => name)).toEqual(['Alder 12345678901234567 Hill', 'Birch']);
    expect(entities[0]?.properties).toMatchObject({
      gtin: [{ text: '12345678901234567' }],
      coordinates: [{ latitude: 52.52000659999999, longitude: 13.404953999999975 }],
    });
    expect(entities[1]?.properties).toMatchObject({
      gtin: [{ text: '12345678901234568' }],
      coordinates: [{ latitude: -51.5072179, longitude: -1.275862000000001 }],
    });
  });
});
