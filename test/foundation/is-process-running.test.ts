import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { isProcessRunning } from '../../src/foundation/is-process-running.js';

describe('isProcessRunning', () => {
  it("knows this process, and the first one, which is the system's", () => {
    expect([process.pid, 1].map(isProcessRunning)).toEqual([true, true]);
  });

  it('knows that one has ended', () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    expect(isProcessRunning(pid)).toBe(false);
  });

  it.each([Number.NaN, 2 ** 40])('takes %p for no process', (pid) => {
    expect(isProcessRunning(pid)).toBe(false);
  });
});
