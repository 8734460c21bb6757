import { errorCodeOf } from './error-code-of.js';

/** Whether there is a process with this number now, of whomever. Numbers come back: it need not be the process that was meant. */
export function isProcessRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    // It belongs to another user, and may not be looked at.
    return errorCodeOf(thrown) === 'EPERM';
  }
}
