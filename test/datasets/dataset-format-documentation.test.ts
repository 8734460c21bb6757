import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from '@jest/globals';
import { DATATYPES } from '../../src/entities/property.js';
import { MANIFEST_SCHEMA } from '../../src/datasets/manifest-schema.js';
import { DATE_FORMATS, NUMBER_FORMATS } from '../../src/datasets/parse-property-value.js';
import { loadForTest } from '../support/loaded-entities.js';
import { temporaryFolder } from '../support/temporary-files.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const page = readFileSync('docs/dataset-format.md', 'utf8');
/** Examples by file name: fences with a name after the language. */
const examples = new Map(
  [...page.matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```$/gm)].map((match) => [match[1] ?? '', match[2] ?? '']),
);
const files = new Map([...examples].map(([name, text]) => [name, folder.write(name, text)]));

describe('docs/dataset-format.md', () => {
  it('has a manifest that reads its table as it says', async () => {
    const { dataset, entities, problems, report } = await loadForTest(files.get('works.manifest.yaml') ?? '');
    expect(problems).toEqual([]);
    expect(report.inferred).toEqual([]);
    expect(dataset.metadata).toMatchObject({
      name: 'Works and their publishers',
      targetPrecision: 0.95,
      previewProperties: ['year', 'publisher'],
    });
    expect(entities[0]).toEqual({
      id: 'w1',
      name: 'Die Räuber',
      nameLanguage: 'de',
      aliases: [{ text: 'Räuber' }, { text: 'The Robbers' }],
      types: ['Thing'],
      prominence: 800,
      properties: {
        year: [{ kind: 'date', date: { year: 1781 } }],
        publisher: [{ kind: 'reference', id: 'v1' }],
        language: [{ kind: 'text', text: 'de' }],
      },
    });
    expect(dataset.types.isA('Thing', 'Resource')).toBe(true);
  });

  it('has a JSON list that needs no manifest', async () => {
    const { entities } = await loadForTest(files.get('people.json') ?? '');
    expect(entities[0]).toEqual({
      id: 'p1',
      name: 'Cnut the Great',
      nameLanguage: 'en',
      aliases: [{ text: 'Knud den Store', language: 'da' }],
      types: ['Person'],
      prominence: 0,
      properties: {
        died: [{ kind: 'date', date: { year: 1035, month: 11, day: 12 } }],
        mother: [{ kind: 'reference', id: 'p2' }],
      },
    });
  });

  it('has a thesaurus that needs no manifest', async () => {
    const { dataset, entities, problems } = await loadForTest(
      folder.write('alone/crafts.ttl', examples.get('crafts.ttl') ?? ''),
    );
    expect(problems).toEqual([]);
    expect(dataset.metadata).toMatchObject({
      name: 'Crafts and trades',
      identifierSpace: 'https://crafts.example.org/id/',
      viewUrl: 'https://crafts.example.org/id/{{id}}',
      language: 'en',
    });
    expect(entities[1]).toEqual({
      id: 'c2',
      name: 'goldsmithing',
      nameLanguage: 'en',
      aliases: [
        { text: 'Goldschmiedekunst', language: 'de' },
        { text: 'gold working', language: 'en' },
        { text: 'goldsmithery', language: 'en' },
      ],
      description: 'Making of jewellery and vessels from gold and silver.',
      descriptionLanguage: 'en',
      types: ['skos:Concept'],
      prominence: 0,
      properties: {
        'skos:notation': [{ kind: 'identifier', text: 'M1' }],
        'skos:broader': [{ kind: 'reference', id: 'c1' }],
        'skos:inScheme': [{ kind: 'text', text: 'Crafts and trades' }],
      },
    });
  });

  it('has a manifest for the thesaurus that names predicates in several ways', async () => {
    const { dataset, entities } = await loadForTest(files.get('crafts.manifest.yaml') ?? '');
    expect(dataset.metadata.language).toBe('de');
    expect(dataset.properties.find(({ id }) => id === 'above')).toMatchObject({
      name: 'Oberbegriff',
      datatype: 'reference',
    });
    expect(entities[1]).toMatchObject({
      name: 'Goldschmiedekunst',
      aliases: [
        { text: 'goldsmithing', language: 'en' },
        { text: 'gold working', language: 'en' },
      ],
    });
  });

  it('names every key of the manifest, every datatype and every way of writing numbers and dates', () => {
    for (const key of Object.keys(MANIFEST_SCHEMA.shape)) expect(page).toContain(`\`${key}\``);
    for (const word of [...DATATYPES, ...NUMBER_FORMATS, ...DATE_FORMATS]) expect(page).toContain(`\`${word}\``);
  });
});
