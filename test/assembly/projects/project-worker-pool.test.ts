import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { TaskTerms } from '../../../src/assembly/projects/project-thread.js';
import { ProjectWorkerPool } from '../../../src/assembly/projects/project-worker-pool.js';
import { PULSE_OUTSIDE_MB, PULSE_TASK, type ProjectTask } from '../../../src/assembly/projects/project-task.js';

/*
 * The pool with a thread body of its own that uses up memory on demand, at moments that no command could be made to hit: `leave` answers, and uses up the memory of the
 * thread only then; `fill` uses it up at once; `begin` says that it has begun and waits for that; `answer` answers.
 */
const BODY = `
import { parentPort, workerData } from 'node:worker_threads';
const pulse = new Int32Array(workerData.pulse);
const fill = () => { const kept = []; for (;;) kept.push(new Array(10000).fill({})); };
parentPort.on('message', ({ task, work }) => {
  const [[what]] = work.parameters;
  const done = () => parentPort.postMessage({ task, kind: 'done', reply: { kind: 'json', json: JSON.stringify(what) } });
  if (what === 'wait') return;
  if (what === 'leave') { done(); setTimeout(fill, 200); return; }
  Atomics.store(pulse, ${PULSE_TASK}, task);
  if (what === 'fill') fill();
  else if (what === 'begin') setTimeout(done, 1000);
  else if (what === 'outside') { Atomics.store(pulse, ${PULSE_OUTSIDE_MB}, 1000); setTimeout(done, 1000); }
  else done();
});
parentPort.postMessage({ kind: 'ready' });
`;

const pools: ProjectWorkerPool[] = [];
const replaced: string[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
  replaced.splice(0);
});

function startPool(): (what: string, terms?: Partial<TaskTerms>) => Promise<unknown> {
  const pool = new ProjectWorkerPool({
    workers: 1,
    memoryBytes: 64 * 1024 * 1024,
    stallMs: 20_000,
    idleMs: 60_000,
    settings: { dataFolder: '', cacheBytes: 0, ownAddresses: [], urlAccess: 'off' },
    observe: (observation) => {
      if (observation.kind === 'worker-replaced') replaced.push(observation.reason);
    },
    entry: new URL(`data:text/javascript,${encodeURIComponent(BODY)}`),
  });
  pools.push(pool);
  return (what, terms) => {
    const task: Omit<ProjectTask, 'task'> = { work: { command: 'preview-expression', parameters: [[what, '']], trailingName: '' }, files: [], workFolder: '' };
    return pool.run(task, { timeMs: 30_000, ...terms });
  };
}

describe('a thread that uses up its memory', () => {
  it('is laid to the task that it is at', async () => {
    const run = startPool();
    await expect(run('fill', { repeatable: true })).rejects.toMatchObject({ code: 'command-too-large' });
    await expect(run('answer')).resolves.toMatchObject({ json: '"answer"' });
    expect(replaced).toHaveLength(1);
  }, 240_000);

  it('for an earlier task is not laid to one that has not begun, whatever it is', async () => {
    const run = startPool();
    await run('leave');
    // The first thread never begins it, and the second answers nothing: only that it is there, and not blamed, is seen.
    const control = new AbortController();
    const waits = expect(run('wait', { stop: control.signal })).rejects.toMatchObject({ code: 'command-cancelled' });
    while (replaced.length === 0) await pause(20);
    control.abort();
    await waits;
    expect(replaced).toEqual([expect.stringMatching(/memory/)]);
  }, 240_000);

  it('for an earlier task is not laid to one that has begun and changes nothing', async () => {
    const run = startPool();
    await run('leave');
    await expect(run('begin', { repeatable: true })).resolves.toMatchObject({ json: '"begin"' });
    expect(replaced).toHaveLength(1);
  }, 240_000);

  it('ends one that has begun and changes something, for it must not be done twice', async () => {
    const run = startPool();
    await run('leave');
    await expect(run('begin')).rejects.toMatchObject({ code: 'command-too-large' });
    expect(replaced).toHaveLength(1);
  }, 240_000);

  it('is not tried a third time', async () => {
    const run = startPool();
    await run('answer');
    await expect(run('fill', { repeatable: true })).rejects.toMatchObject({ code: 'command-too-large' });
    expect(replaced).toHaveLength(2);
  }, 240_000);

  it('outside of its heap is seen too', async () => {
    await expect(startPool()('outside')).rejects.toMatchObject({ code: 'command-too-large' });
  }, 240_000);
});
