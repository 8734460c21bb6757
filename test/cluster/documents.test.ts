import { describe, expect, it } from '@jest/globals';
import { documentOfEntity, ENTITIES_INDEX, idOfEntity } from '../../src/cluster/document-of-entity.js';
import {
  countWordsDocuments,
  documentsOfWords,
  fetchWords,
  ID_OF_SETTINGS,
  WORDS_INDEX,
} from '../../src/cluster/documents-of-words.js';
import { documentOfSettings, readSettings, type DatasetSettings } from '../../src/cluster/dataset-settings.js';
import { aliasOf, indexNames, namesOfIndex } from '../../src/cluster/index-names.js';
import { readCompiled } from '../../src/cluster/compiled-entity.js';
import { attachWordsAtHand } from '../../src/cluster/words-at-hand.js';
import { termKey } from '../../src/cluster/term-key.js';
import type { Entity } from '../../src/entities/entity.js';
import { documentsInMemory } from '../support/documents-in-memory.js';
const TOKYO: Entity = {
  id: 'Q1',
  name: 'Tokyo Tower',
  aliases: [{ text: '東京タワー', language: 'ja' }, { text: 'tokyo tower' }],
  description: 'A tower in Minato',
  types: ['tower'],
  properties: {
    height: [{ kind: 'integer', number: 333 }],
    city: [{ kind: 'reference', id: 'Q2' }],
    code: [{ kind: 'identifier', text: 'AB-12' }],
  },
  prominence: 7,
};

it('an entity is found by its names, their words, its types and its values', () => {
  const place = {
    position: 3,
    typeSet: 2,
    furtherNames: ['Tower of Tokyo'],
    weightOf: (word: string) => (word === 'of' ? 1 : 4),
    upwards: (type: string) => [type, 'building'],
    nameOfType: (type: string) => `a ${type}`,
    properties: [
      { id: 'height', datatype: 'integer', identifying: false } as const,
      { id: 'city', datatype: 'reference', identifying: false } as const,
      { id: 'code', datatype: 'identifier', identifying: true } as const,
    ],
  };
  const document = documentOfEntity(TOKYO, place);
  const { record, rows, ...compiled } = readCompiled(document.compiled);
  expect(record()).toEqual(TOKYO);
  expect(compiled).toEqual({ position: 3, typeSet: 2, prominence: 7, id: 'Q1' });
  expect(rows[0]).toEqual({
    flags: 0,
    text: 'Tokyo Tower',
    label: { original: 'Tokyo Tower', folded: 'tokyo tower', tokens: ['tokyo', 'tower'] },
  });
  expect(rows.at(-1)).toMatchObject({ flags: 1, text: 'Tower of Tokyo' });
  expect(document).toMatchObject({
    position: 3,
    prominence: 7,
    lightness: 196,
    types: ['tower', 'building'],
    facets: ['height\n333', 'city\nQ2'],
    numbers: { 'property-0': 333 },
    texts: { name: 'tokyo tower', 'property-1': 'q2', 'property-2': 'ab 12' },
    browse: { name: 'tokyo tower', record: 'a tower a tower in minato 333 q2 ab 12' },
  });
  expect(document.names).toEqual(expect.arrayContaining(['tokyo tower', 'tower of tokyo']));
  expect(document.names).toHaveLength(new Set(document.names).size);
  expect(document.words).toEqual(expect.arrayContaining(['tokyo', 'tower', 'of']));
  expect(document.beginnings).toEqual(expect.arrayContaining(['t', 'to', 'tok', 'tow', 'o', 'of']));
  expect(document.acronyms).toEqual(expect.arrayContaining(['tt']));
  expect(document.values).toEqual(expect.arrayContaining(['height\n333', 'city\nQ2']));
});

it('what is no entity is refused', () => {
  for (const text of ['[]', '{}', '[1,2,3,"a"]', '["x",0,0,"a",0,"A","a"]', '[1,0,0,"a",0,"A",7]'])
    expect(() => readCompiled(Buffer.from(`${text}\n{}`).toString('base64'))).toThrow();
  expect(() => readCompiled(undefined)).toThrow();
  const without = readCompiled(Buffer.from('[1,0,0,"a",0,"A","a"]\n{"id":1}').toString('base64'));
  expect(() => without.record()).toThrow();
});

