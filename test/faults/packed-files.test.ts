import { constants, deflateRawSync } from 'node:zlib';
import { afterAll, expect, it } from '@jest/globals';
import { readBytes } from '../../src/formats/read-bytes.js';
import { temporaryFolder } from '../support/temporary-files.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const MEGABYTE = 1024 ** 2;

/** What gzip makes of so many megabytes of the same row, without making it of them: blocks of Deflate can be repeated. */
function packed(megabytes: number): Buffer {
  const block = deflateRawSync(Buffer.alloc(MEGABYTE, 'id,name\n'), { finishFlush: constants.Z_FULL_FLUSH });
  const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
  const end = Buffer.alloc(8);
  end.writeUInt32LE((megabytes * MEGABYTE) % 2 ** 32, 4);
  return Buffer.concat([head, ...Array<Buffer>(megabytes).fill(block), deflateRawSync(''), end]);
}

it('refuses gzip that unpacks to more than can be read before it is in memory', async () => {
  const file = folder.write('large.csv.gz', packed(3_000));
  const before = process.resourceUsage().maxRSS;
  await expect(readBytes(file)).rejects.toMatchObject({
    code: 'file-unreadable',
    message: expect.stringContaining('holds more than 2 GiB'),
  });
  expect((process.resourceUsage().maxRSS - before) / 1024).toBeLessThan(500);
}, 240_000);

it('unpacks what only states that it is longer, and says that it is damaged', async () => {
  const content = packed(8);
  content.writeUInt32LE(2 ** 31 + 5, content.length - 4);
  await expect(readBytes(folder.write('lying.csv.gz', content))).rejects.toMatchObject({ code: 'file-damaged' });
}, 240_000);
