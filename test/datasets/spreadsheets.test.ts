import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from '@jest/globals';
import { CFB, utils, write, type BookType, type WorkSheet } from '@e965/xlsx';
import { strToU8, zipSync } from 'fflate';
import { contentHash, readSourceState } from '../../src/datasets/dataset-source.js';
import { loadDataset } from '../../src/datasets/load-dataset.js';
import { openDataFile } from '../../src/datasets/open-data-file.js';
import { writeManifest } from '../../src/datasets/write-manifest.js';
import { writeOds } from '../../src/formats/spreadsheets/write-ods.js';
import { loadForTest, loadingError } from '../support/loaded-entities.js';
import { temporaryFolder } from '../support/temporary-files.js';

// The library leaves this part of it without types; its documentation gives these functions.
const COMPOUND_FILES = CFB as {
  readonly utils: {
    readonly cfb_new: () => object;
    readonly cfb_add: (container: object, path: string, content: Uint8Array) => void;
  };
  readonly write: (container: object, options: { readonly type: 'buffer' }) => Uint8Array;
};

const folder = temporaryFolder();
afterAll(() => folder.remove());
const { write: save } = folder;

function bookOf(type: BookType, sheets: Readonly<Record<string, WorkSheet>>): Uint8Array {
  const book = utils.book_new();
  for (const [name, sheet] of Object.entries(sheets)) utils.book_append_sheet(book, sheet, name);
  // A buffer is what this type of output gives.
  return write(book, { type: 'buffer', bookType: type, compression: true }) as Uint8Array;
}

const tableOf = (rows: readonly (readonly (string | number | null)[])[]): WorkSheet =>
  utils.aoa_to_sheet(rows.map((row) => [...row]));

/** A title, a blank row, a blank column, and cells that look unlike what they hold. */
const AUTHORS: WorkSheet = {
  '!ref': 'A1:J6',
  B1: { t: 's', v: 'Authors of our shelves' },
  B3: { t: 's', v: 'id' },
  C3: { t: 's', v: 'name' },
  D3: { t: 's', v: 'born' },
  E3: { t: 's', v: 'postcode' },
  F3: { t: 's', v: 'copies' },
  G3: { t: 's', v: 'alive' },
  H3: { t: 's', v: 'shelved' },
  I3: { t: 's', v: 'share' },
  J3: { t: 's', v: 'read' },
  B4: { t: 'n', v: 1 },
  C4: { t: 's', v: 'Lispector, Clarice' },
  // 1920-12-10
  D4: { t: 'n', v: 7650, z: 'dd.mm.yyyy' },
  E4: { t: 'n', v: 1234, z: '00000' },
  F4: { t: 'n', v: 1234567, z: '#,##0.00' },
  G4: { t: 'b', v: false },
  H4: { t: 'n', v: 43832, z: 'mmm-yy' },
  I4: { t: 'n', v: 0.1 + 0.2, z: '0%' },
  J4: { t: 'n', v: 43832.5, z: 'm/d/yy h:mm' },
  B6: { t: 'n', v: 2 },
  C6: { t: 's', v: 'Pamuk, Orhan' },
  D6: { t: 'n', v: 19152, z: 'm/d/yy' },
  E6: { t: 'n', v: 99999, z: '00000' },
  F6: { t: 'n', v: 12 },
  G6: { t: 'b', v: true },
  H6: { t: 'n', v: 43832, z: 'yyyy' },
  I6: { t: 'e', v: 0x2a },
  J6: { t: 'n', v: 43832, z: 'yyyy-mm-dd' },
};

