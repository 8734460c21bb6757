import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { utils, write, type BookType, type WorkSheet } from '@e965/xlsx';
import { strToU8, zipSync } from 'fflate';
import { cellsOfJson, tableOfGrid } from '../table-grid.js';
import { importScratch, type ImportScratch } from './import-scratch.js';

let scratch: ImportScratch;
beforeAll(() => {
  scratch = importScratch();
});
afterAll(() => scratch.remove());

/** 2020-01-02 12:00 in days since the last day of 1899. */
const NOON = 43832.5;

function peopleSheet(): WorkSheet {
  return {
    '!ref': 'A1:H3',
    A1: { t: 's', v: ' name ' },
    B1: { t: 's', v: 'whole' },
    C1: { t: 's', v: 'money' },
    D1: { t: 's', v: 'yes' },
    E1: { t: 's', v: 'when' },
    F1: { t: 's', v: 'day' },
    G1: { t: 's', v: 'sum' },
    H1: { t: 's', v: 'bad' },
    A2: { t: 's', v: '  Zoë, "q"' },
    B2: { t: 'n', v: 6 },
    C2: { t: 'n', v: 6, z: '0.00' },
    D2: { t: 'b', v: true },
    E2: { t: 'n', v: NOON, z: 'm/d/yy h:mm' },
    F2: { t: 'n', v: 43832, z: 'yyyy-mm-dd' },
    G2: { t: 'n', v: 7.5, f: 'B2+1.5' },
    H2: { t: 'e', v: 0x2a },
    A3: { t: 's', v: '00123' },
  };
}

function bookOf(type: BookType, sheets: Readonly<Record<string, WorkSheet>>): Uint8Array {
  const book = utils.book_new();
  for (const [name, sheet] of Object.entries(sheets)) utils.book_append_sheet(book, sheet, name);
  // A buffer is what this type of output gives.
  return write(book, { type: 'buffer', bookType: type }) as Uint8Array;
}

/** As office programs write it: styles left out, repeated cells counted. */
const ODS_ROWS = `
  <table:table-row>${['name', 'number', 'yes', 'when', 'day', 'hour', 'gap', 'sum'].map((name) => `<table:table-cell office:value-type="string"><text:p>${name}</text:p></table:table-cell>`).join('')}</table:table-row>
  <table:table-row>
    <table:table-cell office:value-type="string"><text:p>Zoë &amp; co</text:p></table:table-cell>
    <table:table-cell office:value-type="float" office:value="6"><text:p>6</text:p></table:table-cell>
    <table:table-cell office:value-type="boolean" office:boolean-value="true"><text:p>TRUE</text:p></table:table-cell>
    <table:table-cell office:value-type="date" office:date-value="2020-01-02T12:30:00"><text:p>02.01.20 12:30</text:p></table:table-cell>
    <table:table-cell office:value-type="date" office:date-value="2020-01-02"><text:p>02.01.20</text:p></table:table-cell>
    <table:table-cell office:value-type="time" office:time-value="PT10H15M00S"><text:p>10:15:00</text:p></table:table-cell>
    <table:table-cell/>
    <table:table-cell table:formula="of:=[.B2]+1.5" office:value-type="float" office:value="7.5"><text:p>7.5</text:p></table:table-cell>
  </table:table-row>
  <table:table-row>
    <table:table-cell office:value-type="string"><text:p>two</text:p><text:p>lines</text:p></table:table-cell>
    <table:table-cell/>
    <table:table-cell office:value-type="boolean" office:boolean-value="false"><text:p>FALSE</text:p></table:table-cell>
    <table:table-cell table:number-columns-repeated="3"/>
    <table:table-cell table:number-columns-repeated="2" office:value-type="string"><text:p>x</text:p></table:table-cell>
  </table:table-row>`;

function odsOf(rows: string): Uint8Array {
  const content = `<?xml version="1.0" encoding="UTF-8"?>
<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.3">
<office:body><office:spreadsheet><table:table table:name="people">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`;
  const manifest = `<?xml version="1.0" encoding="UTF-8"?>
<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.spreadsheet"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`;
  const styles =
    '<?xml version="1.0" encoding="UTF-8"?><office:document-styles xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" office:version="1.3"/>';
  return zipSync({
    mimetype: [strToU8('application/vnd.oasis.opendocument.spreadsheet'), { level: 0 }],
    'content.xml': strToU8(content),
    'styles.xml': strToU8(styles),
    'META-INF/manifest.xml': strToU8(manifest),
  });
}

const oneRow = (): WorkSheet => ({ '!ref': 'A1:A1', A1: { t: 's', v: 'a note' } });

