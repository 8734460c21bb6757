import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sqlite from 'node-sqlite3-wasm';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, describe, expect, it } from '@jest/globals';
import { parseManifest } from '../../src/datasets/read-manifest.js';
import { readParquet } from '../../src/formats/databases/read-parquet.js';
import { readSqlite } from '../../src/formats/databases/read-sqlite.js';
import { splitDelimited } from '../../src/formats/delimited/split-delimited.js';
import { splitJsonArray, splitJsonLines } from '../../src/formats/json/split-json.js';
import { RecordTooLong } from '../../src/formats/record-too-long.js';
import { parseRecord } from '../../src/formats/json/split-json.js';
import { flattenRecord } from '../../src/formats/json/unwrap-record.js';
import { temporaryFolder } from '../support/temporary-files.js';

const WAYS = { table: '--table NAME', query: '--query' };

const temporary = temporaryFolder();
afterAll(() => temporary.remove());

describe('a file made to do harm', () => {
  it('JSON that is nested half a million levels deep is a fault of the record', () => {
    expect(() => parseRecord('['.repeat(500_000) + ']'.repeat(500_000))).toThrow(/nested deeper than 1000 levels/);
    expect(() => parseRecord(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`)).toThrow(SyntaxError);
    // Brackets within texts do not count.
    expect(parseRecord(JSON.stringify({ a: '['.repeat(5_000) }))).toEqual({ a: '['.repeat(5_000) });
  });

  it('a manifest whose aliases multiply is refused with what to do', () => {
    const levels = Array.from({ length: 12 }, (_, level) =>
      level === 0
        ? 'l0: &l0 [a, a, a, a, a, a, a, a, a]'
        : `l${level}: &l${level} [${`*l${level - 1}, `.repeat(8)}*l${level - 1}]`,
    );
    expect(() => parseManifest('bomb.yaml', levels.join('\n'))).toThrow(/bomb\.yaml.*aliases/s);
  });

  it('a Parquet file that declares more rows than it holds is refused at once', async () => {
    const bytes = Buffer.from(parquetWriteBuffer({ columnData: [{ name: 'name', data: ['Ada'], type: 'STRING' }] }));
    const open = async (changed: Buffer): Promise<unknown> =>
      readParquet({ file: 'a.parquet', content: changed, ways: WAYS }, () => () => true);
    await expect(open(bytes)).resolves.toBeDefined();
    // The number of rows in the footer: field 3 of the metadata, 1 as a zigzag varint is 0x02.
    const footer = bytes.length - 8 - bytes.readUInt32LE(bytes.length - 8);
    const at = bytes.indexOf(Buffer.from([0x16, 0x02, 0x19]), footer);
    expect(at).toBeGreaterThan(footer);
    const more = Buffer.from(bytes);
    more[at + 1] = 0x7e;
    await expect(open(more)).rejects.toMatchObject({ code: 'file-damaged' });
  });

  it('a record with fifty thousand values takes no time that grows with their square', () => {
    const startedAt = performance.now();
    const cells = flattenRecord({ aliases: Array.from({ length: 50_000 }, (_, at) => `name ${at}`) });
    expect(cells.get('aliases')).toHaveLength(50_000);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });

  it('a view of an SQLite database that never ends is stopped', async () => {
    const path = sqliteFile('endless.sqlite', [
      'CREATE VIEW endless AS WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT max(x) AS name FROM r',
    ]);
    const opened = readSqlite({ file: path, content: path, ways: WAYS }, () => () => true, {
      milliseconds: 200,
      valueBytes: 1_000_000,
    });
    await expect(opened).rejects.toMatchObject({
      code: 'source-invalid',
      message: `table "endless" of ${path} gives no more rows within 0.2 seconds; it may never end.`,
      advice: expect.stringContaining('--table'),
    });
  });

  it('a long text in an SQLite database is refused before it is read, and bytes are left out', async () => {
    const path = sqliteFile('long.sqlite', [
      'CREATE TABLE people (name, "note ""x""", picture)',
      "INSERT INTO people VALUES ('Ada', 'short', zeroblob(100000)), ('Grace', 'äöü', NULL)",
    ]);
    const open = async (valueBytes: number, query?: string): Promise<unknown[][]> => {
      const rows: unknown[][] = [];
      await readSqlite(
        { file: path, content: readFileSync(path), ways: WAYS, ...(query !== undefined && { query }) },
        () => (values) => {
          rows.push(values.map((value) => (value instanceof Uint8Array ? null : value)));
          return true;
        },
        { milliseconds: 10_000, valueBytes },
      );
      return rows;
    };
    const whole = [
      ['Ada', 'short', null],
      ['Grace', 'äöü', null],
    ];
    expect(await open(6)).toEqual(whole);
    expect(await open(1_000_000)).toEqual(whole);
    expect(await open(5, 'SELECT name FROM people;')).toEqual([['Ada'], ['Grace']]);
    await expect(open(5)).rejects.toMatchObject({
      code: 'source-invalid',
      message: expect.stringMatching(/value of column "note "x"" has 6 bytes; the limit is 5/),
    });
    await expect(open(5, 'SELECT nothing FROM people')).rejects.toMatchObject({ code: 'source-invalid' });
  });

  it('a record of hundreds of megabytes is refused with its line, when a part of it is read', () => {
    let pieces = 0;
    function* text(start: string): Iterable<string> {
      yield start;
      for (; pieces < 1_000; pieces++) yield 'words '.repeat(100_000);
    }
    const dialect = { delimiter: ',', quote: '"', lineBreak: '\n' } as const;
    const ignore = (): void => undefined;
    const splits: readonly (() => void)[] = [
      () => splitDelimited(text('name,note\nAda,'), dialect, ignore, ignore),
      () => splitJsonLines(text('{"name":"Ada"}\n{"name":"'), ignore),
      () => void splitJsonArray(text('[{"name":"Ada"},\n{"name":"'), ignore),
    ];
    for (const split of splits) {
      pieces = 0;
      expect(split).toThrow(new RecordTooLong(2));
      expect(pieces).toBeLessThan(300);
    }
  });
});

/** A database that these statements make. */
function sqliteFile(name: string, statements: readonly string[]): string {
  const path = join(temporary.path, name);
  const database = new sqlite.Database(path);
  for (const statement of statements) database.exec(statement);
  database.close();
  return path;
}
