import { errorCodeOf } from './error-code-of.js';

/** Whether a process with this number exists, of any user. Numbers are reused: it may be another process. */
export function isProcessRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    // It belongs to another user.
    return errorCodeOf(thrown) === 'EPERM';
  }
}