const AUTHOR_ENTITIES = [
  {
    id: '1',
    name: 'Lispector, Clarice',
    properties: {
      born: [{ kind: 'date', date: { year: 1920, month: 12, day: 10 } }],
      postcode: [{ text: '01234' }],
      copies: [{ kind: 'integer', number: 1234567 }],
      alive: [{ kind: 'boolean', boolean: false }],
      shelved: [{ kind: 'date', date: { year: 2020, month: 1 } }],
      share: [{ kind: 'number', number: 0.3 }],
      read: [{ kind: 'date', date: { year: 2020, month: 1, day: 2 } }],
    },
  },
  {
    id: '2',
    name: 'Pamuk, Orhan',
    properties: {
      born: [{ kind: 'date', date: { year: 1952, month: 6, day: 7 } }],
      postcode: [{ text: '99999' }],
      copies: [{ kind: 'integer', number: 12 }],
      alive: [{ kind: 'boolean', boolean: true }],
      shelved: [{ kind: 'date', date: { year: 2020 } }],
      read: [{ kind: 'date', date: { year: 2020, month: 1, day: 2 } }],
    },
  },
];

/** As this project writes it for exports, which is as office programs do. */
function odsOf(rows: readonly (readonly (string | number | Date | boolean | null)[])[]): Uint8Array {
  const pieces: Uint8Array[] = [];
  const sheet = {
    name: 'Authors',
    header: undefined,
    rows: rows.map((row) =>
      row.map((cell) => {
        if (cell === null) return null;
        if (cell instanceof Date) return { kind: 'date' as const, epochMs: cell.getTime() };
        if (typeof cell === 'number') return { kind: 'number' as const, value: cell };
        return typeof cell === 'boolean'
          ? { kind: 'boolean' as const, value: cell }
          : { kind: 'text' as const, text: cell };
      }),
    ),
  };
  writeOds(sheet, (bytes) => pieces.push(bytes.slice()));
  return Buffer.concat(pieces);
}

