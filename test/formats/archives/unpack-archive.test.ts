import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { strToU8, zipSync } from 'fflate';
import { unpackZip, weighZip, type UnpackTarget } from '../../../src/formats/archives/unpack-archive.js';
import { UnpackBudget } from '../../../src/formats/archives/unpack-limits.js';
import { temporaryFolder } from '../../support/temporary-files.js';

const temporary = temporaryFolder();
afterAll(() => temporary.remove());

const zip = zipSync(
  Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`file ${index}.csv`, strToU8('a,b\n1,2\n')])),
);
const budgetFor = (maxEntries: number): UnpackBudget =>
  new UnpackBudget({ maxEntries, maxBytes: 1_000_000, maxExpansion: 100 });

function targetWith(budget: UnpackBudget): UnpackTarget {
  const folder = join(temporary.path, String(readdirSync(temporary.path).length));
  mkdirSync(folder);
  let files = 0;
  return { folder, budget, freshName: () => String((files += 1)) };
}

describe('an archive of more files than may be', () => {
  const path = join(temporary.path, 'five.zip');
  writeFileSync(path, zip);

  it('is refused before the first of them is unpacked', async () => {
    const target = targetWith(budgetFor(4));
    await expect(unpackZip(path, target)).rejects.toThrow(new RangeError('The archive holds more than 4 files.'));
    expect(readdirSync(target.folder)).toEqual([]);
    const seen: string[] = [];
    await expect(weighZip(Buffer.from(zip), budgetFor(4), (name) => seen.push(name))).rejects.toThrow(RangeError);
    expect(seen).toEqual([]);
  });

  it('is refused when two archives together hold more', async () => {
    const target = targetWith(budgetFor(9));
    expect(await unpackZip(path, target)).toHaveLength(5);
    await expect(unpackZip(path, target)).rejects.toThrow(new RangeError('The archive holds more than 9 files.'));
    expect(readdirSync(target.folder)).toHaveLength(5);
  });

  it('is found out when it tells fewer than it holds', async () => {
    const lying = Buffer.from(zip);
    const end = lying.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
    lying.writeUInt16LE(1, end + 8);
    lying.writeUInt16LE(1, end + 10);
    const target = targetWith(budgetFor(4));
    const other = join(temporary.path, 'lying.zip');
    writeFileSync(other, lying);
    // Only what the archive tells of is read: one file, and never more than may be.
    await unpackZip(other, target).catch((thrown: unknown) => expect(thrown).toBeInstanceOf(SyntaxError));
    expect(readdirSync(target.folder).length).toBeLessThanOrEqual(1);
  });
});
