import { existsSync } from 'node:fs';
import { afterAll, expect, it } from '@jest/globals';
import { removeWhenEnded } from '../../src/cli/build-index.js';
import { nextSignal } from '../../src/cli/command-definition.js';
import { temporaryFolder } from '../support/temporary-files.js';

const folder = temporaryFolder();
afterAll(folder.remove);

it('removes a file that is being written when a signal ends the program, and only then', async () => {
  const ended = new Promise<string>((resolve) => {
    // As what ends the process never returns, nobody can tell the difference.
    const announce = removeWhenEnded({
      exit: ((reason: string) => resolve(reason)) as (reason: string) => never,
      nextSignal,
    });
    const finished = folder.write('finished.part', 'whole');
    announce(finished);
    announce(undefined);
    announce(folder.write('half.part', 'half'));
    process.emit('SIGTERM', 'SIGTERM');
  });
  expect(await ended).toBe('interrupted');
  expect(existsSync(`${folder.path}/half.part`)).toBe(false);
  expect(existsSync(`${folder.path}/finished.part`)).toBe(true);
  await new Promise((resolve) => setImmediate(resolve));
  expect(process.listenerCount('SIGTERM')).toBe(0);
});

it('ends the program as interrupted between two files as well, and keeps the first', async () => {
  const finished = folder.write('note.part', 'whole');
  const ended = new Promise<string>((resolve) => {
    const announce = removeWhenEnded({
      exit: ((reason: string) => resolve(reason)) as (reason: string) => never,
      nextSignal,
    });
    announce(finished);
    announce(undefined);
    process.emit('SIGTERM', 'SIGTERM');
  });
  expect(await ended).toBe('interrupted');
  expect(existsSync(finished)).toBe(true);
});