describe('a spreadsheet as a list', () => {
  it.each([
    ['xlsx', 'Excel workbook'],
    ['xlsb', 'Excel workbook'],
    ['xls', 'Excel 97 workbook'],
  ] as const)('%s: what cells hold counts, not how they look', async (type, kind) => {
    const { entities, report, problems } = await loadForTest(
      save(`authors.${type}`, bookOf(type, { Authors: AUTHORS })),
    );
    expect(entities).toMatchObject(AUTHOR_ENTITIES);
    expect(entities.map(({ properties }) => Object.keys(properties).length)).toEqual([7, 6]);
    expect(problems).toEqual([]);
    expect(report.files).toMatchObject([{ readAs: `sheet "Authors" of an ${kind}`, records: 2 }]);
    expect(report.inferred[0]).toBe(`authors.${type}: a row above the table was left out: "Authors of our shelves".`);
    expect(report.name).toBe('Authors');
  });

  it('ods, also gzipped, whatever its name', async () => {
    const bytes = odsOf([
      ['id', 'name', 'born', 'score', 'alive'],
      [1, 'Woolf, Virginia', new Date('1882-01-25'), 0.1 + 0.2, false],
      [],
      [2, 'Pamuk, Orhan', new Date('1952-06-07'), 2, true],
    ]);
    const expected = [
      {
        id: '1',
        name: 'Woolf, Virginia',
        properties: {
          born: [{ date: { year: 1882, month: 1, day: 25 } }],
          score: [{ number: 0.3 }],
          alive: [{ boolean: false }],
        },
      },
      {
        id: '2',
        name: 'Pamuk, Orhan',
        properties: {
          born: [{ date: { year: 1952, month: 6, day: 7 } }],
          score: [{ number: 2 }],
          alive: [{ boolean: true }],
        },
      },
    ];
    const plain = await loadForTest(save('authors.ods', bytes));
    expect(plain.entities).toMatchObject(expected);
    expect(plain.report.files).toMatchObject([
      { readAs: 'sheet "Authors" of an OpenDocument spreadsheet', records: 2 },
    ]);
    const gzipped = await loadForTest(save('authors.csv', gzipSync(bytes)));
    expect(gzipped.entities).toEqual(plain.entities);
    expect(gzipped.report.files).toMatchObject([{ readAs: 'sheet "Authors" of an OpenDocument spreadsheet, gzipped' }]);
  });

  it('ods of a program that packs everything', async () => {
    const { entities } = await loadForTest(
      save(
        'packed.ods',
        bookOf('ods', {
          P: tableOf([
            ['id', 'name'],
            ['a', 'Alpha'],
            ['b', 'Beta'],
          ]),
        }),
      ),
    );
    expect(entities.map(({ id, name }) => [id, name])).toEqual([
      ['a', 'Alpha'],
      ['b', 'Beta'],
    ]);
  });

  it('says line and sheet, and which sheets it left', async () => {
    const sheets = {
      'Read me': tableOf([['How to use this']]),
      People: tableOf([
        ['id', 'name'],
        ['a', 'Alpha'],
        [null, null],
        ['a', 'Again'],
      ]),
      Towns: tableOf([
        ['id', 'name'],
        ['t', 'Town'],
      ]),
    };
    const { entities, problems, report } = await loadForTest(save('sheets.xlsx', bookOf('xlsx', sheets)));
    expect(entities.map(({ name }) => name)).toEqual(['Alpha']);
    expect(problems).toEqual([
      'rejected id-duplicate ×1: line 4, id: The id "a" was used before; the first record with it was kept.',
    ]);
    expect(report.inferred[0]).toBe(
      'sheets.xlsx: the sheet "People" was read, and not "Read me", "Towns"; a manifest can name another one.',
    );
  });

  it('the first sheet with a table, whatever notes stand on another in front of it', async () => {
    const notes = tableOf([['About this list'], ['Please change nothing'], ['As of 2026']]);
    const { entities } = await loadForTest(
      save(
        'notes.xlsx',
        bookOf('xlsx', {
          Notes: notes,
          People: tableOf([
            ['id', 'name'],
            ['a', 'Alpha'],
            ['b', 'Beta'],
          ]),
        }),
      ),
    );
    expect(entities.map(({ name }) => name)).toEqual(['Alpha', 'Beta']);
    const alone = await loadForTest(
      save('notes.xlsx', bookOf('xlsx', { Names: tableOf([['name'], ['Alpha'], ['Beta']]), Empty: tableOf([['x']]) })),
    );
    expect(alone.entities.map(({ name }) => name)).toEqual(['Alpha', 'Beta']);
  });

  it('a table without headings, and one of a single column', async () => {
    const noHeadings = await loadForTest(
      save(
        'none.xlsx',
        bookOf('xlsx', {
          S: tableOf([
            ['x1', 'Alpha'],
            ['x2', 'Beta'],
            ['x3', 'Gamma'],
          ]),
        }),
      ),
    );
    expect(noHeadings.entities.map(({ id, name }) => [id, name])).toEqual([
      ['x1', 'Alpha'],
      ['x2', 'Beta'],
      ['x3', 'Gamma'],
    ]);
    const oneColumn = await loadForTest(
      save('one.xlsx', bookOf('xlsx', { S: tableOf([['Name'], ['Alpha'], ['Beta']]) })),
    );
    expect(oneColumn.entities.map(({ id, name }) => [id, name])).toEqual([
      ['alpha', 'Alpha'],
      ['beta', 'Beta'],
    ]);
  });

  it('a manifest names the sheet, and a written manifest makes the same list', async () => {
    const bytes = bookOf('xlsx', {
      People: tableOf([
        ['id', 'name'],
        ['a', 'Alpha'],
        ['b', 'Beta'],
      ]),
      'Towns ': tableOf([
        ['id', 'name'],
        ['t', 'Town'],
        ['u', 'Ulm'],
      ]),
    });
    const file = save('two.xlsx', bytes);
    const stated = await loadForTest(save('towns.manifest.yaml', 'files: { path: two.xlsx, sheet: Towns }\n'));
    expect(stated.entities.map(({ name }) => name)).toEqual(['Town', 'Ulm']);
    const written = writeManifest((await loadDataset({ files: [file] })).manifest, dirname(file));
    expect(written).toContain('format: spreadsheet');
    const again = await loadForTest(save('again.manifest.yaml', written));
    expect(again.entities.map(({ name }) => name)).toEqual(['Alpha', 'Beta']);
    expect(again.report.inferred).toEqual([]);
    const wrong = await loadingError(save('wrong.manifest.yaml', 'files: { path: two.xlsx, sheet: Tons }\n'));
    expect([wrong.code, wrong.message.replaceAll(folder.path, '.'), wrong.advice]).toEqual([
      'manifest-invalid',
      './two.xlsx has no sheet "Tons".',
      'Did you mean "Towns "?',
    ]);
  });

  it('is known again by its bytes', async () => {
    const bytes = bookOf('xlsx', {
      S: tableOf([
        ['id', 'name'],
        ['a', 'Alpha'],
      ]),
    });
    const file = save('known.xlsx', bytes);
    const { facts } = await loadDataset({ files: [file] });
    expect(facts.metadata.contentHash).toBe(contentHash([readFileSync(file)], undefined));
    expect((await readSourceState({ files: [file] })).contentHash).toBe(facts.metadata.contentHash);
  });
});

