import { afterAll, describe, expect, it } from '@jest/globals';
import { loadForTest } from '../support/loaded-entities.js';
import { temporaryFolder } from '../support/temporary-files.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const CONCEPTS = [
  {
    '@context': 'https://contexts.example.org/jskos.json',
    uri: 'http://ex.org/c/1',
    type: ['http://www.w3.org/2004/02/skos/core#Concept'],
    prefLabel: { de: 'Wasserbau', en: 'hydraulic engineering', '-': null },
    altLabel: { en: ['water engineering', 'hydraulic works'], '-': ['HydEng'] },
    hiddenLabel: { en: ['hydralic engineering'] },
    scopeNote: { en: ['Dams, canals and harbours.'], de: ['Dämme, Kanäle und Häfen.'] },
    notation: ['627'],
    narrower: [{ uri: 'http://ex.org/c/2', prefLabel: { en: 'canal construction' } }],
  },
  {
    uri: 'http://ex.org/c/2',
    type: ['http://www.w3.org/2004/02/skos/core#Concept'],
    prefLabel: { en: 'canal construction' },
    notation: ['626'],
    narrower: [null],
    broader: [{ uri: 'http://ex.org/c/1' }],
  },
];

describe('concepts with names by language', () => {
  it.each([
    ['concepts.json', JSON.stringify(CONCEPTS, undefined, 2)],
    ['concepts.jsonl', CONCEPTS.map((concept) => `${JSON.stringify(concept)}\n`).join('')],
  ])('have names and aliases with their languages, and relations: %s', async (name, text) => {
    const { dataset, entities, problems } = await loadForTest(folder.write(name, text));
    expect(problems).toEqual([]);
    expect(entities[0]).toMatchObject({
      id: 'http://ex.org/c/1',
      name: 'hydraulic engineering',
      nameLanguage: 'en',
      aliases: [
        { text: 'Wasserbau', language: 'de' },
        { text: 'water engineering', language: 'en' },
        { text: 'hydraulic works', language: 'en' },
        { text: 'HydEng' },
        { text: 'hydralic engineering', language: 'en' },
      ],
      description: 'Dams, canals and harbours.',
      properties: {
        narrower_uri: [{ kind: 'reference', id: 'http://ex.org/c/2' }],
        narrower_pref_label: [{ kind: 'text', text: 'canal construction', language: 'en' }],
      },
    });
    expect(entities[1]).toMatchObject({
      name: 'canal construction',
      properties: { broader_uri: [{ kind: 'reference', id: 'http://ex.org/c/1' }] },
    });
    expect(dataset.types.types).toMatchObject([
      { id: 'http://www.w3.org/2004/02/skos/core#Concept', name: 'Concept', entityCount: 2 },
    ]);
    expect(dataset.metadata.language).toBe('en');
  });

  it('have the name in the language that a manifest asks for', async () => {
    folder.write('concepts.json', JSON.stringify(CONCEPTS));
    const { entities } = await loadForTest(folder.write('concepts.yaml', 'language: de\nfiles: concepts.json\n'));
    expect(entities.map(({ name, description }) => [name, description])).toEqual([
      ['Wasserbau', 'Dämme, Kanäle und Häfen.'],
      ['canal construction', undefined],
    ]);
  });
});
