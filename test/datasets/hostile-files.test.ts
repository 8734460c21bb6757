import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, describe, expect, it } from '@jest/globals';
import { parseManifest } from '../../src/datasets/read-manifest.js';
import { openParquet } from '../../src/datasets/databases/open-parquet.js';
import { parseRecord } from '../../src/formats/json/parse-record.js';
import { flattenRecord } from '../../src/formats/json/flatten-record.js';
import { temporaryFolder } from '../support/temporary-files.js';

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
      openParquet({ path: 'a.parquet' }, { bytes: changed, stored: changed, gzipped: false });
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
});
