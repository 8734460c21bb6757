import { renameSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { watchFiles, type WatchedFiles } from '../../src/assembly/served-dataset.js';
import { temporaryFolder } from '../support/temporary-files.js';
import { until } from '../support/until.js';

const folder = temporaryFolder();
let told = 0;
let watched: WatchedFiles | undefined;
afterEach(() => watched?.close());
afterAll(() => folder.remove());

/** Longer than a file is left alone. */
const SETTLED_MS = 1_700;
const later = (): number => Date.now() + 60_000;

function watch(files: readonly string[], since: number): WatchedFiles {
  told = 0;
  watched = watchFiles(files, since, () => told++);
  return watched;
}

describe('files that are watched', () => {
  it('tells of a file that was changed after it was read, before it was watched, and once', async () => {
    const before = Date.now() - 60_000;
    const [first, second] = [folder.write('first.csv', 'x'), folder.write('second.csv', 'x')];
    const { follow } = watch([first], before);
    await until(() => told === 1);
    follow([first, second], before);
    await until(() => told === 2);
    follow([first], before);
    follow([first, second], later());
    await sleep(SETTLED_MS);
    expect(told).toBe(2);
  });

  it('tells of a file that is written anew, replaced, and taken away and brought back', async () => {
    const file = folder.write('list.csv', 'one');
    watch([file], later());
    await sleep(SETTLED_MS);
    expect(told).toBe(0);
    folder.write('list.csv', 'two');
    await until(() => told === 1);
    renameSync(folder.write('list.new', 'two'), file);
    await until(() => told === 2);
    renameSync(file, join(folder.path, 'list.away'));
    await sleep(SETTLED_MS);
    expect(told).toBe(2);
    renameSync(join(folder.path, 'list.away'), file);
    await until(() => told === 3);
    utimesSync(file, 1, 1);
    await until(() => told === 4);
  });

  it('leaves a file alone while it is being written', async () => {
    const file = folder.write('growing.csv', '');
    watch([file], later());
    for (let length = 1; length <= 12; length += 1) {
      folder.write('growing.csv', 'x'.repeat(length));
      await sleep(150);
    }
    expect(told).toBe(0);
    await until(() => told === 1);
    await sleep(SETTLED_MS);
    expect(told).toBe(1);
  });

  it('tells no more of a file that is no longer watched', async () => {
    const [first, second] = [folder.write('a.csv', 'x'), folder.write('b.csv', 'x')];
    const { follow } = watch([first, second], later());
    await sleep(SETTLED_MS);
    follow([first], later());
    folder.write('b.csv', 'y');
    await sleep(SETTLED_MS);
    expect(told).toBe(0);
    folder.write('a.csv', 'y');
    await until(() => told === 1);
  });

  it.each([0, 4])('tells once of a file that comes %i ms after it is waited for', async (delay) => {
    const since = Date.now();
    const there = folder.write('there.csv', 'x');
    const { follow } = watch([there], later());
    follow([there, join(folder.path, `late-${String(delay)}.csv`)], since);
    await sleep(delay);
    folder.write(`late-${String(delay)}.csv`, 'y');
    await until(() => told === 1);
    await sleep(SETTLED_MS);
    expect(told).toBe(1);
  });

  it('waits no more for a file when another is missed', async () => {
    const there = folder.write('there.csv', 'x');
    const { follow } = watch([there], later());
    follow([there, join(folder.path, 'given-up.csv')], later());
    follow([there], later());
    folder.write('given-up.csv', 'y');
    await sleep(SETTLED_MS);
    expect(told).toBe(0);
  });
});
