import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { strToU8, zipSync } from 'fflate';
import { pack } from 'tar-stream';
import { tableOfGrid } from '../table-grid.js';
import { importScratch, type ImportScratch } from './import-scratch.js';

let scratch: ImportScratch;
beforeAll(() => {
  scratch = importScratch();
});
afterAll(() => scratch.remove());

const CSV = 'a,b\n1,2\n';

async function tarOf(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const archive = pack();
  for (const [name, text] of Object.entries(files)) archive.entry({ name }, text);
  archive.finalize();
  return buffer(archive);
}

function zipOf(files: Readonly<Record<string, string>>): Uint8Array {
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
}

describe('importFiles with packed files', () => {
  it('reads a gzipped file, whose project is called without its endings', async () => {
    const { grid, projectName, importOptionMetadata } = await scratch.importing([
      { name: 'my_list.csv.gz', bytes: gzipSync(CSV), mediaType: 'application/gzip' },
    ]);
    expect(tableOfGrid(grid)).toEqual({ columns: ['a', 'b'], rows: [['1', '2']] });
    expect(projectName).toBe('my list');
    expect(importOptionMetadata[0]).toMatchObject({
      fileSource: 'my_list.csv',
      separator: ',',
      headerLines: 1,
      encoding: 'US-ASCII',
    });
  });

  it('reads a file packed with bzip2, and refuses one that breaks off or grows too much', async () => {
    const packed = Buffer.from('QlpoOTFBWSZTWb+HQH8AAANZAAAQAAQwADAAIAAwwAhpsogjJ4u5IpwoSF/DoD+A', 'base64');
    const { grid, projectName } = await scratch.importing([{ name: 'my_list.csv.bz2', bytes: packed }]);
    expect(tableOfGrid(grid)).toEqual({ columns: ['a', 'b'], rows: [['1', '2']] });
    expect(projectName).toBe('my list');
    await expect(scratch.importing([{ name: 'a.bz2', bytes: packed.subarray(0, -8) }])).rejects.toMatchObject({
      code: 'import-file-damaged',
      message: 'a.bz2: The packed file is incomplete or damaged.',
    });
    // Three million times the same byte.
    const bomb = Buffer.from('QlpoOTFBWSZTWaZFgLIAFvpACMAAQAAACCAAMMwJqmmpAi2pIEXi7kinChIUyLAWQA==', 'base64');
    await expect(scratch.importing([{ name: 'a.bz2', bytes: bomb }])).rejects.toMatchObject({
      code: 'import-too-large',
    });
  });

  it('reads all files of the most frequent format in a zip archive', async () => {
    const archive = zipOf({
      'one.csv': CSV,
      'folder/two.csv': 'a,b\n3,4\n',
      'readme.json': '{}',
      '__MACOSX/._one.csv': 'x',
      'folder/.hidden.csv': 'x',
    });
    const { grid } = await scratch.importing([{ name: 'both.zip', bytes: archive }], {
      options: { separator: ',', includeFileSources: true, includeArchiveFileName: true },
    });
    expect(tableOfGrid(grid)).toEqual({
      columns: ['Archive', 'File', 'a', 'b'],
      rows: [
        ['both.zip', 'one.csv', '1', '2'],
        ['both.zip', 'folder/two.csv', '3', '4'],
      ],
    });
  });

  it('gives a table that is in no archive no column for it', async () => {
    const { grid } = await scratch.importing([{ name: 'a.csv', bytes: CSV }], {
      options: { separator: ',', includeArchiveFileName: true },
    });
    expect(tableOfGrid(grid)).toEqual({ columns: ['a', 'b'], rows: [['1', '2']] });
  });

  it('reads tar archives, gzipped too', async () => {
    const archive = await tarOf({ './one.csv': CSV, 'two.csv': 'a,b\n3,4\n' });
    for (const [name, bytes] of [
      ['both.tar', archive],
      ['both.tgz', gzipSync(archive)],
      ['both.tar.gz', gzipSync(archive)],
    ] as const) {
      const { grid } = await scratch.importing([{ name, bytes }]);
      expect(tableOfGrid(grid).rows).toEqual([
        [name, 'one.csv', '1', '2'],
        [name, 'two.csv', '3', '4'],
      ]);
    }
  });

  it.each([
    ['../evil.csv', 'Archives with files escaping their root directory are not allowed.'],
    ['a/../../evil.csv', 'Archives with files escaping their root directory are not allowed.'],
    ['/etc/evil.csv', 'Archives with files escaping their root directory are not allowed.'],
    ['C:\\evil.csv', 'Archives with files escaping their root directory are not allowed.'],
  ])('refuses the entry %s', async (name, message) => {
    await expect(
      scratch.importing([{ name: 'tricky.zip', bytes: zipOf({ 'good.csv': CSV, [name]: CSV }) }]),
    ).rejects.toMatchObject({ code: 'import-file-damaged', message: `tricky.zip: ${message}` });
    await expect(
      scratch.importing([{ name: 'tricky.tar', bytes: await tarOf({ 'good.csv': CSV, [name]: CSV }) }]),
    ).rejects.toMatchObject({ code: 'import-file-damaged', message: `tricky.tar: ${message}` });
  });

  it('refuses files that were made to fill a disk', async () => {
    const zeros = 'a,b\n'.repeat(1_000_000);
    await expect(
      scratch.importing([{ name: 'bomb.zip', bytes: zipOf({ 'bomb.csv': zeros }) }], {}, { maxExpansion: 100 }),
    ).rejects.toMatchObject({ code: 'import-too-large' });
    await expect(
      scratch.importing([{ name: 'bomb.csv.gz', bytes: gzipSync(zeros) }], {}, { maxExpansion: 100 }),
    ).rejects.toMatchObject({ code: 'import-too-large' });
    await expect(
      scratch.importing([{ name: 'big.csv.gz', bytes: gzipSync(zeros) }], {}, { maxUnpackedBytes: 1000 }),
    ).rejects.toMatchObject({ code: 'import-too-large' });
    await expect(
      scratch.importing(
        [{ name: 'many.zip', bytes: zipOf({ 'a.csv': CSV, 'b.csv': CSV, 'c.csv': CSV }) }],
        {},
        { maxArchiveEntries: 2 },
      ),
    ).rejects.toMatchObject({ code: 'import-too-large' });
  });

  it('refuses what breaks off', async () => {
    const gzipped = gzipSync(CSV.repeat(1000));
    await expect(
      scratch.importing([{ name: 'cut.csv.gz', bytes: gzipped.subarray(0, gzipped.length - 20) }]),
    ).rejects.toMatchObject({ code: 'import-file-damaged' });
    const zipped = zipOf({ 'a.csv': CSV.repeat(1000) });
    await expect(
      scratch.importing([{ name: 'cut.zip', bytes: zipped.subarray(0, zipped.length - 30) }]),
    ).rejects.toMatchObject({ code: 'import-file-damaged' });
    const tar = await tarOf({ 'a.csv': CSV.repeat(1000) });
    await expect(scratch.importing([{ name: 'cut.tar', bytes: tar.subarray(0, 1000) }])).rejects.toMatchObject({
      code: 'import-file-damaged',
    });
    await expect(scratch.importing([{ name: 'empty.zip', bytes: zipOf({}) }])).rejects.toHaveProperty('code');
  });

  it.each([
    ['list.csv.xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a], 'xz'],
    ['list.7z', [0x37, 0x7a, 0xbc, 0xaf], '7-Zip'],
  ])('says of %s how to go on', async (name, bytes, what) => {
    await expect(scratch.importing([{ name, bytes: Uint8Array.from(bytes) }])).rejects.toMatchObject({
      code: 'import-format-unsupported',
      message: `${name} is packed with ${what}, which is not unpacked here.`,
      advice: 'Unpack it first, or pack it as gzip or zip.',
    });
  });
});
