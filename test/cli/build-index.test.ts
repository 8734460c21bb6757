import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { EXIT_CODES } from '../../src/cli/command-definition.js';
import { generateEntities } from '../../bench/generate-entities.js';
import { temporaryFolder } from '../support/temporary-files.js';
import { runInProcess } from './run-in-process.js';
import { runSameas } from './run-sameas.js';

// The machine may be busy with other tests.
jest.setTimeout(60_000);

const folder = temporaryFolder();
afterAll(folder.remove);

const PEOPLE = folder.write('people.csv', 'id,name\np1,Virginia Woolf\np2,Chinua Achebe\n');

describe('sameas index', () => {
  it('makes the folder, and says how to serve it', async () => {
    const out = join(folder.path, 'new', 'index');
    const { code, stdout } = await runInProcess(['index', PEOPLE, '--out', out]);
    expect(code).toBe(EXIT_CODES.success.code);
    expect(stdout).toMatch(/The index is in \S+ \([\d.]+ kB\)\. /);
    expect(stdout).toContain(`sameas serve ${out}\n`);
    expect(existsSync(out)).toBe(true);
  });

  it('says how large the index is, and leaves no half of one behind when a signal ends it', async () => {
    const list = folder.write(
      'many.csv',
      `id,name\n${[...generateEntities(40_000, 5)].map(({ id, name }) => `${id},"${name}"`).join('\n')}\n`,
    );
    const out = join(folder.path, 'interrupted');
    const run = runSameas(['index', list, '--out', out]);
    const halves = (): readonly string[] =>
      existsSync(out) ? readdirSync(out).filter((name) => name.endsWith('.part')) : [];
    let isDone = false;
    void run.finished.then(() => (isDone = true));
    while (halves().length === 0 && !isDone) await new Promise((resolve) => setImmediate(resolve));
    run.kill('SIGTERM');
    const { code, stdout } = await run.finished;
    expect(halves()).toEqual([]);
    // The last bytes may have been written when the signal came.
    if (code === EXIT_CODES.success.code) expect(stdout).toMatch(/The index is in \S+ \(\d+\.\d MB\)\. Serve it with/);
    else
      expect({ code, index: existsSync(join(out, 'dataset.sameas-index')) }).toEqual({
        code: EXIT_CODES.interrupted.code,
        index: false,
      });
  });

  it('refuses a file in the place of the folder before anything is built', async () => {
    const { code, stdout, stderr } = await runInProcess(['index', PEOPLE, '--out', PEOPLE]);
    expect({ code, stdout }).toEqual({ code: EXIT_CODES.data.code, stdout: '' });
    expect(stderr).toContain(`The folder ${PEOPLE} cannot be made.`);
    expect(stderr).toContain('(file-unwritable)');
  });

  it('makes a folder to which a manifest comes too late, whatever the command', async () => {
    const out = join(folder.path, 'people-index');
    const manifest = folder.write('people.manifest.yaml', 'files: people.csv\nname: People\n');
    const names = folder.write('names.csv', 'query,expected\nWoolf,p1\n');
    await runInProcess(['index', PEOPLE, '--out', out]);
    for (const command of [
      ['serve', out, '--port', '0', '--workers', '0'],
      ['reconcile', out, names],
      ['evaluate', out, names],
      ['duplicates', out],
    ]) {
      const { code, stderr } = await runInProcess([...command, '--manifest', manifest]);
      expect(code).toBe(EXIT_CODES.usage.code);
      expect(stderr).toContain(`${out} is a built index, and what a manifest says goes into it when it is built.`);
      expect(stderr).toContain(`sameas index LIST --manifest ${manifest} --out ${out}`);
    }
    for (const command of [
      ['check', out],
      ['check', out, '--manifest', manifest],
      ['index', out, '--out', join(folder.path, 'twice')],
    ]) {
      const { code, stderr } = await runInProcess(command);
      expect(code).toBe(EXIT_CODES.usage.code);
      expect(stderr).toContain(`Name the list itself: ${PEOPLE}`);
    }
  });
});
