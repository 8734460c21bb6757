import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readIndexFile, writeIndexFile } from '../../../src/assembly/built-index/index-file.js';
import { toShared, type SectionArray } from '../../../src/foundation/sections.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sameas-index-'));
});
afterEach(() => rm(folder, { recursive: true }));

const sections = new Map<string, SectionArray>([
  ['a.bytes', toShared(Uint8Array.from([1, 2, 3]))],
  ['a.numbers', toShared(Float64Array.from([0.5, -1, 1e300]))],
  ['nothing', toShared(new Uint32Array(0))],
  ['b.words', toShared(Uint16Array.from([65535, 0]))],
]);

describe('an index file', () => {
  it('gives back its contents and every section, in shared memory', async () => {
    const path = join(folder, 'x.index');
    await writeIndexFile(path, '1.2.3', { contents: { name: 'Ünïcode' }, sections });
    const read = await readIndexFile(path, '1.2.3');
    expect(read.contents).toEqual({ name: 'Ünïcode' });
    expect([...read.sections.keys()]).toEqual([...sections.keys()]);
    for (const [name, array] of sections) {
      const again = read.sections.get(name);
      expect(again?.constructor).toBe(array.constructor);
      expect([...(again ?? [])]).toEqual([...array]);
      expect(again?.buffer).toBeInstanceOf(SharedArrayBuffer);
    }
  });

  it('leaves nothing beside the file', async () => {
    const path = join(folder, 'x.index');
    await writeIndexFile(path, '1', { contents: null, sections });
    await writeIndexFile(path, '1', { contents: 'again', sections });
    expect(await readdir(folder)).toEqual(['x.index']);
    expect((await readIndexFile(path, '1')).contents).toBe('again');
  });

  it('takes away what an ended process left of it, and nothing else', async () => {
    const { pid: ended } = spawnSync(process.execPath, ['--version']);
    const others = [`x.index.${process.ppid}.part`, `y.index.${ended}.part`, 'x.index.part', 'x.index.old.part'];
    for (const name of [`x.index.${ended}.part`, ...others]) await writeFile(join(folder, name), 'half');
    await writeIndexFile(join(folder, 'x.index'), '1', { contents: null, sections });
    expect((await readdir(folder)).sort()).toEqual(['x.index', ...others].sort());
  });

  it('is refused by another version, with the word how to mend it', async () => {
    const path = join(folder, 'x.index');
    await writeIndexFile(path, '1', { contents: null, sections });
    await expect(readIndexFile(path, '2')).rejects.toMatchObject({
      code: 'index-outdated',
      message: expect.stringContaining('another version'),
    });
  });

  it('that does not exist is told so', async () => {
    await expect(readIndexFile(join(folder, 'no.index'), '1')).rejects.toMatchObject({ code: 'file-not-found' });
  });

  it('is refused when any of its bytes is changed or its end is missing', async () => {
    const path = join(folder, 'x.index');
    await writeIndexFile(path, '1', { contents: { some: 'thing' }, sections });
    const whole = await readFile(path);
    // The bytes between sections are padding and mean nothing.
    const meaningful = whole.length - 8 * sections.size;
    await fc.assert(
      fc.asyncProperty(
        fc.nat(meaningful - 1),
        fc.integer({ min: 1, max: 255 }),
        fc.boolean(),
        async (at, change, cut) => {
          const damaged = cut ? whole.subarray(0, at) : Buffer.from(whole);
          if (!cut) damaged[at] = (damaged[at] ?? 0) ^ change;
          await writeFile(path, damaged);
          const outcome = await readIndexFile(path, '1').then(
            (read) => ({ read }),
            (error: unknown) => ({ error }),
          );
          if ('error' in outcome) expect(outcome.error).toMatchObject({ code: 'index-outdated' });
          // A byte of padding: everything that is read is as it was.
          else
            for (const [name, array] of sections)
              expect([...(outcome.read.sections.get(name) ?? [])]).toEqual([...array]);
        },
      ),
      { numRuns: 200 },
    );
  });
});