describe('a spreadsheet that cannot be used', () => {
  async function refused(name: string, bytes: Uint8Array): Promise<readonly [string, string]> {
    const { code, message } = await loadingError(save(name, bytes));
    return [code, message.replaceAll(folder.path, '.')];
  }

  /** The container in which office programs put what is encrypted, and old documents of all kinds. */
  function compoundFile(streams: readonly string[]): Uint8Array {
    const container = COMPOUND_FILES.utils.cfb_new();
    for (const name of streams) COMPOUND_FILES.utils.cfb_add(container, `/${name}`, Buffer.alloc(5000, 7));
    return COMPOUND_FILES.write(container, { type: 'buffer' });
  }

  it('without any row', async () => {
    expect(await refused('empty.xlsx', bookOf('xlsx', { One: tableOf([]), Two: tableOf([]) }))).toEqual([
      'file-empty',
      './empty.xlsx holds no records, only headings or nothing that can be read as one.',
    ]);
    expect(await refused('headings.ods', odsOf([['id', 'name']]))).toEqual([
      'file-empty',
      './headings.ods holds no records, only headings or nothing that can be read as one.',
    ]);
  });

  it('that breaks off or has other bytes in it', async () => {
    const bytes = bookOf('xlsx', { S: AUTHORS });
    const changed = Uint8Array.from(bytes);
    changed.fill(0x55, 300, 900);
    for (const broken of [bytes.subarray(0, bytes.length - 100), changed, bytes.subarray(0, 10)]) {
      expect(await refused('broken.xlsx', broken)).toEqual([
        'file-damaged',
        './broken.xlsx is a spreadsheet or a zip archive, but it is incomplete or damaged.',
      ]);
    }
  });

  it('that is protected by a password', async () => {
    const entry =
      '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml" manifest:size="4000"><manifest:encryption-data manifest:checksum-type="SHA1/1K" manifest:checksum="x"/></manifest:file-entry>';
    const manifest = `<?xml version="1.0" encoding="UTF-8"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3">${entry}</manifest:manifest>`;
    const noise = Uint8Array.from({ length: 4000 }, (_, i) => (i * i * 7919 + i) % 251);
    const ods = zipSync({
      mimetype: [strToU8('application/vnd.oasis.opendocument.spreadsheet'), { level: 0 }],
      'content.xml': [noise, { level: 0 }],
      'META-INF/manifest.xml': strToU8(manifest),
    });
    expect(await refused('secret.xlsx', compoundFile(['EncryptionInfo', 'EncryptedPackage']))).toEqual([
      'file-unreadable',
      './secret.xlsx is protected by a password.',
    ]);
    expect(await refused('secret.ods', ods)).toEqual(['file-unreadable', './secret.ods is protected by a password.']);
  });

  it('that grows without end', async () => {
    const bomb = zipSync({
      '[Content_Types].xml': strToU8('<Types/>'),
      'xl/workbook.xml': strToU8('<workbook/>'),
      'xl/worksheets/sheet1.xml': [new Uint8Array(201 * 1024 ** 2), { level: 1 }],
    });
    expect(bomb.length).toBeLessThan(2_000_000);
    expect(await refused('bomb.xlsx', bomb)).toEqual([
      'file-unreadable',
      './bomb.xlsx is a spreadsheet of more than 200 MiB once it is unpacked.',
    ]);
  }, 240_000);

  it.each([
    [
      2,
      3,
      [
        ['x', 'x', 'x'],
        ['x', 'x', 'x'],
      ],
    ],
    [1_048_576, 16_384, 'more than 20,000,000 cells'],
  ] as const)('whose cells are repeated: %d rows, %d columns', async (rows, columns, expected) => {
    const names = ['office', 'table', 'text', 'style']
      .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
      .join(' ');
    const cell = `<table:table-cell table:number-columns-repeated="${columns}" office:value-type="string"><text:p>x</text:p></table:table-cell>`;
    // As office programs end a sheet: the rest of it, empty.
    const rest =
      '<table:table-row table:number-rows-repeated="1048574"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>';
    const table = `<table:table table:name="p"><table:table-row table:number-rows-repeated="${rows}">${cell}</table:table-row>${rest}</table:table>`;
    const file = save(
      'repeated.ods',
      zipSync({
        mimetype: [strToU8('application/vnd.oasis.opendocument.spreadsheet'), { level: 0 }],
        'META-INF/manifest.xml': strToU8(
          '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
        ),
        'styles.xml': strToU8(`<office:document-styles ${names}/>`),
        'content.xml': strToU8(
          `<office:document-content ${names}><office:body><office:spreadsheet>${table}</office:spreadsheet></office:body></office:document-content>`,
        ),
      }),
    );
    if (typeof expected === 'string') expect((await loadingError(file)).message).toContain(expected);
    else {
      const records: unknown[] = [];
      (await openDataFile({ path: file, header: false })).reader.read(
        (cells) => records.push([...cells]),
        () => undefined,
      );
      expect(records).toEqual(expected);
    }
  });

  it('and is another document, or an archive', async () => {
    expect(await refused('letter.doc', compoundFile(['WordDocument']))).toEqual([
      'file-format-unknown',
      './letter.doc is an old office document, but no spreadsheet that can be read.',
    ]);
    for (const entries of [
      { 'list.bin': strToU8('id,name\n') },
      { '[Content_Types].xml': strToU8('<Types/>'), 'word/document.xml': strToU8('<w/>') },
    ]) {
      expect(await refused('other.zip', zipSync(entries))).toEqual([
        'file-format-unknown',
        './other.zip is a zip archive, or an office document other than a spreadsheet, which cannot be read yet.',
      ]);
    }
  });

  it('since a manifest says otherwise', async () => {
    save(
      'book.xlsx',
      bookOf('xlsx', {
        S: tableOf([
          ['id', 'name'],
          ['a', 'Alpha'],
        ]),
      }),
    );
    save('text.csv', 'id,name\na,Alpha\n');
    expect(
      (await loadingError(save('a.yaml', 'files: { path: book.xlsx, format: delimited }\n'))).message.replace(
        folder.path,
        '.',
      ),
    ).toBe('./book.xlsx is a spreadsheet, and not "delimited" as the manifest says.');
    expect(
      (
        await loadingError(
          join(
            folder.path,
            save('b.yaml', 'files: { path: text.csv, format: spreadsheet }\n').slice(folder.path.length),
          ),
        )
      ).message.replace(folder.path, '.'),
    ).toBe('./text.csv is no spreadsheet, though the manifest says so.');
  });
});
