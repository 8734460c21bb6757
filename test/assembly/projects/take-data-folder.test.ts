import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { takeDataFolder } from '../../../src/projects/store/data-folder.js';
import { temporaryFolder } from '../../support/temporary-files.js';

const temporary = temporaryFolder();
afterAll(() => temporary.remove());

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

function folderWithMode(name: string, mode: number): string {
  const path = join(temporary.path, name);
  mkdirSync(path);
  chmodSync(path, mode);
  return path;
}

describe('a data folder', () => {
  it('is made with those above it, for its user alone', () => {
    const path = join(temporary.path, 'a', 'b', 'data');
    takeDataFolder(path)();
    expect([path, join(path, 'projects'), join(path, 'work'), join(temporary.path, 'a')].map(modeOf)).toEqual([
      '700',
      '700',
      '700',
      '700',
    ]);
  });

  it('that others may look into is closed to them', () => {
    const path = folderWithMode('open', 0o755);
    mkdirSync(join(path, 'projects'), { mode: 0o755 });
    writeFileSync(join(path, 'preferences.json'), '{}', { mode: 0o644 });
    takeDataFolder(path)();
    expect([path, join(path, 'projects'), join(path, 'preferences.json')].map(modeOf)).toEqual(['700', '700', '600']);
  });

  it('with something else in it keeps its rights, and what lies in it of projects is closed', () => {
    const path = folderWithMode('shared', 0o755);
    writeFileSync(join(path, 'other.txt'), '', { mode: 0o644 });
    mkdirSync(join(path, 'projects'), { mode: 0o755 });
    takeDataFolder(path)();
    expect([path, join(path, 'other.txt'), join(path, 'projects'), join(path, 'work')].map(modeOf)).toEqual([
      '755',
      '644',
      '700',
      '700',
    ]);
  });

  it.each(['/proc/nothing/such', '/dev/null/data', '/proc/1/data/deeper'])(
    'that cannot be made at %s is refused at once',
    (path) => {
      expect(() => takeDataFolder(path)).toThrow(
        expect.objectContaining({ code: 'setting-invalid', message: expect.stringContaining(path) as unknown }),
      );
    },
  );
});
