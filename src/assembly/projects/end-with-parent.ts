import { Worker } from 'node:worker_threads';

/** How often it is looked whether the parent is still there. */
const LOOK_MS = 250;

/** Looks from a thread of its own, since the other one may be at work that never ends. */
const BODY = `
const { workerData: parent } = require('node:worker_threads');
setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL'); }, ${LOOK_MS});
`;

/**
 * Sees to it that this process ends soon after its parent does, whatever it is doing. Gives what is called before anything is done that nobody must see after the end of the
 * parent: it does not return then.
 */
export function endWithParent(): () => void {
  const parent = process.ppid;
  process.on('disconnect', () => process.exit());
  new Worker(BODY, {
    eval: true,
    workerData: parent,
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1, codeRangeSizeMb: 1, stackSizeMb: 1 },
  }).unref();
  return () => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  };
}
