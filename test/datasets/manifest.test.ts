import { dirname } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { loadDataset } from '../../src/datasets/load-dataset.js';
import { writeManifest } from '../../src/datasets/write-manifest.js';
import { attachDataset } from '../../src/entities/packed-entity-store.js';
import { SameasError } from '../../src/foundation/sameas-error.js';
import { loadForTest, loadingError } from '../support/loaded-entities.js';
import { temporaryFolder } from '../support/temporary-files.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const CSV =
  'Nr;Titel;Art;Auch;Jahr;Wert\n1;Die Räuber;Drama;Räuber # Robbers;1781;3\n2;Faust;Drama;;1808;9\n3;Tonio Kröger;Novelle;;1903;\n';

describe('a manifest', () => {
  it('says everything that inference would guess, and more', async () => {
    folder.write('works.csv', CSV);
    const manifest = folder.write(
      'works.yaml',
      `name: Works
description: Works of literature.
identifierSpace: https://example.org/work/
schemaSpace: https://example.org/schema/
language: de
viewUrl: https://example.org/work/{{id}}
documentation: https://example.org/about
licence: CC0
attribution: A library.
updated: '2026-05'
targetPrecision: 0.95
tuning: { matchThreshold: 0.8, propertyWeights: { year: 0.5 } }
previewProperties: [year]
files: works.csv
columns:
  id: Nr
  name: { column: Titel, language: de }
  aliases: [{ column: Auch, separator: '#' }]
  type: Art
  prominence: Wert
types:
  - { id: Drama, name: Play, broader: Work }
  - { id: Work, description: Anything written. }
properties:
  - { column: Jahr, id: year, name: First printed, description: Year of the first edition., datatype: integer }
ignore: [Wert]
`,
    );
    const { dataset, entities, report } = await loadForTest(manifest);
    expect(dataset.metadata).toEqual({
      name: 'Works',
      description: 'Works of literature.',
      identifierSpace: 'https://example.org/work/',
      schemaSpace: 'https://example.org/schema/',
      language: 'de',
      languages: ['de'],
      viewUrl: 'https://example.org/work/{{id}}',
      documentation: 'https://example.org/about',
      licence: 'CC0',
      attribution: 'A library.',
      updated: '2026-05',
      targetPrecision: 0.95,
      tuning: { matchThreshold: 0.8, propertyWeights: { year: 0.5 } },
      previewProperties: ['year'],
      contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(dataset.types.types).toEqual([
      { id: 'Drama', name: 'Play', broader: ['Work'], entityCount: 2 },
      { id: 'Novelle', name: 'Novelle', broader: [], entityCount: 1 },
      { id: 'Work', name: 'Work', description: 'Anything written.', broader: [], entityCount: 0 },
    ]);
    expect(dataset.properties).toEqual([
      {
        id: 'year',
        name: 'First printed',
        description: 'Year of the first edition.',
        datatype: 'integer',
        identifying: false,
        usedBy: ['Drama', 'Novelle'],
        entityCount: 3,
      },
    ]);
    expect(entities[0]).toEqual({
      id: '1',
      name: 'Die Räuber',
      nameLanguage: 'de',
      aliases: [{ text: 'Räuber' }, { text: 'Robbers' }],
      types: ['Drama'],
      prominence: 3,
      properties: { year: [{ kind: 'integer', number: 1781 }] },
    });
    expect(report.inferred).toEqual([]);
  });

  it('may be JSON, may say a type for all, and may correct how a file is read', async () => {
    folder.write('plain.txt', Buffer.from("1~'Caf\u00e9~Bar'\n2~Pub\n", 'latin1'));
    const manifest = folder.write(
      'plain.json',
      JSON.stringify({
        type: 'Place',
        files: [{ path: 'plain.txt', delimiter: '~', quote: "'", encoding: 'iso-8859-1', header: false }],
        columns: { id: 'Column 1', name: 'Column 2' },
      }),
    );
    const { entities } = await loadForTest(manifest);
    expect(entities.map(({ id, name, types }) => [id, name, types])).toEqual([
      ['1', 'Café~Bar', ['Place']],
      ['2', 'Pub', ['Place']],
    ]);
  });

  it('goes for files named beside it', async () => {
    const manifestFile = folder.write('other.yaml', 'name: Other\nfiles: gone.csv\n');
    const { report, entities } = await loadForTest({ files: [folder.write('works.csv', CSV)], manifestFile });
    expect([report.name, entities.length]).toEqual(['Other', 3]);
  });

  it('may weigh only properties that there are', async () => {
    folder.write('works.csv', CSV);
    const error = await loadingError(
      folder.write('weighed.yaml', 'files: works.csv\ntuning:\n  propertyWeights: { Jarh: 2 }\n'),
    );
    expect(error).toMatchObject({
      code: 'manifest-invalid',
      message: expect.stringContaining('line 3, column 22: there is no property "Jarh"; did you mean "jahr"?'),
    });
  });

  it.each([
    ['2026', '2026'],
    ['2026-05', '2026-05'],
    ['"2026-05-01"', '2026-05-01'],
  ])('takes %s for the date of the data', async (written, updated) => {
    folder.write('works.csv', CSV);
    const { dataset } = await loadForTest(folder.write('dated.yaml', `files: works.csv\nupdated: ${written}\n`));
    expect(dataset.metadata.updated).toBe(updated);
  });

  it('reports all its faults at once, each with its place', async () => {
    const error = await loadingError(
      folder.write(
        'faulty.yaml',
        `nmae: Works
files:
  - path: works.csv
    format: excel
    encoding: klingon
targetPrecision: 2
updated: soon
viewUrl: https://example.org/
columns:
  id: [1]
  nam: Titel
properties:
  - column: Jahr
    datatype: yaer
`,
      ),
    );
    expect(error.code).toBe('manifest-invalid');
    expect(error.message.replaceAll(folder.path, '.').split('\n').sort()).toEqual(
      [
        './faulty.yaml has 9 faults:',
        '  line 1, column 1: there is no key "nmae"; did you mean "name"?',
        '  line 11, column 3: there is no key "nam" in "columns"; did you mean "name"?',
        '  line 14, column 5: "properties[1].datatype" must be text, integer, number, boolean, date, coordinates, url, reference or identifier',
        '  line 4, column 5: "files[1].format" must be json-lines, json, delimited, yaml, html, spreadsheet, xml, marc, sqlite, parquet, bibtex, turtle, rdf-xml or json-ld',
        '  line 5, column 5: "files[1].encoding" is not an encoding that can be read; try utf-8, utf-16le, windows-1252 or iso-8859-15',
        '  line 6, column 1: "targetPrecision" must be at most 1',
        '  line 7, column 1: "updated" must be a year, a month or a day, such as 2026-11-29',
        '  line 8, column 1: "viewUrl" must be a web address with {{id}} in it',
        '  line 10, column 8: "columns.id[1]" must be text',
      ].sort(),
    );
  });

  it.each([
    [
      'name: Works: a list\nfiles: works.csv\n',
      'line 1, column 7: there is a second colon in this line; text with a colon and a space in it must stand in quotation marks',
    ],
    ['columns:\n\tid: Nr\n', 'line 2, column 1: there is a tab in front; put spaces there'],
    [
      'columns:\n  id: Nr\n name: Titel\n',
      'line 3, column 1: this line begins too far to the left or to the right, or a bracket before it is never closed; keys of one group begin below one another',
    ],
    [
      'columns:\n  id: Nr\n    name: Titel\n',
      'line 2, column 7: the line after this one begins too far to the right; keys of one group begin below one another',
    ],
    [
      'name: *new*\nfiles: works.csv\n',
      'line 1, column 7: text that begins with an asterisk must stand in quotation marks',
    ],
    ['name: @home\n', 'line 1, column 7: text that begins with a sign like this must stand in quotation marks'],
    [
      'files: "C:\\Data\\works.csv"\n',
      'line 1, column 11: a backslash between double quotation marks must be written twice; between single ones it is what it is',
    ],
    ['name:Works\nfiles: works.csv\n', 'line 1, column 1: a key needs a colon and a space behind it'],
    ['name: a\nname: b\n', 'line 2, column 1: this key is there already; each may come once in its group'],
    ['name: "Works\nfiles: works.csv\n', 'line 3, column 1: a quotation mark before this place is never closed'],
    [
      'files:\n  - path: works.csv\n    delimiter: |\nname: x\n',
      'line 3, column 5: "files[1].delimiter" must not be empty; a sign such as | or # must stand in quotation marks',
    ],
    [
      'files: works.csv\nproperties:\n  - column: Jahr\n    type: date\n',
      'line 4, column 5: there is no key "type" in "properties[1]"; did you mean "datatype"?',
    ],
  ])('says in plain words what is wrong with what was typed by hand: %j', async (text, fault) => {
    const { code, message } = await loadingError(folder.write('typed.yaml', text));
    expect([code, message.split('\n')[1]?.trim()]).toEqual(['manifest-invalid', fault]);
  });

  it('reports YAML that is none, columns that are not there, and properties without a column', async () => {
    const message = async (text: string): Promise<string> =>
      (await loadingError(folder.write('faulty.yaml', text))).message.replaceAll(folder.path, '.');
    folder.write('works.csv', CSV);
    expect(await message('name: [Works\n')).toMatch(/^\.\/faulty\.yaml has a fault:\n {2}line 2, column 1: /);
    expect(await message('files: works.csv\ncolumns:\n  name: Titl\nproperties:\n  - id: x\n')).toBe(
      './faulty.yaml has 2 faults:\n  line 3, column 3: there is no column "Titl"; did you mean "Titel"?\n  line 5, column 5: a property needs a "column", or "latitude" and "longitude"',
    );
    expect(await message('name: Works\n')).toBe(
      './faulty.yaml has a fault:\n  it names no data: add "files", a list of paths relative to the manifest',
    );
  });
});

describe('writeManifest', () => {
  it('writes what was recognised, with a comment for each part', async () => {
    const { manifest } = await loadDataset({ files: [folder.write('works.csv', CSV)] });
    const text = writeManifest(manifest, folder.path);
    expect(text).toContain('# Which column plays which part.');
    expect(text).toContain('  - path: works.csv\n    format: delimited\n    encoding: utf-8\n    delimiter: ;\n');
    expect(text).toContain('    id: jahr\n    name: Jahr\n    datatype: date\n');
  });

  const heading = fc.constantFrom(
    'id',
    'name',
    'label',
    'type',
    'aliases',
    'description',
    'population',
    'lat',
    'lon',
    'parent',
    'founded',
    'isbn',
    'website',
    'name_de',
    'über uns',
    'x: y',
    '#',
    'true',
  );
  const cell = fc.oneof(
    fc.constantFrom(
      '',
      'a',
      'b',
      'a|b',
      'n/a',
      '12',
      '1,5',
      '1.234',
      '007',
      '1871',
      '1871-03-18',
      '18.3.1871',
      '3/4/1950',
      'yes',
      'no',
      'https://example.org/',
      '52.5, 13.4',
      'Ünïcode',
      '"',
      ' x ',
      'a;b',
      'null',
    ),
    fc.nat({ max: 3000 }).map(String),
    fc.string({ maxLength: 6, unit: 'binary' }),
  );

  it('round trip: loaded with what it wrote, a file gives the very same dataset, and nothing is inferred', async () => {
    const tables = fc.uniqueArray(heading, { minLength: 1, maxLength: 7 }).chain((headings) =>
      fc.tuple(
        fc.constant(headings),
        fc.array(fc.array(cell, { minLength: headings.length, maxLength: headings.length }), {
          minLength: 1,
          maxLength: 12,
        }),
      ),
    );
    await fc.assert(
      fc.asyncProperty(tables, fc.boolean(), async ([headings, rows], asJson) => {
        const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;
        const content = asJson
          ? JSON.stringify(rows.map((row) => Object.fromEntries(headings.map((key, i) => [key, row[i]]))))
          : [headings, ...rows].map((row) => row.map(quote).join(',')).join('\n');
        const file = folder.write('round trip', content);
        let first;
        try {
          first = await loadDataset({ files: [file] });
        } catch (thrown) {
          if (thrown instanceof SameasError && thrown.code !== 'internal') return; // nothing to describe
          throw thrown;
        }
        const manifestFile = folder.write('round trip.yaml', writeManifest(first.manifest, dirname(file)));
        const again = await loadDataset({ files: [manifestFile] });
        expect({ ...again.facts, metadata: { ...again.facts.metadata, contentHash: '' } }).toEqual({
          ...first.facts,
          metadata: { ...first.facts.metadata, contentHash: '' },
        });
        const entities = ({ facts, entitySections }: typeof first): unknown[] => {
          const store = attachDataset(facts, entitySections).entities;
          return Array.from({ length: store.size }, (_, ordinal) => store.entity(ordinal));
        };
        expect(entities(again)).toEqual(entities(first));
        // What the manifest states is in no doubt any more.
        const lasting = ({ report }: typeof first): unknown[] =>
          report.problems.filter(({ kind }) => kind !== 'column-empty' && !kind.endsWith('-uncertain'));
        expect(lasting(again)).toEqual(lasting(first));
        expect(again.report.inferred).toEqual(first.report.inferred.filter((sentence) => sentence.includes('UTF-8')));
        expect(again.manifest).toEqual(first.manifest);
      }),
      { numRuns: 120 },
    );
  }, 240_000);
});
