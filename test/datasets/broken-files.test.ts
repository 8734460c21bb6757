import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SameasError } from '../../src/foundation/sameas-error.js';
import { loadDataset } from '../../src/datasets/load-dataset.js';
import { formatLoadReport, summariseLoadReport } from '../../src/datasets/load-report.js';
import { loadForTest, loadingError } from '../support/loaded-entities.js';
import { temporaryFolder } from '../support/temporary-files.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());
const { write } = folder;

describe('files that cannot be used at all', () => {
  async function refused(
    file: string,
  ): Promise<{ readonly code: string; readonly message: string; readonly advice: string | undefined }> {
    const { code, message, advice } = await loadingError(file);
    return { code, message: message.replaceAll(folder.path, '.'), advice };
  }

  it('a wrong path, with the name that was probably meant', async () => {
    write('painters.csv', 'id,name\n1,One\n');
    expect(await refused(join(folder.path, 'panters.csv'))).toEqual({
      code: 'file-not-found',
      message: 'There is no file ./panters.csv.',
      advice: 'Did you mean painters.csv?',
    });
  });

  it.each([
    ['painters.tsv', 'painters.csv'],
    ['Painters.csv', 'painters.csv'],
    ['pairs.csv', undefined],
    ['b.csv', undefined],
    ['list.csv', undefined],
  ])('a wrong path, %s, without a guess where no name is near', async (name, meant) => {
    write('painters.csv', 'id,name\n1,One\n');
    write('a.csv', 'id,name\n1,One\n');
    write('test.csv', 'id,name\n1,One\n');
    const { advice } = await refused(join(folder.path, name));
    expect(advice).toBe(
      meant === undefined
        ? 'Check the path. On the command line it is taken relative to the folder in which the command was started, in a manifest relative to the manifest.'
        : `Did you mean ${meant}?`,
    );
  });

  it('an address of the web', async () => {
    expect(await refused('https://example.org/list.csv')).toEqual({
      code: 'source-unavailable',
      message: 'https://example.org/list.csv was not fetched: requests to addresses are switched off.',
      advice:
        'Add --url-access public to allow addresses of the public internet, or --url-access all for those of this computer and its network, too.',
    });
  });

  it('a folder without a list', async () => {
    mkdirSync(join(folder.path, 'folder'));
    expect(await refused(join(folder.path, 'folder'))).toEqual({
      code: 'file-empty',
      message: 'There is no list in the folder ./folder.',
      advice:
        'Lists are told by their names there: .csv, .tsv, .json, .xlsx, .xml, .mrc and the like. Name a file with another name by itself.',
    });
  });

  it.each([
    ['an empty file', ''],
    ['nothing but blank lines', '\n \n\n'],
    ['an empty file, gzipped', gzipSync('')],
  ])('%s', async (_, content) => {
    expect(await refused(write('empty.csv', content))).toEqual({
      code: 'file-empty',
      message: './empty.csv is empty.',
      advice: 'Check that the right file was saved.',
    });
  });

  it('a zip archive with nothing in it', async () => {
    const emptyZip = Buffer.concat([Buffer.from('PK\u0005\u0006', 'latin1'), Buffer.alloc(18)]);
    expect(await refused(write('list.zip', emptyZip))).toEqual({
      code: 'file-empty',
      message: './list.zip is a zip archive without any file in it.',
      advice: 'Check that the right file was saved.',
    });
  });

  it.each([
    [
      'elements',
      '<list>\n  <item id="1"><name>Alder</name></item>\n  <item id="2"><name>Birch</name></item>\n</list>\n',
      ['Alder', 'Birch'],
    ],
    ['elements with attributes in one line', '<trees xmlns="urn:trees"><tree name="Alder"/></trees>', ['Alder']],
    ['a comment first', '<!-- exported, with commas -->\n<trees><tree>Alder</tree></trees>', ['Alder']],
  ])('no XML: %s', async (_, content, names) => {
    expect((await loadForTest(write('list.xml', content))).entities.map(({ name }) => name)).toEqual(names);
  });

  it('XML with nothing in it', async () => {
    expect((await refused(write('none.xml', '<?xml version="1.0"?><trees/>'))).code).toBe('dataset-empty');
  });

  it('but not text with marks in it', async () => {
    const { entities } = await loadForTest(write('marked.csv', '<unknown>,1\n<i>Alnus</i> alder,2\n<b>Birch</b>,3\n'));
    expect(entities).toHaveLength(3);
  });

  it.each([
    ['headings and nothing below', 'id,name,type\n'],
    ['an empty JSON list', '[]'],
  ])('%s', async (_, content) => {
    expect(await refused(write('none.csv', content))).toMatchObject({
      code: 'file-empty',
      message: './none.csv holds no records, only headings or nothing that can be read as one.',
    });
  });

  it('other binary files and markup', async () => {
    const noise = Uint8Array.from({ length: 4000 }, (_, i) => (i * 7919) % 23);
    expect(await refused(write('noise.csv', noise))).toMatchObject({
      code: 'file-format-unknown',
      message: './noise.csv is not a text file.',
    });
    expect(await refused(write('page.csv', '<!DOCTYPE html><p>Sign in first'))).toMatchObject({
      code: 'file-format-unknown',
      message: './page.csv is a web page (HTML) without a table.',
    });
  });

  it('gzip that breaks off', async () => {
    const whole = gzipSync('id,name\n' + Array.from({ length: 500 }, (_, i) => `${i},Name ${i * 7919}\n`).join(''));
    expect(await refused(write('cut.csv.gz', whole.subarray(0, whole.length - 30)))).toMatchObject({
      code: 'file-damaged',
      message: './cut.csv.gz is gzipped, but its content is incomplete or damaged.',
    });
  });

  it('JSON that is none', async () => {
    expect(await refused(write('broken.json', '{"entities": [\n{"id": 1, "name": "One"'))).toMatchObject({
      code: 'dataset-empty',
      message: expect.stringContaining('line 2): The list is not closed'),
    });
    expect((await refused(write('broken.json', '{"id": 1, "name": "One"'))).code).toBe('file-damaged');
    expect(await refused(write('broken.json', '[not, json]'))).toMatchObject({
      code: 'file-damaged',
      message: './broken.json is named as JSON, but its content is not JSON.',
    });
  });

  it('records of which not one has a name', async () => {
    expect(await refused(write('nameless.csv', 'id,name\n1,\n2,\n'))).toMatchObject({
      code: 'dataset-empty',
      message:
        'Not one of 2 records could be used. The first reason (./nameless.csv, line 2): The record with id "1" has no name; it was left out.',
    });
  });

  it('no file', async () => {
    expect((await loadingError({ files: [] })).message).toBe('No file was named.');
  });
});

