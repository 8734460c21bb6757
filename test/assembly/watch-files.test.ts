import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { watchFiles } from '../../src/assembly/watch-files.js';
import { temporaryFolder } from '../support/temporary-files.js';
import { until } from '../support/until.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

/** Longer than a file is left alone. */
const SETTLED_MS = 1_200;

describe('files that are watched', () => {
  it('tells of a file that was changed after it was read, before it was watched', async () => {
    const before = Date.now() - 60_000;
    const [first, second] = [folder.write('first.csv', 'x'), folder.write('second.csv', 'x')];
    let told = 0;
    const watched = await watchFiles([first], before, () => told++);
    try {
      expect(told).toBe(1);
      watched.follow([first, second], before);
      expect(told).toBe(2);
      watched.follow([first], before);
      watched.follow([first, second], Date.now() + 60_000);
      await sleep(SETTLED_MS);
      expect(told).toBe(2);
    } finally {
      await watched.close();
    }
  });

  it.each([0, 1, 2, 4, 8])('tells once of a file that comes %i ms after it is waited for', async (delay) => {
    const there = folder.write('there.csv', 'x');
    let told = 0;
    const watched = await watchFiles([there], Date.now() + 60_000, () => told++);
    try {
      watched.waitFor(`${folder.path}/late-${String(delay)}.csv`);
      await sleep(delay);
      folder.write(`late-${String(delay)}.csv`, 'y');
      await until(() => told === 1);
      await sleep(SETTLED_MS);
      expect(told).toBe(1);
    } finally {
      await watched.close();
    }
  });

  it('waits no more for a file when another is missed', async () => {
    let told = 0;
    const watched = await watchFiles([folder.write('there.csv', 'x')], Date.now() + 60_000, () => told++);
    try {
      watched.waitFor(`${folder.path}/given-up.csv`);
      watched.waitFor(undefined);
      folder.write('given-up.csv', 'y');
      await sleep(2 * SETTLED_MS);
      expect(told).toBe(0);
    } finally {
      await watched.close();
    }
  });
});
