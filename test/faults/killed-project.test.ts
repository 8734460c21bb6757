import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../support/temporary-files.js';
import { changeSample, createSample, storeIn, textsOf } from '../projects/store/sample-project.js';

const temporary = temporaryFolder();
afterAll(() => temporary.remove());

const script = join(import.meta.dirname, 'change-forever.ts');

/** Lets the script change the project until it has said `lines` times that it is done and `ms` more have passed; gives the last revision it was told of. */
function changeAndKill(id: string, lines: number, ms: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', 'tsx', script, temporary.path, id], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    let isDying = false;
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (isDying || output.split('\n').length <= lines) return;
      isDying = true;
      setTimeout(() => child.kill('SIGKILL'), ms);
    });
    child.on('error', reject);
    child.on('close', () => resolve(Number(/(\d+)\n[^\n]*$/.exec(output)?.[1] ?? 0)));
  });
}

describe('a process that is killed while it saves', () => {
  it('leaves the old or the new state, whole, and nothing that was acknowledged is lost', async () => {
    const { store, folder } = storeIn(temporary.path);
    const { id } = createSample(store, folder, 'revision 1', 300);
    for (let round = 0; round < 8; round += 1) {
      const acknowledged = await changeAndKill(id, 1 + (round % 3), Math.random() * 12);
      const found = store.open(id);
      expect(acknowledged).toBeGreaterThan(0);
      expect(found.revision).toBeGreaterThanOrEqual(acknowledged);
      expect(textsOf(found.grid())).toHaveLength(1);
      for (const { id: entry } of found.history.past)
        expect(textsOf(store.moveTo(store.open(id), { lastDoneId: entry }).grid())).toHaveLength(1);
      // The next writer finds nothing in its way.
      expect(textsOf(changeSample(store, store.open(id), 'afterwards').grid())).toEqual(['afterwards']);
    }
  }, 240_000);
});
