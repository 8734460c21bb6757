import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { EXIT_CODES } from '../../src/cli/exit-codes.js';
import { temporaryFolder } from '../support/temporary-files.js';
import { runInProcess } from './run-in-process.js';

const folder = temporaryFolder();
afterAll(folder.remove);

const PEOPLE = folder.write('people.csv', 'id,name\np1,Virginia Woolf\np2,Chinua Achebe\n');

describe('sameas index', () => {
  it('makes the folder, and says how to serve it', async () => {
    const out = join(folder.path, 'new', 'index');
    const { code, stdout } = await runInProcess(['index', PEOPLE, '--out', out]);
    expect(code).toBe(EXIT_CODES.success.code);
    expect(stdout).toContain(`sameas serve ${out}\n`);
    expect(existsSync(out)).toBe(true);
  });

  it('refuses a file in the place of the folder before anything is built', async () => {
    const { code, stdout, stderr } = await runInProcess(['index', PEOPLE, '--out', PEOPLE]);
    expect({ code, stdout }).toEqual({ code: EXIT_CODES.data.code, stdout: '' });
    expect(stderr).toContain(`The folder ${PEOPLE} cannot be made.`);
    expect(stderr).toContain('(file-unwritable)');
  });
});