it('the words of a dataset come back with their numbers and what finds those like them', async () => {
  const words = Array.from({ length: 25_000 }, (_, i) => ({
    word: `word${String(i).padStart(6, '0')}x`,
    entities: (i % 9) + 1,
    names: (i % 5) + 1,
  }));
  const documents = new Map(
    Array.from(documentsOfWords([...words, { word: 'zürich', entities: 3, names: 2 }]), ({ id, document }) => [
      id,
      { ...document },
    ]),
  );
  expect(documents.size).toBe(countWordsDocuments(words.length + 1));
  const size = { entityCount: 99, labelCount: 120 };
  const sections = await fetchWords(
    documentsInMemory(new Map([['words', documents]])),
    { entities: 'entities', words: 'words' },
    { ...size, wordCount: words.length + 1 },
    {
      words: [
        ['zürichsee', 1, 1],
        ['aare', 2, 2],
      ],
    },
  );
  const { planned, frequencies } = attachWordsAtHand(sections, size);
  const last = planned.words.idOf('zürich');
  // Behind a word that came later.
  expect([last, planned.words.entityFrequency(last), planned.postingCount(last)]).toEqual([25_001, 3, 2]);
  expect(['aare', 'zürichsee'].map((word) => planned.words.entityFrequency(planned.words.idOf(word)))).toEqual([2, 1]);
  expect(frequencies.idfOf('zürich')).toBeCloseTo(Math.log(100 / 3.5));
  const near: string[] = [];
  planned.typos.forEachNear('zürch', 1, (id) => near.push(planned.words.tokenOf(id)));
  expect(near).toEqual(['zürich']);
  await expect(
    fetchWords(
      documentsInMemory(new Map()),
      { entities: 'entities', words: 'words' },
      { ...size, wordCount: 1 },
      { words: [] },
    ),
  ).rejects.toMatchObject({ code: 'search-cluster-unavailable' });
});

it('long identifiers and texts have a key that the engine takes', () => {
  expect(Buffer.byteLength(idOfEntity('é'.repeat(5000)))).toBeLessThan(512);
  expect(idOfEntity('é'.repeat(5000))).not.toBe(idOfEntity('é'.repeat(5001)));
  expect(termKey('a'.repeat(500))).toBe('a'.repeat(500));
  expect(termKey('a'.repeat(501)).startsWith('a'.repeat(90))).toBe(true);
});

it('every member of a document is in the mapping, which takes no others', () => {
  const entity = documentOfEntity(TOKYO, {
    position: 0,
    typeSet: 0,
    furtherNames: [],
    weightOf: () => 1,
    upwards: (type) => [type],
    nameOfType: (type) => type,
    properties: [],
  });
  expect(Object.keys(ENTITIES_INDEX.mappings.properties).sort()).toEqual(Object.keys(entity).sort());
  expect(Object.keys(WORDS_INDEX.mappings.properties).sort()).toEqual(['words', ID_OF_SETTINGS].sort());
});

describe('names of indexes', () => {
  it('the words stand beside the entities', () => {
    const names = indexNames('places', '0123456789abcdef0123');
    expect(names).toEqual({
      entities: 'sameas-places-0123456789abcdef-entities',
      words: 'sameas-places-0123456789abcdef-words',
    });
    expect(namesOfIndex(names.entities)).toEqual(names);
    expect(namesOfIndex('other')).toBeUndefined();
  });
  it.each(['Places', 'a b', '', '*', '../x'])('"%s" is refused', (name) => {
    expect(() => aliasOf(name)).toThrow('cannot be the name of a dataset');
  });
});

describe('settings', () => {
  const settings: Omit<DatasetSettings, 'form'> = {
    snapshot: 'abc',
    entityCount: 1,
    places: 1,
    labelCount: 2,
    wordCount: 3,
    typeSets: [{ types: ['tower'], count: 1 }],
    facts: {
      metadata: { name: 'Towers', previewProperties: [], contentHash: '00', targetPrecision: 0.95 },
      types: [],
      properties: [],
    },
    scoring: {
      scorer: '1',
      usualNameWeight: 1,
      nearestNames: [0.25, 1],
      wording: { exchanged: [], apart: [], usuallyApart: 0 },
      wordsOfTypes: {},
      properties: {},
    },
  };
  it('come back as they were', () => {
    expect(readSettings(documentOfSettings(settings), 'i')).toMatchObject(settings);
  });
  it.each([
    ['of another form', { settings: { form: 0, json: '{}' } }, 'another version'],
    ['of something else', {}, 'does not say'],
    ['without what is computed with', { settings: { form: 4, json: '{}' } }, 'cannot be read'],
    ['that are cut off', { settings: { form: 4, json: '{"a' } }, 'cannot be read'],
  ])('%s are refused', (_, document, message) => {
    expect(() => readSettings(document, 'i')).toThrow(message);
  });
});
