import { afterAll, describe, expect, it } from '@jest/globals';
import { existsSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { asWorkFault, makeWorkFolder } from '../../src/cluster/spool/work-folder.js';
import { SameasError } from '../../src/foundation/sameas-error.js';
import { temporaryFolder } from '../support/temporary-files.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (thrown) {
    return thrown;
  }
}

describe('the folder in which a dataset lies on its way into a cluster', () => {
  it('is made below one that is not there yet, beside that of a process that runs, in place of that of one that was killed', () => {
    const work = join(folder.path, 'not', 'there');
    const own = makeWorkFolder(work);
    expect(existsSync(own)).toBe(true);
    const killed = join(work, 'sameas-index-999999999-x');
    mkdirSync(killed);
    expect(makeWorkFolder(work)).not.toBe(own);
    expect([own, killed].map((path) => existsSync(path))).toEqual([true, false]);
  });

  it('says where it cannot be made', () => {
    const fault = thrownBy(() => makeWorkFolder(join(folder.write('a-file', ''), 'below')));
    expect(fault).toMatchObject({
      code: 'file-unwritable',
      message: expect.stringMatching(/^The folder .*a-file\/below cannot be made or written\.$/),
    });
  });

  it('says that the disk is full, also where reading the list has told of it in its way, and leaves other errors alone', () => {
    const full = thrownBy(() => writeSync(openSync('/dev/full', 'w'), 'x'));
    for (const thrown of [full, new SameasError('internal', 'Reading was interrupted.', { cause: full })])
      expect(asWorkFault(thrown, '/work-folder')).toMatchObject({
        code: 'file-unwritable',
        message: expect.stringContaining('The disk with the folder /work-folder is full'),
      });
    const other = new SameasError('file-not-found', 'There is no file.', {
      cause: Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall: 'open' }),
    });
    expect(asWorkFault(other, '/work-folder')).toBe(other);
  });
});
