import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { memoryRegister, type RegisteredIds } from '../../src/datasets/entity-sink.js';
import { registerOnDisk } from '../../src/datasets/ids-on-disk.js';
import { temporaryFolder } from '../support/temporary-files.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

let registers = 0;
function registered(ids: Iterable<string>): readonly [memory: RegisteredIds, disk: RegisteredIds] {
  const own = join(folder.path, String(registers++));
  mkdirSync(own);
  const both = [memoryRegister(), registerOnDisk(own)] as const;
  for (const id of ids) for (const register of both) register.add(id);
  return [both[0].finish(), both[1].finish()];
}

describe('a register of ids on disk', () => {
  it('knows the ids that came, and those that came more than once, as one in memory does', () => {
    const ids = Array.from({ length: 400_000 }, (_, i) => (i % 1000 === 7 ? 'Q1007' : `Q${String(i)}`));
    const [memory, disk] = registered(ids);
    expect([disk.ids.size, disk.repeatedIds.size]).toEqual([memory.ids.size, memory.repeatedIds.size]);
    const asked = Array.from({ length: 2000 }, (_, i) => [
      `Q${String(i * 300)}`,
      `Q${String(i * 200 + 7)}`,
      `X${String(i)}`,
    ]).flat();
    expect(
      asked.filter(
        (id) => disk.ids.has(id) !== memory.ids.has(id) || disk.repeatedIds.has(id) !== memory.repeatedIds.has(id),
      ),
    ).toEqual([]);
    expect([0, 1, 7, 499].map(disk.ids.get)).toEqual(['Q0', 'Q1', 'Q1007', 'Q499']);
  });

  it('holds none, or a few', () => {
    const [, none] = registered([]);
    expect([none.ids.size, none.ids.has('a'), none.repeatedIds.has('a')]).toEqual([0, false, false]);
    const [, few] = registered(['a', 'b', 'a']);
    expect(['a', 'b', 'c'].map((id) => [few.ids.has(id), few.repeatedIds.has(id)])).toEqual([
      [true, true],
      [true, false],
      [false, false],
    ]);
  });
});