describe('files with faults that are reported and do not stop the rest', () => {
  const GOOD = 'q1,Alpha\nq2,Beta\n';

  async function load(
    content: string | Uint8Array,
  ): Promise<{ readonly names: readonly string[]; readonly problems: readonly string[] }> {
    const { entities, problems } = await loadForTest(write('list.csv', content));
    return { names: entities.map(({ name }) => name), problems };
  }

  it('duplicate ids: the first is kept', async () => {
    expect(await load(`id,name\n${GOOD}q1,Gamma\n`)).toEqual({
      names: ['Alpha', 'Beta'],
      problems: [
        'rejected id-duplicate ×1: line 4, id: The id "q1" was used before; the first record with it was kept.',
      ],
    });
  });

  it('records without a name or an id', async () => {
    expect(await load(`id,name\nq3,\n,Delta\n${GOOD}`)).toEqual({
      names: ['Alpha', 'Beta'],
      problems: [
        'rejected id-missing ×1: line 3, id: "Delta" has no id; it was left out.',
        'rejected name-empty ×1: line 2, name: The record with id "q3" has no name; it was left out.',
      ],
    });
  });

  it('rows that are too short and too long', async () => {
    expect(await load('id,name,note\nq1,Alpha\nq2,Beta,x,y,z\nq3,Gamma,x,,\n')).toEqual({
      names: ['Alpha', 'Beta', 'Gamma'],
      problems: [
        'warned long-row ×1: line 3: The row has 5 cells instead of 3; left out: "y", "z".',
        'warned short-row ×1: line 2: The row has 2 cells instead of 3; the missing ones were taken as empty.',
      ],
    });
  });

  it('a quotation mark that is never closed', async () => {
    expect(await load(`id,name\nq0,"Zero\n${GOOD}`)).toEqual({
      names: ['Zero', 'Alpha', 'Beta'],
      problems: [
        'warned unclosed-quote ×1: line 2: The quotation mark that opens cell 2 is never closed; the cell was taken to end with its line.',
      ],
    });
  });

  it('stray bytes in a file of UTF-8', async () => {
    const good = Array.from({ length: 30 }, (_, i) => `q${i},Müller ${i}\n`).join('');
    const { names, problems } = await load(
      Buffer.concat([Buffer.from(`id,name\n${good}x1,M`), Buffer.from([0xfc]), Buffer.from('ller\n')]),
    );
    expect(names.at(-1)).toBe('M\uFFFDller');
    expect(problems).toEqual([
      'warned broken-encoding ×1: line 32: One character is not valid UTF-8 and became "\uFFFD".',
    ]);
  });

  it('a byte order mark that promises UTF-8, over Latin-1', async () => {
    const { names, problems } = await load(
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('id,name\n1,Caf\u00e9\n2,Na\u00efve\n', 'latin1')]),
    );
    expect(names).toEqual(['Caf\uFFFD', 'Na\uFFFDve']);
    expect(problems).toEqual([
      'warned broken-encoding ×2: line 2: 2 characters are not valid UTF-8 and became "\uFFFD".',
    ]);
  });

  it('Latin-1 with a byte that stands for nothing', async () => {
    const { names, problems } = await load(
      Buffer.from('id,name,note\n1,Caf\u00e9,cr\u00e8me\n2,Na\u00efve \u0081,d\u00e9j\u00e0 vu\n', 'latin1'),
    );
    expect(names[0]).toBe('Café');
    expect(names[1]).toMatch(/^Naïve [\uFFFD\u0081]$/);
    expect(problems.length).toBe(names[1]?.includes('\uFFFD') === true ? 1 : 0);
  });

  it('NUL characters', async () => {
    expect(await load(`id,name\nq0,Ze\0ro\n${GOOD}`)).toEqual({
      names: ['Zero', 'Alpha', 'Beta'],
      problems: ['warned nul-characters ×1: line 2: One NUL character was taken out.'],
    });
  });

  it('a byte order mark before the heading of ids is no part of it', async () => {
    expect(await load(`\uFEFFid,name\n${GOOD}`)).toEqual({ names: ['Alpha', 'Beta'], problems: [] });
  });

  it('one line of ten megabytes', async () => {
    const { names, problems } = await load(
      `id,name,description\n${GOOD.replaceAll('\n', ',\n')}q3,Gamma,"${'long '.repeat(2_000_000)}"\n`,
    );
    expect({ names, problems }).toEqual({ names: ['Alpha', 'Beta', 'Gamma'], problems: [] });
  });

  it('JSON lines of which one is broken', async () => {
    const { names, problems } = await load('{"id":1,"name":"One"}\n{"id":2,"name":\n{"id":3,"name":"Three"}\n[4]\n');
    expect(names).toEqual(['One', 'Three']);
    expect(problems).toEqual([
      expect.stringMatching(/^rejected not-json ×1: line 2: The record is not JSON: /),
      'rejected not-a-record ×1: line 4: The record is not an object but [4].',
    ]);
  });

  it('a JSON list that breaks off', async () => {
    const { names, problems } = await load('[{"id":1,"name":"One"},\n {"id":2,"name":"Two"},\n {"id":3,"na');
    expect(names).toEqual(['One', 'Two']);
    expect(problems).toEqual(['rejected cut-off ×1: line 3: The list is not closed: the file seems to be incomplete.']);
  });

  it('references to nothing, odd values, impossible coordinates, empty columns, shared names', async () => {
    const rows = Array.from({ length: 60 }, (_, i) => `p${i},Place ${i % 59},p${(i * 7) % 60},${1900 + i},50.5,7.5,`);
    rows[3] = 'p3,Place 3,p999,circa 1903,95,7.5,';
    const { entities, problems } = await loadForTest(
      write('list.csv', `id,name,parent,founded,lat,lon,empty\n${rows.join('\n')}\n`),
    );
    expect(entities[3]?.properties).toEqual({
      parent: [{ kind: 'text', text: 'p999' }],
      founded: [{ kind: 'text', text: 'circa 1903' }],
    });
    expect(entities[4]?.properties).toEqual({
      parent: [{ kind: 'reference', id: 'p28' }],
      founded: [{ kind: 'date', date: { year: 1904 } }],
      coordinates: [{ kind: 'coordinates', latitude: 50.5, longitude: 7.5 }],
    });
    expect(problems).toEqual([
      'warned coordinates-impossible ×1: line 5, lat: Latitude "95" and longitude "7.5" are no place on Earth; they were left out.',
      'warned value-odd ×1: line 5, founded: "circa 1903" is not a date.',
      'warned reference-dangling ×1: line 5, parent: "p999" is not the id of an entity.',
      'warned column-empty ×1: empty: There is no value in it; it was left out.',
      'warned name-shared ×1: : 2 entities are called "Place 0".',
    ]);
  });

  it('counts everything and keeps the first ten examples of a kind', async () => {
    const rows = Array.from({ length: 500 }, (_, i) => `same,Name ${i}`).join('\n');
    const { report, entities } = await loadForTest({
      files: [write('list.csv', `id,name\n${rows}\n`)],
      choices: { idColumn: 'id' },
    });
    expect(entities.length).toBe(1);
    expect(report.counts).toMatchObject({ records: 500, entities: 1, rejected: 499 });
    expect(report.problems.map(({ kind, count, examples }) => [kind, count, examples.length])).toEqual([
      ['id-duplicate', 499, 10],
    ]);
    expect(summariseLoadReport(report)).toBe(
      `1 entity with 1 name from ${join(folder.path, 'list.csv')}; 499 records left out`,
    );
    expect(formatLoadReport(report)).toContain('  Ids that were used before: 499 (left out)\n');
  });
});

