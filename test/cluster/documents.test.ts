import { describe, expect, it } from '@jest/globals';
import { documentOfEntity, ENTITIES_INDEX, idOfEntity } from '../../src/cluster/document-of-entity.js';
import { documentOfWord, WORDS_INDEX } from '../../src/cluster/document-of-word.js';
import { documentOfSettings, readSettings, type DatasetSettings } from '../../src/cluster/dataset-settings.js';
import { aliasOf, indexNames, namesOfIndex } from '../../src/cluster/index-names.js';
import { readEntityDocument } from '../../src/cluster/read-documents.js';
import { termKey } from '../../src/cluster/term-key.js';
import type { Entity } from '../../src/entities/entity.js';
import { buildHeardWords, attachHeardWords, heardAmong, soundKeysOf } from '../../src/search/words/heard-words.js';
import { attachSimilarWords, buildWordTriples, similarAmong } from '../../src/search/words/similar-words.js';
import {
  attachTypoNeighbourhood,
  buildTypoNeighbourhood,
  deletionsOf,
  editsBetween,
} from '../../src/search/words/typo-neighbourhood.js';

const WORDS = [
  'pittsburgh',
  'pitsburg',
  'pitsberg',
  'galifianakis',
  'galafinacus',
  'paris',
  'pariss',
  'perris',
  'parma',
  'hellenic',
  'hellenique',
  'aachen',
  'achen',
  'aaachen',
  'tree',
  'tre',
  'museum',
  'muesum',
  'x1',
  'ny',
].sort();
const table = {
  size: WORDS.length,
  tokenOf: (id: number) => WORDS[id] ?? '',
  lengthOf: (id: number) => WORDS[id]?.length ?? 0,
};

describe('words in an index elsewhere are found as those in memory', () => {
  it.each([...WORDS, 'pittsburg', 'mussum', 'galifinakis', 'akken', 'treee'])('"%s"', (word) => {
    const near: string[] = [];
    attachTypoNeighbourhood(buildTypoNeighbourhood(WORDS), table).forEachNear(word, 2, (id, distance) =>
      near.push(`${WORDS[id] ?? ''} ${String(distance)}`),
    );
    const keys = new Set(deletionsOf(word));
    const sharing = WORDS.filter((other) => deletionsOf(other).some((left) => keys.has(left)));
    expect(
      sharing
        .flatMap((other) =>
          editsBetween(word, other, 2) === undefined ? [] : [`${other} ${String(editsBetween(word, other, 2))}`],
        )
        .sort(),
    ).toEqual(near.sort());
    // In memory triples stand for others with the same hash, of which there are many among so few words.
    const similar = attachSimilarWords(buildWordTriples(WORDS), table)
      .similarTo(word)
      .map(({ id, similarity }) => ({ word: WORDS[id], similarity }));
    for (const one of similarAmong(word, WORDS)) expect(similar).toContainEqual(one);
    const sounds = new Set(soundKeysOf(word));
    const heard = WORDS.filter((other) => soundKeysOf(other).some((key) => sounds.has(key)));
    expect([...heardAmong(word, heard)].sort()).toEqual(
      attachHeardWords(buildHeardWords(WORDS), table)
        .soundingLike(word)
        .map((id) => WORDS[id])
        .sort(),
    );
  });
});

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

it('words that share triples resemble each other, the most similar first', () => {
  expect(similarAmong('pittsburg', WORDS)).toEqual([
    { word: 'pittsburgh', similarity: 0.95 },
    expect.objectContaining({ word: 'pitsburg' }),
    expect.objectContaining({ word: 'pitsberg' }),
  ]);
  expect(heardAmong('galifinakis', WORDS)).toEqual(['galafinacus', 'galifianakis']);
});

it('an entity is found by its names, their words, its types and its values', () => {
  const place = {
    position: 3,
    furtherNames: ['Tower of Tokyo'],
    upwards: (type: string) => [type, 'building'],
    nameOfType: (type: string) => `a ${type}`,
    properties: [
      { id: 'height', datatype: 'integer', identifying: false } as const,
      { id: 'city', datatype: 'reference', identifying: false } as const,
      { id: 'code', datatype: 'identifier', identifying: true } as const,
    ],
  };
  const { record, ...document } = documentOfEntity(TOKYO, place);
  expect(record).toBe(TOKYO);
  expect(document).toMatchObject({
    position: 3,
    prominence: 7,
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

it('its record comes back as it was', () => {
  expect(readEntityDocument(JSON.parse(JSON.stringify({ position: 3, record: TOKYO, furtherNames: [] })))).toEqual({
    position: 3,
    record: TOKYO,
    furtherNames: [],
  });
  expect(() => readEntityDocument({ record: { id: 1 } })).toThrow();
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
    furtherNames: [],
    upwards: (type) => [type],
    nameOfType: (type) => type,
    properties: [],
  });
  expect(Object.keys(ENTITIES_INDEX.mappings.properties).sort()).toEqual(Object.keys(entity).sort());
  expect(Object.keys(WORDS_INDEX.mappings.properties).sort()).toEqual(
    [...Object.keys(documentOfWord('paris', 1)), 'settings'].sort(),
  );
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
    labelCount: 2,
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
    ['without what is computed with', { settings: { form: 2, json: '{}' } }, 'cannot be read'],
    ['that are cut off', { settings: { form: 2, json: '{"a' } }, 'cannot be read'],
  ])('%s are refused', (_, document, message) => {
    expect(() => readSettings(document, 'i')).toThrow(message);
  });
});
