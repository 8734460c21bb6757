import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { read, utils, type CellObject } from '@e965/xlsx';
import { afterAll, describe, expect, it } from '@jest/globals';
import { engineConfigSchema } from '../../../src/projects/browsing/engine-config.js';
import { selectRows } from '../../../src/projects/browsing/select-rows.js';
import { fileSink } from '../../../src/projects/exporting/byte-sink.js';
import { prepareExport, type ExportRequest } from '../../../src/projects/exporting/export-rows.js';
import { memoryChunkWriter } from '../../support/memory-chunk-writer.js';
import { GridWriter } from '../../../src/projects/grid/grid-writer.js';
import type { Grid } from '../../../src/projects/grid/grid.js';
import type { Recon } from '../../../src/projects/grid/recon.js';
import { operationContext } from '../operation-context.js';
import { gridOfTable, type JsonRow } from '../table-grid.js';

const folder = mkdtempSync(join(tmpdir(), 'sameas-export-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const columns = ['name', 'number', 'when'];
const rows: readonly JsonRow[] = [
  ['plain', 6, { date: '2020-01-31T00:00:00Z' }],
  ['a,b "c"\nd', { floating: 6 }, true],
  ['#first', 0.1, { error: 'Unable to parse as number' }],
  [null, null, null],
  [' =1+1 \t\\', 9007199254740993, 'http://example.org/a?b=1&c=2'],
];
const grid = gridOfTable(columns, rows);
const all = engineConfigSchema.parse({});
const TEXT_ORDER = {
  valueType: 'string',
  reverse: false,
  caseSensitive: false,
  blankPosition: 1,
  errorPosition: 2,
} as const;

function exported(
  of: Grid,
  request: Partial<ExportRequest>,
  engine = all,
): { readonly bytes: Buffer; readonly contentType: string } {
  const context = operationContext(of);
  const prepared = prepareExport(context, selectRows(engine, context), {
    format: 'csv',
    options: undefined,
    encoding: '',
    projectName: 'My [project]: one/two',
    template: { template: '', prefix: '', suffix: '', separator: '', limit: -1 },
    ...request,
  });
  const path = join(folder, 'out');
  const file = openSync(path, 'w');
  const sink = fileSink(file);
  prepared.write(sink);
  sink.end();
  closeSync(file);
  return { bytes: readFileSync(path), contentType: prepared.contentType };
}

const text = (request: Partial<ExportRequest>, engine = all): string =>
  exported(grid, request, engine).bytes.toString('utf8');

describe('rows as text', () => {
  it('are CSV: quoted where needed, numbers of their kind, errors by their message, blank rows left out', () => {
    expect(text({})).toBe(
      [
        'name,number,when',
        'plain,6,2020-01-31T00:00:00Z',
        '"a,b ""c""\nd",6.0,true',
        '"#first",0.1,Unable to parse as number',
        ' =1+1 \t\\,9007199254740992,http://example.org/a?b=1&c=2',
        '',
      ].join('\n'),
    );
    expect(exported(grid, {}).contentType).toBe('text/plain;charset=UTF-8');
  });

  it('are TSV: nothing quoted, what would break a line written as two characters', () => {
    expect(text({ format: 'TSV' }).split('\n').slice(1, 5)).toEqual([
      'plain\t6\t2020-01-31T00:00:00Z',
      'a,b "c"\\nd\t6.0\ttrue',
      '#first\t0.1\tUnable to parse as number',
      ' =1+1 \\t\\\\\t9007199254740992\thttp://example.org/a?b=1&c=2',
    ]);
    expect(text({ format: 'no such format' })).toBe(text({ format: 'tsv' }));
  });

  it('follow the options', () => {
    expect(
      text({ options: { outputColumnHeaders: false, columns: [{ name: 'number' }, { name: 'name' }], limit: 1 } }),
    ).toBe('6,plain\n');
    expect(text({ options: { columns: [{ name: 'number' }] } })).toBe('number\n6\n6.0\n0.1\n\n9007199254740992\n');
    expect(
      text({
        options: {
          outputBlankRows: false,
          separator: ';',
          lineSeparator: '\r\n',
          quoteAll: true,
          columns: [{ name: 'number' }, { name: 'when' }],
          limit: 1,
        },
      }),
    ).toBe('"number";"when"\r\n"6";"2020-01-31T00:00:00Z"\r\n');
    // An empty separator would run all fields together.
    expect(text({ options: { separator: '', lineSeparator: '' } })).toBe(text({ options: {} }));
    const formulas = gridOfTable(['a'], [['=1+1'], ['@x'], ['-5'], ['+49 30'], ['-1.5e-7'], ["+1+cmd|' /C x'!A0"]]);
    expect(exported(formulas, { options: { guardFormulas: true, outputColumnHeaders: false } }).bytes.toString()).toBe(
      "'=1+1\n'@x\n-5\n+49 30\n-1.5e-7\n'+1+cmd|' /C x'!A0\n",
    );
  });

  it('are those that the facets select', () => {
    const engine = engineConfigSchema.parse({
      facets: [{ type: 'text', name: 'name', columnName: 'name', query: 'first' }],
    });
    expect(text({ options: { outputColumnHeaders: false } }, engine)).toBe('"#first",0.1,Unable to parse as number\n');
  });

  it('come in the encoding that is asked for', () => {
    const { bytes, contentType } = exported(gridOfTable(['ä'], [['ö']]), { encoding: 'ISO-8859-1' });
    expect([...bytes]).toEqual([0xe4, 0x0a, 0xf6, 0x0a]);
    expect(contentType).toBe('text/plain;charset=ISO-8859-1');
  });

  it('are HTML, escaped, with links', () => {
    expect(
      exported(gridOfTable(['a<b'], [["x & 'y'\u0000"], ['http://example.org/?a=1&b=2'], [3]]), {
        format: 'html',
      }).bytes.toString(),
    ).toBe(
      '<html>\n<head>\n<title>My [project]: one/two</title>\n<meta charset="utf-8" />\n</head>\n<body>\n<table>\n<tr><th>a&lt;b</th></tr>\n' +
        '<tr><td>x &amp; &apos;y&apos;</td></tr>\n<tr><td><a href="http://example.org/?a=1&amp;b=2">http://example.org/?a=1&amp;b=2</a></td></tr>\n<tr><td>3</td></tr>\n' +
        '</table>\n</body>\n</html>\n',
    );
  });

  it('follow a template', () => {
    const template = {
      template: '{"n": "${name}", "x": ${number}, "b": "\\${x} \\{{ \\\\"}',
      prefix: '[',
      suffix: ']',
      separator: ',\n',
      limit: 2,
    };
    expect(text({ format: 'template', template })).toBe(
      '[{"n": "plain", "x": 6, "b": "${x} {{ \\"},\n{"n": "a,b "c"\nd", "x": 6.0, "b": "${x} {{ \\"}]',
    );
  });
});

describe('rows as spreadsheets', () => {
  it.each(['xlsx', 'ods', 'xls'])('are %s files, with kinds kept and no formula among them', (format) => {
    const { bytes } = exported(grid, { format });
    const book = read(bytes, { cellDates: false, cellFormula: true });
    expect(book.SheetNames).toEqual(['My  project   one two']);
    // A sheet of the library holds its cells under their addresses, beside members that begin with an exclamation mark.
    const sheet = (book.Sheets[book.SheetNames[0] ?? ''] ?? {}) as Readonly<Record<string, CellObject | undefined>>;
    expect(utils.sheet_to_json(sheet, { header: 1, blankrows: false }).length).toBe(5);
    expect(sheet['A1']).toMatchObject({ t: 's', v: 'name' });
    expect(sheet['B2']).toMatchObject({ t: 'n', v: 6 });
    expect(sheet['C2']?.w).toBe('2020-01-31');
    expect(sheet['A3']?.v).toBe('a,b "c"\nd');
    expect(sheet['C3']).toMatchObject({ t: 'b', v: true });
    expect(sheet['A5']).toMatchObject({ t: 's', v: ' =1+1 \t\\' });
    expect(sheet['C5']?.l?.Target).toBe('http://example.org/a?b=1&c=2');
    expect(Object.values(sheet).some((cell: unknown) => typeof cell === 'object' && cell !== null && 'f' in cell)).toBe(
      false,
    );
  });

  it('are refused when they do not fit, before anything is written', () => {
    const writer = new GridWriter(memoryChunkWriter());
    for (let row = 0; row < 65_536; row += 1) writer.append([{ value: 'x', recon: null }]);
    const large = writer.finish({
      columns: [{ cellIndex: 0, originalName: 'a', name: 'a' }],
      columnGroups: [],
      nextCellIndex: 1,
    });
    expect(() => exported(large, { format: 'xls' })).toThrow(
      'Maximum number of rows exceeded for export format (65536)',
    );
    const wide = gridOfTable(
      Array.from({ length: 257 }, (_, index) => `c${index}`),
      [],
    );
    expect(() => exported(wide, { format: 'xls' })).toThrow(
      'Maximum number of columns exceeded for export format (256)',
    );
  });
});

describe('matched cells', () => {
  const recon: Recon = {
    id: 1,
    service: 's',
    identifierSpace: 'i',
    schemaSpace: 'p',
    judgment: 'matched',
    judgmentAction: 'auto',
    judgmentHistoryEntry: 1,
    judgmentBatchSize: 0,
    match: { id: 'Q5', name: 'Ulm', types: [], score: 100 },
    matchRank: 0,
    candidates: [],
    features: { typeMatch: null, nameMatch: null, nameLevenshtein: null, nameWordDistance: null },
    error: null,
  };
  const writer = new GridWriter(memoryChunkWriter());
  writer.append([{ value: 'ulm', recon }]);
  writer.append([{ value: 'bonn', recon: { ...recon, judgment: 'none', match: null } }]);
  writer.append([{ value: 'x', recon: null }]);
  const matched = writer.finish({
    columns: [{ cellIndex: 0, originalName: 'a', name: 'a' }],
    columnGroups: [],
    nextCellIndex: 1,
  });
  const lines = (reconSettings: unknown): string =>
    exported(matched, {
      options: { outputColumnHeaders: false, columns: [{ name: 'a', reconSettings }] },
    }).bytes.toString();

  it('are exported by the name of their entity, its id, or what stands in the cell', () => {
    expect(exported(matched, {}).bytes.toString()).toBe('a\nUlm\nbonn\nx\n');
    expect(lines({ output: 'entity-id' })).toBe('Q5\nbonn\nx\n');
    expect(lines({ output: 'cell-content' })).toBe('ulm\nbonn\nx\n');
    expect(lines({ output: 'entity-name', blankUnmatchedCells: true })).toBe('Ulm\n\nx\n');
  });

  it('have their ids in a column beside them, where that is asked for', () => {
    const [a] = matched.model.columns;
    const reconConfig = { mode: 'standard-service', service: 's', identifierSpace: 'i', schemaSpace: 'p' };
    const columns = [
      { ...a, cellIndex: 0, originalName: 'a', name: 'a', reconConfig },
      { cellIndex: 1, originalName: 'a id', name: 'a id' },
    ];
    const reconciled: Grid = { ...matched, model: { ...matched.model, columns, nextCellIndex: 2 } };
    const options = { idColumns: true };
    expect(exported(reconciled, { options }).bytes.toString()).toBe('a,a id 2,a id\nulm,Q5,\nbonn,,\nx,,\n');
    expect(exported(matched, { options }).bytes.toString()).toBe('a\nulm\nbonn\nx\n');
  });
});

describe('what is not there', () => {
  const template = (text: string): string =>
    exported(grid, {
      format: 'template',
      template: { template: text, prefix: '', suffix: '', separator: '|', limit: 2 },
    }).bytes.toString();
  const lines = (
    columns: readonly object[],
    of = gridOfTable(
      ['a', 'b'],
      [
        ['x', null],
        [null, 'y'],
        [null, null],
      ],
    ),
  ): string =>
    exported(of, { options: { outputColumnHeaders: false, outputBlankRows: false, columns } }).bytes.toString();

  it('stands in the order that is asked for', () => {
    const of = gridOfTable(['a'], [['b'], ['c'], ['a']]);
    const sorting = { criteria: [{ column: 'a', ...TEXT_ORDER }] };
    const template = { template: '${a}', prefix: '', suffix: '', separator: ' ', limit: 2, sorting };
    expect(exported(of, { format: 'template', template }).bytes.toString('utf8')).toBe('a b');
  });

  it('prints as null in a template, be it a column or a value', () => {
    // Both as OpenRefine 3.6.2 and 3.8 print them.
    expect(template('${nope}-${}')).toBe('null-null|null-null');
  });

  it('makes a row blank, unless an empty cell is asked for as an empty text', () => {
    expect(lines([{ name: 'b' }])).toBe('y\n');
    expect(lines([{ name: 'b', nullValueToEmptyStr: true }])).toBe('\ny\n\n');
    expect(lines([{ name: 'a' }, { name: 'b', nullValueToEmptyStr: true }])).toBe('x,\n,y\n,\n');
  });

  it.each(['utf-8', 'utf-16'])('is found alike by the writer of bytes and that of texts (%s)', (encoding) => {
    const { bytes } = exported(
      gridOfTable(
        ['a', 'b'],
        [
          ['x', null],
          [null, null],
        ],
      ),
      {
        encoding,
        options: { outputBlankRows: false, columns: [{ name: 'b', nullValueToEmptyStr: true }, { name: 'a' }] },
      },
    );
    expect(encoding === 'utf-8' ? bytes.toString() : Buffer.from(bytes.subarray(2)).swap16().toString('utf16le')).toBe(
      'b,a\n,x\n,\n',
    );
  });
});

describe('an encoding', () => {
  it('of two bytes has the higher one first, behind a byte-order mark', () => {
    expect(exported(gridOfTable(['é'], [['x']]), { encoding: 'UTF-16' }).bytes.toString('hex')).toBe(
      'feff00e9000a0078000a',
    );
  });

  it('that lacks a character has a question mark for it', () => {
    expect(exported(gridOfTable(['a'], [['Łódź']]), { encoding: 'ISO-8859-1' }).bytes.toString('latin1')).toBe(
      'a\n?ód?\n',
    );
  });
});

describe('an export that cannot be', () => {
  it.each<readonly [string, Partial<ExportRequest>, string]>([
    ['has no format', { format: '' }, 'The parameter "format" is missing'],
    ['would be SQL', { format: 'SQL' }, 'Rows are not written as SQL.'],
    ['names a column that is not there', { options: { columns: [{ name: 'z' }] } }, 'There is no column named "z"'],
    [
      'has options of the wrong kind',
      { options: { limit: 'many' } },
      'The options of the export cannot be read. The member "limit" must be a number.',
    ],
    ['has a list for options', { options: [] }, 'The options of the export cannot be read. They must be an object.'],
    ['names an encoding that is not known', { encoding: 'klingon' }, 'The encoding "klingon" is not known'],
  ])('%s', (_, request, message) => {
    expect(() => exported(grid, request)).toThrow(message);
  });
});