describe('any bytes', () => {
  it('end in a dataset or a SameasError', async () => {
    const start = fc.constantFrom(
      '',
      'id,name\n',
      '[',
      '{"a":',
      '\u001f\u008b',
      '\u00ef\u00bb\u00bf',
      '\u00ff\u00fe',
      '"',
      '[{"id":1,"name":"x"},',
      'id;name\n1;"',
      '{"id":1}\n{',
    );
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc
        .array(
          fc.constantFrom(
            '"',
            ',',
            '\n',
            '\r',
            '{',
            '}',
            '[',
            ']',
            ':',
            '\\',
            'é',
            '1',
            'a',
            '|',
            ';',
            '\t',
            '\0',
            ' ',
          ),
          { maxLength: 80 },
        )
        .map((parts) => Buffer.from(parts.join(''))),
    );
    await fc.assert(
      fc.asyncProperty(start, bytes, async (prefix, rest) => {
        const file = write('any', Buffer.concat([Buffer.from(prefix, 'latin1'), rest]));
        try {
          const { report } = await loadDataset({ files: [file] });
          expect(report.counts.entities).toBeGreaterThan(0);
          expect(report.counts.entities + report.counts.rejected).toBe(report.counts.records);
        } catch (thrown) {
          if (!(thrown instanceof SameasError) || thrown.code === 'internal') throw thrown;
        }
      }),
      { numRuns: 250 },
    );
  }, 240_000);
});