describe('importFiles with spreadsheets', () => {
  it.each(['xlsx', 'xls'] as const)('reads the kinds of cells of %s', async (type) => {
    const { grid, format, encoding, importOptionMetadata } = await scratch.importing([
      { name: `people.${type}`, bytes: bookOf(type, { note: oneRow(), people: peopleSheet() }) },
    ]);
    expect(tableOfGrid(grid)).toEqual({
      columns: ['name', 'whole', 'money', 'yes', 'when', 'day', 'sum', 'bad'],
      rows: [
        ['  Zoë, "q"', 6, { floating: 6 }, true, { date: '2020-01-02T12:00:00Z' }, '2020-01-02', 7.5, null],
        ['00123', null, null, null, null, null, null, null],
      ],
    });
    expect(format).toBe('binary/text/xml/xls/xlsx');
    expect(encoding).toBeUndefined();
    expect(importOptionMetadata).toMatchObject([
      {
        forceText: false,
        sheets: [{ selected: false }, { fileNameAndSheetIndex: `people.${type}#1`, rows: 3, selected: true }],
      },
    ]);
  });

  it('reads ods, whose numbers are floating', async () => {
    const { grid, format } = await scratch.importing([{ name: 'people.ods', bytes: odsOf(ODS_ROWS) }]);
    expect(format).toBe('text/xml/ods');
    expect(tableOfGrid(grid)).toEqual({
      columns: ['name', 'number', 'yes', 'when', 'day', 'hour', 'gap', 'sum'],
      rows: [
        [
          'Zoë & co',
          { floating: 6 },
          true,
          { date: '2020-01-02T12:30:00Z' },
          { date: '2020-01-02T00:00:00Z' },
          '10:15:00',
          null,
          7.5,
        ],
        ['two\nlines', null, false, null, null, null, 'x', 'x'],
      ],
    });
  });

  it.each([
    ['xlsx', () => bookOf('xlsx', { people: peopleSheet() })],
    ['xls', () => bookOf('xls', { people: peopleSheet() })],
    ['ods', () => odsOf(ODS_ROWS)],
  ] as const)('reads %s within gzip and zip as it is', async (type, bytesOf) => {
    const bytes = bytesOf();
    const plain = await scratch.importing([{ name: `people.${type}`, bytes }]);
    const gzipped = await scratch.importing([{ name: `people.${type}.gz`, bytes: gzipSync(bytes) }]);
    const zipped = await scratch.importing([{ name: 'people.zip', bytes: zipSync({ [`people.${type}`]: bytes }) }]);
    const table = tableOfGrid(plain.grid);
    expect(table.rows.length).toBeGreaterThan(1);
    expect([gzipped.format, tableOfGrid(gzipped.grid)]).toEqual([plain.format, table]);
    const { columns, rows } = tableOfGrid(zipped.grid);
    expect([zipped.format, columns]).toEqual([plain.format, ['Archive', ...table.columns]]);
    expect(rows).toEqual(table.rows.map((row) => ['people.zip', ...cellsOfJson(row)]));
  });

  it('gives the text that is shown when asked to', async () => {
    const { grid } = await scratch.importing(
      [{ name: 'people.xlsx', bytes: bookOf('xlsx', { people: peopleSheet() }) }],
      { options: { forceText: true, trimStrings: true } },
    );
    expect(tableOfGrid(grid).rows[0]).toEqual([
      'Zoë, "q"',
      '6',
      '6.00',
      'TRUE',
      '1/2/20 12:00',
      '2020-01-02',
      '7.5',
      null,
    ]);
  });

  it.each([
    ['numbers', [1]],
    ['names', [{ name: 'two' }]],
    [
      'places',
      [
        { name: 'x', fileNameAndSheetIndex: 'book.xlsx#1', rows: 2, selected: true },
        { fileNameAndSheetIndex: 'book.xlsx#0', selected: false },
      ],
    ],
  ])('chooses sheets by %s', async (_, sheets) => {
    const table = (value: string): WorkSheet => ({ '!ref': 'A1:A2', A1: { t: 's', v: 'h' }, A2: { t: 's', v: value } });
    const { grid } = await scratch.importing(
      [{ name: 'book.xlsx', bytes: bookOf('xlsx', { one: table('1'), two: table('2') }) }],
      { options: { sheets } },
    );
    expect(tableOfGrid(grid)).toEqual({ columns: ['h'], rows: [['2']] });
  });

  it('puts all sheets below each other when options name none', async () => {
    const table = (value: string): WorkSheet => ({ '!ref': 'A1:A2', A1: { t: 's', v: 'h' }, A2: { t: 's', v: value } });
    const { grid } = await scratch.importing(
      [{ name: 'book.xlsx', bytes: bookOf('xlsx', { one: table('1'), two: table('2') }) }],
      { options: {} },
    );
    expect(tableOfGrid(grid).rows).toEqual([['1'], ['2']]);
  });

  it('names the sheets that there are', async () => {
    await expect(
      scratch.importing([{ name: 'book.xlsx', bytes: bookOf('xlsx', { one: peopleSheet() }) }], {
        options: { sheets: ['none'] },
      }),
    ).rejects.toMatchObject({
      code: 'import-option-invalid',
      message: 'The import option "sheets" must be a list of sheets of book.xlsx (one), not "none".',
    });
  });

  it('refuses spreadsheets that are none, are cut, or are too large', async () => {
    await expect(scratch.importing([{ name: 'book.xlsx', bytes: 'a,b\n1,2\n' }])).rejects.toMatchObject({
      code: 'import-file-damaged',
    });
    const bytes = bookOf('xlsx', { one: peopleSheet() });
    await expect(
      scratch.importing([{ name: 'book.xlsx', bytes: bytes.subarray(0, bytes.length - 100) }]),
    ).rejects.toMatchObject({ code: 'import-file-damaged' });
    await expect(
      scratch.importing([{ name: 'book.xlsx', bytes }], {}, { maxSpreadsheetBytes: 1000 }),
    ).rejects.toMatchObject({ code: 'import-too-large' });
    for (const kind of ['xlsx', 'ods'] as const) {
      const book = bookOf(kind, { one: peopleSheet() });
      await expect(
        scratch.importing([{ name: `book.${kind}`, bytes: book }], {}, { maxSpreadsheetCells: 3 }),
      ).rejects.toMatchObject({
        code: 'import-too-large',
        message: `book.${kind} is a spreadsheet of more than 3 cells.`,
      });
      await expect(
        scratch.importing([{ name: `book.${kind}`, bytes: book }], {}, { maxSpreadsheetCells: 1000 }),
      ).resolves.toBeDefined();
    }
  });
});
