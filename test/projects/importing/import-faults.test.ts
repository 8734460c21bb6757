import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SameasError } from '../../../src/foundation/sameas-error.js';
import { IMPORT_READERS } from '../../../src/projects/importing/import-files.js';
import { tableOfGrid } from '../table-grid.js';
import { importScratch, type ImportScratch } from './import-scratch.js';

let scratch: ImportScratch;
beforeAll(() => {
  scratch = importScratch();
});
afterAll(() => scratch.remove());

describe('importFiles', () => {
  it.each(Object.keys(IMPORT_READERS))('makes a grid or an error of ours from any bytes read as %s', async (format) => {
    const markup = fc.string({
      unit: fc.constantFrom(
        '<',
        '>',
        '/',
        'a',
        'b',
        '"',
        '=',
        ' ',
        '&',
        ';',
        '{',
        '}',
        '[',
        ']',
        ':',
        ',',
        '1',
        '\n',
        '\r',
        '\\',
        '\t',
      ),
    });
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      markup.map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 100 }).map((rest) => Buffer.concat([Buffer.from('PK\u0003\u0004'), rest])),
      fc.uint8Array({ maxLength: 100 }).map((rest) => Buffer.concat([Buffer.from([0x1f, 0x8b, 8]), rest])),
      fc.uint8Array({ maxLength: 100 }).map((rest) => Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), rest])),
    );
    await fc.assert(
      fc.asyncProperty(bytes, fc.boolean(), async (content, hasOptions) => {
        try {
          const { grid } = await scratch.importing([{ name: 'any', bytes: content }], {
            format,
            ...(hasOptions ? { options: {} } : {}),
          });
          expect(grid.model.columns.length).toBeGreaterThan(0);
        } catch (thrown) {
          if (!(thrown instanceof SameasError)) throw thrown;
          expect(thrown.code).toMatch(/^import-/);
        }
      }),
      { numRuns: 40 },
    );
  });

  it.each([
    ['UTF-16 with a mark', Buffer.from('\ufeffname;n\nZoë;1\n', 'utf16le')],
    ['UTF-16 without', Buffer.from('name;n\nZoë Miller;1\nLong enough to tell;2\n', 'utf16le')],
    ['UTF-8 with a mark', Buffer.from('\ufeffname;n\nZoë;1\n')],
    ['Windows-1252', Buffer.from('name;n\nZoë;1\n', 'latin1')],
  ])('finds out the encoding: %s', async (_, bytes) => {
    const { grid } = await scratch.importing([{ name: 'list.csv', bytes }]);
    const { columns, rows } = tableOfGrid(grid);
    expect(columns).toEqual(['name', 'n']);
    expect(String(Object(rows[0]))).toMatch(/^Zoë/);
  });

  it('takes the encoding that an XML document states', async () => {
    const text = '<?xml version="1.0" encoding="windows-1250"?><l><t>Łódź</t></l>';
    const bytes = Buffer.from(text.replace('Ł', '£').replace('ź', '\u009f'), 'latin1');
    const { grid, encoding } = await scratch.importing([{ name: 'towns.xml', bytes }]);
    expect(tableOfGrid(grid).rows).toEqual([['Łódź']]);
    expect(encoding).toBe('windows-1250');
  });

  it('takes the encoding that is stated', async () => {
    const bytes = Buffer.from('name,n\nZo\u00eb,1\n');
    const stated = await scratch.importing([{ name: 'list.csv', bytes }], {
      options: { separator: ',', encoding: 'ISO-8859-1' },
    });
    expect(tableOfGrid(stated.grid).rows).toEqual([['ZoÃ«', '1']]);
    const marked = await scratch.importing([{ name: 'list.csv', bytes: Buffer.from('\ufeffname\nx\n') }], {
      options: { encoding: 'UTF-8-BOM' },
    });
    expect(tableOfGrid(marked.grid).columns).toEqual(['name']);
    await expect(
      scratch.importing([{ name: 'list.csv', bytes }], { options: { encoding: 'klingon' } }),
    ).rejects.toMatchObject({ code: 'import-option-invalid' });
  });

  it('keeps a character whole that lies across two pieces of a file', async () => {
    const line = `${'x'.repeat(1021)}é\n`;
    const { grid } = await scratch.importing([{ name: 'list.txt', bytes: `y${line.repeat(3000)}` }], {
      format: 'text/line-based',
    });
    const { rows } = tableOfGrid(grid);
    expect(rows).toHaveLength(3000);
    expect(rows.slice(1).every((row) => JSON.stringify(row) === JSON.stringify([line.trim()]))).toBe(true);
  });

  it.each([
    ['rows', { maxRows: 2 }, 'a,b\n1,2\n3,4\n5,6\n'],
    ['columns', { maxColumns: 2 }, 'a,b,c\n1,2,3\n'],
    ['cells', { maxCells: 3 }, 'a,b\n1,2\n3,4\n'],
    ['the length of a cell', { maxCellLength: 10 }, 'a,b\n1,"23456789 12345"\n'],
    ['the length of a cell without quotes', { maxCellLength: 10 }, 'a,b\n1,23456789 12345\n'],
  ])('refuses more than the limit on %s', async (_, limits, text) => {
    await expect(
      scratch.importing([{ name: 'list.csv', bytes: text }], { options: { separator: ',' } }, limits),
    ).rejects.toMatchObject({ code: 'import-too-large' });
  });

  it('refuses JSON and XML that are nested too deeply', async () => {
    await expect(scratch.importing([{ name: 'x.json', bytes: '['.repeat(300) }])).rejects.toMatchObject({
      code: 'import-file-damaged',
    });
    await expect(scratch.importing([{ name: 'x.xml', bytes: '<a>'.repeat(300) }])).rejects.toMatchObject({
      code: 'import-file-damaged',
    });
  });

  it('does not expand entities of a document type', async () => {
    const text = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a><b>&x;</b></a>';
    await expect(scratch.importing([{ name: 'x.xml', bytes: text }])).rejects.toMatchObject({
      code: 'import-file-damaged',
    });
  });

  it.each([
    ['no file', [], undefined, 'import-empty'],
    ['an empty file', [{ name: 'a.csv', bytes: '' }], undefined, 'import-empty'],
    [
      'a picture',
      [{ name: 'a.csv', bytes: Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3, 4]) }],
      undefined,
      'import-format-unsupported',
    ],
    ['a path that leads nowhere', [{ name: 'a.json', bytes: '[{"a":1}]' }], { recordPath: ['_', 'x'] }, 'import-empty'],
    ['an option of another kind', [{ name: 'a.csv', bytes: 'a' }], { limit: 'many' }, 'import-option-invalid'],
    ['options that are no object', [{ name: 'a.csv', bytes: 'a' }], [1], 'import-option-invalid'],
    [
      'a strict reading of stray quotation marks',
      [{ name: 'a.csv', bytes: 'a\nx"y\n' }],
      { separator: ',', strictQuotes: true },
      'import-file-damaged',
    ],
  ])('refuses %s', async (_, files, options, code) => {
    await expect(scratch.importing(files, options === undefined ? {} : { options })).rejects.toMatchObject({ code });
  });

  it('refuses widths of columns that are no whole numbers, and takes those in quotes', async () => {
    const file = { name: 'a.txt', bytes: 'ab c\n' };
    const format = 'text/line-based/fixed-width';
    for (const columnWidths of [[2, { toString: 1 }], ['2', 0], [true], [[2]], 2])
      await expect(scratch.importing([file], { format, options: { columnWidths } })).rejects.toMatchObject({
        code: 'import-option-invalid',
      });
    expect(
      tableOfGrid(
        (await scratch.importing([file], { format, options: { columnWidths: ['2', 2], headerLines: 0 } })).grid,
      ).rows,
    ).toEqual([['ab', ' c']]);
  });

  it.each([
    ['lines', 'Once upon a time\nthere was a list\nof words\n', 'text/line-based'],
    ['separated text', 'a;b\n1;2\n', 'text/line-based/*sv'],
    ['columns of fixed width', 'aaa   bbb\nc     dd\nee    f\n', 'text/line-based/fixed-width'],
    ['JSON', '[{"a":{}},{"a":{}},{"a":{"b":1}}]', 'text/json'],
    ['XML', '<a><b>1</b><b>2</b><b>3</b></a>', 'text/xml'],
    [
      'an address in each line',
      'http://example.org/a\nhttp://example.org/b\nhttp://example.org/c\n',
      'text/line-based',
    ],
  ])('finds the format of a file without a telling name: %s', async (_, bytes, format) => {
    expect((await scratch.importing([{ name: 'upload', bytes, mediaType: 'application/octet-stream' }])).format).toBe(
      format,
    );
  });

  it('knows RDF by its statements', async () => {
    const bytes = '<urn:a> <urn:p> <urn:b> .\n'.repeat(3);
    expect(await scratch.importing([{ name: 'upload.txt', bytes }])).toMatchObject({
      format: 'text/rdf/n3',
      encoding: 'US-ASCII',
    });
  });

  it('reads RDF/XML in the encoding that it declares', async () => {
    const text =
      '<?xml version="1.0" encoding="ISO-8859-15"?>\n<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><r:Description r:about="urn:a" r:value="5 ¤"/></r:RDF>';
    const { grid } = await scratch.importing([{ name: 'list.rdf', bytes: Buffer.from(text, 'latin1') }]);
    expect(tableOfGrid(grid).rows).toEqual([['urn:a', '5 €']]);
  });

  it.each<[string, string, string, string, string]>([
    [
      'Turtle that breaks off',
      'list.ttl',
      '<urn:a> <urn:p> "1" ;\n',
      'import-file-damaged',
      'list.ttl is RDF, but line 2 cannot be read: Expected entity but got eof.',
    ],
    [
      'a faulty line of N-Triples',
      'list.nt',
      '<urn:a> <urn:p> "1" .\n<urn:a> "2" .\n<urn:b> <urn:p> "3" .\n',
      'import-file-damaged',
      'list.nt: line 2 cannot be read: Unexpected literal.',
    ],
    [
      'a context elsewhere',
      'list.jsonld',
      '{"@context": "https://elsewhere.example/", "name": "A"}',
      'import-format-unsupported',
      'list.jsonld is JSON-LD with its context at https://elsewhere.example/, and nothing is fetched while a list is read.',
    ],
    ['a graph without statements', 'list.ttl', '# nothing\n', 'import-empty', 'There are no statements in list.ttl.'],
  ])('refuses %s', async (_, name, bytes, code, message) => {
    await expect(scratch.importing([{ name, bytes }])).rejects.toMatchObject({
      code,
      message,
      advice: expect.not.stringContaining('manifest'),
    });
  });

  it.each([
    ['maxRows', 2],
    ['maxCells', 3],
    ['maxColumns', 2],
    ['maxCellLength', 4],
  ] as const)('refuses a graph beyond %s', async (limit, most) => {
    const bytes = '<urn:a> <urn:p> "1" .\n<urn:a> <urn:q> "2" .\n<urn:b> <urn:p> "3" .\n<urn:c> <urn:p> "4" .\n';
    await expect(scratch.importing([{ name: 'list.nt', bytes }], {}, { [limit]: most })).rejects.toMatchObject({
      code: 'import-too-large',
    });
  });

  it('looks at white space in no time', async () => {
    const bytes = `x <<<<<>>>>>${'\n '.repeat(40_000)}y`;
    expect((await scratch.importing([{ name: 'upload', bytes }])).format).toBe('text/line-based');
  }, 5000);

  it('says which paths there are', async () => {
    await expect(
      scratch.importing([{ name: 'a.xml', bytes: '<list><item>1</item></list>' }], {
        options: { recordPath: ['rows'] },
      }),
    ).rejects.toMatchObject({
      advice: 'Paths that there are: ["list"], ["list","item"]. What has no name in JSON is called "_".',
    });
  });

  it('ends when progress throws', async () => {
    const { importFiles } = await import('../../../src/projects/importing/import-files.js');
    const { DEFAULT_IMPORT_LIMITS } = await import('../../../src/projects/importing/import-request.js');
    const { memoryChunkWriter } = await import('../../support/memory-chunk-writer.js');
    await scratch.importing([{ name: 'list.csv', bytes: 'a,b\n1,2\n'.repeat(10_000) }]);
    const stop = new SameasError('command-cancelled', 'The import was cancelled.');
    await expect(
      importFiles(
        { files: [{ path: `${scratch.folder}/upload-0`, name: 'list.csv' }] },
        {
          chunks: memoryChunkWriter(),
          limits: DEFAULT_IMPORT_LIMITS,
          scratchFolder: scratch.folder,
          progress: () => {
            throw stop;
          },
        },
      ),
    ).rejects.toBe(stop);
  });
});
