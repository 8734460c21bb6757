import { setTimeout as pause } from 'node:timers/promises';
import { rmSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { isProcessRunning } from '../../../src/foundation/is-process-running.js';
import { temporaryFolder } from '../../support/temporary-files.js';
import type { TaskTerms } from '../../../src/assembly/projects/worker-process.js';
import { ProjectWorkerPool } from '../../../src/assembly/projects/project-worker-pool.js';
import type { ProjectTask } from '../../../src/assembly/projects/project-task.js';

/*
 * The pool with a worker body of its own that uses up memory on demand, at moments that no command could be made to hit: `leave` answers, and uses up the memory of the
 * worker only then; `fill` uses it up at once; `begin` says that it has begun and waits for that; `answer` answers.
 */
const BODY = `
import { existsSync } from 'node:fs';
const fill = () => { const kept = []; for (;;) kept.push(new Array(10000).fill({})); };
const buffers = () => { const kept = []; for (;;) kept.push(new Uint8Array(1e6).fill(1)); };
process.on('message', ({ kind, task: message, settings }) => {
  if (kind === 'settings') {
    const begin = () => existsSync(settings.dataFolder) ? setTimeout(begin, 20) : process.send({ kind: 'ready' });
    begin();
    return;
  }
  const { task, work } = message;
  const [[what]] = work.parameters;
  const done = (value) => process.send({ task, kind: 'done', reply: { kind: 'json', json: JSON.stringify(value) } });
  if (what === 'wait') return;
  if (what === 'leave') { done(what); setTimeout(fill, 200); return; }
  process.send({ kind: 'begun', task });
  if (what === 'fill') fill();
  else if (what === 'buffers') buffers();
  else if (what === 'begin') setTimeout(() => done(what), 1000);
  else if (what === 'resident') { process.send({ kind: 'pulse', percent: 50, residentBytes: 1e12 }); setTimeout(() => done(what), 3000); }
  else if (what === 'spin') for (;;);
  else if (what === 'environment') done(process.env.NODE_OPTIONS ?? 'none');
  else if (what === 'process') done(process.pid);
  else if (what === 'exit') process.exit(3);
  else done(what);
});
`;

/** A busy machine needs some seconds to load the code of a process. */
const READY_MS = 8_000;
const temporary = temporaryFolder();
const entry = pathToFileURL(temporary.write('worker.mjs', BODY));
afterAll(() => temporary.remove());

const pools: ProjectWorkerPool[] = [];
const replaced: string[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
  replaced.splice(0);
});

function startPool(
  commands = 1,
  gate = '',
  isPrepared = false,
): (what: string, terms?: Partial<TaskTerms>) => Promise<unknown> {
  const pool = new ProjectWorkerPool({
    workers: { commands, long: 2 },
    memoryBytes: 64 * 1024 * 1024,
    stallMs: 20_000,
    idleMs: 60_000,
    settings: { dataFolder: gate, cacheBytes: 0, ownAddresses: [], urlAccess: 'off' },
    observe: (observation) => {
      if (observation.kind === 'worker-replaced') replaced.push(observation.reason);
    },
    entry,
  });
  pools.push(pool);
  if (isPrepared) pool.prepare();
  return (what, terms) => {
    const task: Omit<ProjectTask, 'task'> = {
      work: { command: 'preview-expression', parameters: [[what, '']], trailingName: '' },
      files: [],
      workFolder: '',
    };
    return pool.run(task, { timeMs: 30_000, client: 'a', ...terms });
  };
}

describe('workers that one client has all to itself', () => {
  it('leave one more for others, in their turns, and none for what it sends beside', async () => {
    const run = startPool();
    const control = new AbortController();
    const held = expect(run('wait', { stop: control.signal })).rejects.toMatchObject({ code: 'command-cancelled' });
    let isDone = false;
    const own = run('answer').then(() => (isDone = true));
    await expect(run('answer', { client: 'b' })).resolves.toMatchObject({ json: '"answer"' });
    await expect(run('answer', { client: 'c' })).resolves.toMatchObject({ json: '"answer"' });
    expect(isDone).toBe(false);
    control.abort();
    await Promise.all([held, own]);
  }, 240_000);
});

