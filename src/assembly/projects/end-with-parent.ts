import { Worker } from 'node:worker_threads';
import { backtracking, MAX_BACKTRACKING_MS } from '../../foundation/backtracking.js';

/** How often it is looked whether the parent is still there, and whether the process is at a match that may never end. */
const LOOK_MS = 250;
/** Tells the parent why the process ended: its time for such matches is used up. Windows knows no such signal. */
export const BACKTRACKED_SIGNAL = process.platform === 'win32' ? 'SIGKILL' : 'SIGXCPU';

/** Looks from a thread of its own, since the other one may be at work that never ends. */
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
 * Sees to it that this process ends soon after its parent does, whatever it is doing, and when a request has spent `MAX_BACKTRACKING_MS` in matches that are counted. Gives what is called before anything is done that must not be seen after the end of the
 * parent: it does not return then.
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
