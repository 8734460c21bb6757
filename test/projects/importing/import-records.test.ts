import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parquetWriteBuffer } from 'hyparquet-writer';
import sqlite from 'node-sqlite3-wasm';
import { iso2709 } from '../../support/iso2709.js';
import { tableOfGrid } from '../table-grid.js';
import { importScratch, type ImportScratch } from './import-scratch.js';

let scratch: ImportScratch;
beforeAll(() => {
  scratch = importScratch();
});
afterAll(() => scratch.remove());

describe('importFiles with records of MARC', () => {
  const BOOK = iso2709(
    'a',
    [
      ['001', '12883376'],
      ['008', '030616s2003    enk           000 1 eng  '],
      ['020', '  $a0747551006 (hbk.) :$c16.99'],
      ['245', '10$aHarry Potter :$ba novel /$cJ.K. Rowling.'],
      ['650', ' 0$aWizards$vFiction.'],
      ['650', ' 0$aMägic'],
    ],
    { level: 'm' },
  );
  const SHORT = iso2709(
    'a',
    [
      ['001', '2'],
      ['245', '00$aZ'],
    ],
    { level: 'm' },
  );

  it('gives the columns and rows that OpenRefine gives', async () => {
    const { grid, format, projectName } = await scratch.importing([
      { name: 'two.mrc', bytes: Buffer.concat([BOOK, SHORT]) },
    ]);
    expect({ format, projectName }).toEqual({ format: 'text/marc', projectName: 'two' });
    expect(tableOfGrid(grid)).toEqual({
      columns: [
        'marc:record - marc:datafield - tag',
        'marc:record - marc:datafield - ind1',
        'marc:record - marc:datafield - ind2',
        'marc:record - marc:datafield - marc:subfield - code',
        'marc:record - marc:datafield - marc:subfield',
        'marc:record - marc:controlfield - tag',
        'marc:record - marc:controlfield',
        'marc:record - marc:leader',
      ],
      rows: [
        ['020', ' ', ' ', 'a', '0747551006 (hbk.) :', '001', '12883376', '00257nam a2200097n  4500'],
        [null, null, null, 'c', '16.99', '008', '030616s2003    enk           000 1 eng  ', null],
        ['245', '1', '0', 'a', 'Harry Potter :', null, null, null],
        [null, null, null, 'b', 'a novel /', null, null, null],
        [null, null, null, 'c', 'J.K. Rowling.', null, null, null],
        ['650', ' ', '0', 'a', 'Wizards', null, null, null],
        [null, null, null, 'v', 'Fiction.', null, null, null],
        ['650', ' ', '0', 'a', 'Mägic', null, null, null],
        ['245', '0', '0', 'a', 'Z', '001', '2', '00058nam a2200049n  4500'],
      ],
    });
  });

  it('tells them by their content, packed or under another name', async () => {
    for (const upload of [
      { name: 'export.dat', bytes: SHORT },
      { name: 'export.mrc.gz', bytes: gzipSync(SHORT) },
    ])
      expect((await scratch.importing([upload])).format).toBe('text/marc');
  });

  it('refuses a file with a damaged record, and one without any', async () => {
    await expect(
      scratch.importing([{ name: 'cut.mrc', bytes: Buffer.concat([SHORT, BOOK.subarray(0, 100)]) }]),
    ).rejects.toMatchObject({
      code: 'import-file-damaged',
      message: 'cut.mrc: Record 2 has no end: the file ends in it.',
    });
    await expect(scratch.importing([{ name: 'no.mrc', bytes: '\n' }], { format: 'text/marc' })).rejects.toMatchObject({
      code: 'import-file-damaged',
    });
  });
});

describe('importFiles with databases', () => {
  function database(statements: readonly string[]): Buffer {
    const path = join(scratch.folder, `made-${statements.length}.sqlite`);
    const made = new sqlite.Database(path);
    for (const statement of statements) made.exec(statement);
    made.close();
    return readFileSync(path);
  }
  const PEOPLE = [
    'CREATE TABLE people (name TEXT, born INTEGER, height REAL, picture BLOB)',
    "INSERT INTO people VALUES ('Ada', 1815, 1.65, zeroblob(3)), ('Grace', NULL, NULL, NULL)",
  ];

  it('reads the only table of SQLite', async () => {
    const { grid, format } = await scratch.importing([{ name: 'people.db', bytes: database(PEOPLE) }]);
    expect(format).toBe('binary/sqlite');
    expect(tableOfGrid(grid)).toMatchObject({
      columns: ['name', 'born', 'height', 'picture'],
      rows: [
        ['Ada', 1815, 1.65, null],
        ['Grace', null, null, null],
      ],
    });
  });

  it('asks which of several tables is meant, and takes a table or a query', async () => {
    const bytes = database([...PEOPLE, 'CREATE TABLE towns (name TEXT)', "INSERT INTO towns VALUES ('Ulm')"]);
    const upload = { name: 'museum.sqlite', bytes };
    await expect(scratch.importing([upload])).rejects.toMatchObject({
      code: 'import-option-invalid',
      message: 'There are 2 tables in the SQLite database museum.sqlite: "people", "towns".',
      advice: 'Name the one that is meant (the option "table"), or select with the option "query".',
    });
    const rows = async (options: unknown): Promise<unknown> =>
      tableOfGrid((await scratch.importing([upload], { options })).grid).rows;
    expect(await rows({ table: 'towns' })).toEqual([['Ulm']]);
    expect(await rows({ query: 'SELECT name, born + 1 FROM people ORDER BY name', limit: 1 })).toEqual([['Ada', 1816]]);
  });

  it('reads the entries of BibTeX, told by their first bytes', async () => {
    const bytes = Buffer.from(
      '@book{tex, title={The {\\TeX}book}, author={Donald E. Knuth and J{\\"u}rgen B}, year=1984}',
    );
    const { grid, format } = await scratch.importing([{ name: 'library.txt', bytes }]);
    expect(format).toBe('text/bibtex');
    expect(tableOfGrid(grid)).toEqual({
      columns: ['key', 'type', 'title', 'author', 'year'],
      rows: [['tex', 'book', 'The TeXbook', 'Donald E. Knuth; Jürgen B', '1984']],
    });
  });

  it('reads Parquet with the kinds of its values', async () => {
    const bytes = new Uint8Array(
      parquetWriteBuffer({
        columnData: [
          { name: 'name', data: ['Ada', 'Grace'], type: 'STRING' },
          { name: 'count', data: [9007199254740992n, null], type: 'INT64' },
          { name: 'size', data: [1.5, 2], type: 'DOUBLE' },
          { name: 'known', data: [true, false], type: 'BOOLEAN' },
          { name: 'seen', data: [new Date('2020-03-01T12:00:00Z'), null], type: 'TIMESTAMP' },
        ],
      }),
    );
    const { grid, format } = await scratch.importing([{ name: 'list.parquet', bytes }]);
    expect(format).toBe('binary/parquet');
    expect(tableOfGrid(grid)).toEqual({
      columns: ['name', 'count', 'size', 'known', 'seen'],
      rows: [
        ['Ada', 9007199254740992, 1.5, true, { date: '2020-03-01T12:00:00Z' }],
        ['Grace', null, 2, false, null],
      ],
    });
  });

  it.each([
    ['cut.sqlite', Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(4000, 1)])],
    ['cut.parquet', Buffer.from('PAR1 and no more')],
  ])('refuses %s, which is damaged', async (name, bytes) => {
    await expect(scratch.importing([{ name, bytes }])).rejects.toMatchObject({ code: 'import-file-damaged' });
  });
});
