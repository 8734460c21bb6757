import { Worker } from 'node:worker_threads';
import { backtracking, MAX_BACKTRACKING_MS } from '../../foundation/backtracking.js';

/** Interval of checking for the parent, and for regular expressions that never end. */
const LOOK_MS = 250;
/** Reports to the parent that the time for regular expressions is used up. Windows has no such signal. */
export const BACKTRACKED_SIGNAL = process.platform === 'win32' ? 'SIGKILL' : 'SIGXCPU';

/** A thread of its own can check while the main thread is blocked. */
const BODY = `
const { workerData: { parent, backtracking } } = require('node:worker_threads');
let request = -1, looks = 0;
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  if (Atomics.load(backtracking, 1) !== request) { request = Atomics.load(backtracking, 1); looks = 0; }
  looks += Atomics.load(backtracking, 0);
  if (looks * ${LOOK_MS} >= ${MAX_BACKTRACKING_MS}) process.kill(process.pid, '${BACKTRACKED_SIGNAL}');
}, ${LOOK_MS});
`;

/**
 * Ends this process soon after its parent, even if it is blocked, and when a request has spent `MAX_BACKTRACKING_MS` in
 * counted matches. Returns a function to call before any effect that must not follow the end of the parent: it then
 * does not return.
 */
export function endWithParent(): () => void {
  const parent = process.ppid;
  process.on('disconnect', () => process.exit());
  new Worker(BODY, {
    eval: true,
    workerData: { parent, backtracking },
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1, codeRangeSizeMb: 1, stackSizeMb: 1 },
  }).unref();
  return () => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  };
}