describe('workers that one project has all to itself', () => {
  it('leave others for other projects of the same client', async () => {
    const run = startPool();
    const control = new AbortController();
    const held = expect(run('wait', { project: '1', stop: control.signal })).rejects.toMatchObject({
      code: 'command-cancelled',
    });
    let isDone = false;
    const same = run('answer', { project: '1' }).then(() => (isDone = true));
    await expect(run('answer', { project: '2' })).resolves.toMatchObject({ json: '"answer"' });
    await expect(run('answer', { project: '3' })).resolves.toMatchObject({ json: '"answer"' });
    expect(isDone).toBe(false);
    control.abort();
    await Promise.all([held, same]);
  }, 240_000);

  it('are bounded for one client, who does not keep others out', async () => {
    const run = startPool();
    const control = new AbortController();
    const held = ['1', '2'].map((project) => run('wait', { project, stop: control.signal }).catch(() => undefined));
    let isDone = false;
    const third = run('answer', { project: '3' }).then(() => (isDone = true));
    await expect(run('answer', { project: '3', client: 'b' })).resolves.toMatchObject({ json: '"answer"' });
    expect(isDone).toBe(false);
    control.abort();
    await Promise.all([...held, third]);
  }, 240_000);

  it('have one ready beside them that nobody asked for', async () => {
    const run = startPool();
    await run('answer');
    const control = new AbortController();
    const held = run('wait', { project: '1', stop: control.signal }).catch(() => undefined);
    await pause(READY_MS);
    const startedAt = performance.now();
    await run('answer', { project: '2' });
    expect(performance.now() - startedAt).toBeLessThan(500);
    control.abort();
    await held;
  }, 240_000);

  it('have one ready for another project before the first task', async () => {
    const gate = temporary.write('closed', '');
    rmSync(gate);
    const run = startPool(1, gate, true);
    await pause(READY_MS);
    // None that is started from now on is ever ready.
    writeFileSync(gate, '');
    const control = new AbortController();
    const held = run('wait', { project: '1', stop: control.signal }).catch(() => undefined);
    const startedAt = performance.now();
    await run('answer', { project: '2' });
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    rmSync(gate);
    control.abort();
    await held;
  }, 240_000);

  it('leave the last one that is ready to another project, and take what is being started', async () => {
    // A worker that is started while this file is there is not ready before it is gone.
    const gate = temporary.write('gate', '');
    rmSync(gate);
    const run = startPool(2, gate);
    const pidOf = async (terms: Partial<TaskTerms>): Promise<string> =>
      ((await run('process', terms)) as { readonly json: string }).json; // `process` answers with JSON
    const first = await pidOf({ project: '1' });
    // The spare that was started then answers beside it as soon as it is ready.
    let spare = first;
    while (spare === first) [, spare = first] = await Promise.all(['1', '2'].map((project) => pidOf({ project })));
    writeFileSync(gate, '');
    const control = new AbortController();
    const held = [1, 2].map(() => run('wait', { project: '1', stop: control.signal }).catch(() => undefined));
    // The second of them waits for a third worker, which does not come.
    const last = await pidOf({ project: '2' });
    expect(await pidOf({ project: '3' })).toBe(last);
    // One that was given to a worker that is being started goes to the first that is free.
    const [busy, early] = [run('begin', { project: '2' }), pidOf({ project: '3' })];
    await expect(busy).resolves.toMatchObject({ json: '"begin"' });
    expect(await early).toBe(last);
    rmSync(gate);
    control.abort();
    await Promise.all(held);
  }, 240_000);
});

describe('a worker that uses up its memory', () => {
  it('is laid to the task that it is at', async () => {
    const run = startPool();
    await expect(run('fill', { repeatable: true })).rejects.toMatchObject({ code: 'command-too-large' });
    await expect(run('answer')).resolves.toMatchObject({ json: '"answer"' });
    expect(replaced).toHaveLength(1);
  }, 240_000);

  it('for an earlier task is not laid to one that has not begun, whatever it is', async () => {
    const run = startPool();
    await run('leave');
    // The first worker never begins it, and the second answers nothing: only that it is there, and not blamed, is seen.
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

  it('with buffers, which are no part of its heap, is ended by the system', async () => {
    await expect(startPool()('buffers')).rejects.toMatchObject({ code: 'command-too-large' });
  }, 240_000);

  it('is ended when it says that more is resident than it may have', async () => {
    await expect(startPool()('resident')).rejects.toMatchObject({ code: 'command-too-large' });
  }, 240_000);

  it('does not get more by the environment of the service', async () => {
    const before = process.env['NODE_OPTIONS'];
    process.env['NODE_OPTIONS'] = '--max-old-space-size=8000';
    try {
      await expect(startPool()('environment')).resolves.toMatchObject({ json: '"none"' });
    } finally {
      if (before === undefined) delete process.env['NODE_OPTIONS'];
      else process.env['NODE_OPTIONS'] = before;
    }
  }, 240_000);
});

describe('a worker that ends by itself', () => {
  it('fails its task, and the next one finds another worker', async () => {
    const run = startPool();
    await expect(run('exit')).rejects.toMatchObject({ code: 'internal' });
    await expect(run('answer')).resolves.toMatchObject({ json: '"answer"' });
    expect(replaced).toEqual(['the worker ended with code 3']);
  }, 240_000);
});

describe('a worker that never ends', () => {
  it('is gone when the pool is closed, whatever it does', async () => {
    const run = startPool();
    const pid = Number(((await run('process')) as { readonly json: string }).json); // `process` answers with JSON
    const spins = expect(run('spin')).rejects.toMatchObject({ code: 'command-cancelled' });
    await pause(200);
    await Promise.all(pools.splice(0).map((pool) => pool.close()));
    await spins;
    expect(isProcessRunning(pid)).toBe(false);
  }, 240_000);
});

describe('long work', () => {
  it('has workers of its own, as many as there may be; what is more waits its turn, and can be cancelled meanwhile', async () => {
    const run = startPool();
    const controls = [1, 2, 3, 4].map(() => new AbortController());
    const outcomes = controls.map(({ signal }, index) =>
      run(index < 2 ? 'wait' : 'process', { long: true, stop: signal }).catch((thrown: unknown) => thrown),
    );
    // Commands do not wait for it.
    const pid = ((await run('process')) as { readonly json: string }).json; // as above
    controls[2]?.abort();
    expect(await outcomes[2]).toMatchObject({ code: 'command-cancelled' });
    controls[0]?.abort();
    expect(await outcomes[0]).toMatchObject({ code: 'command-cancelled' });
    expect(await outcomes[3]).toMatchObject({ kind: 'json', json: expect.not.stringMatching(`^${pid}$`) });
    controls[1]?.abort();
    await outcomes[1];
  }, 240_000);
});
