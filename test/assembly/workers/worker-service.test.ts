import { EventEmitter } from 'node:events';
import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { FromWorker, ToWorker } from '../../../src/assembly/workers/worker-messages.js';
import { WorkerService, type WorkerServiceOptions } from '../../../src/assembly/workers/worker-service.js';
import { startNodeThread, type WorkerEnd, type WorkerPort } from '../../../src/assembly/workers/worker-thread.js';
import { SameasError } from '../../../src/foundation/sameas-error.js';
import { until } from '../../support/until.js';

type CallAsked = (name: 'double', argument: number) => Promise<number>;

/** The module of the threads: its text is loaded there, so it uses nothing from outside. */
function begin({ errors }: { readonly errors: string }, tell: (event: string) => void) {
  const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
  return {
    square: (number: number): number => number * number,
    refuse: async (message: string): Promise<never> => {
      const { SameasError: Refusal } = (await import(errors)) as { SameasError: typeof SameasError }; // that module
      throw new Refusal('query-invalid', message, { advice: 'Write it again.', facts: { row: 7 } });
    },
    fail: (message: string): never => {
      throw new TypeError(message);
    },
    die: (code: number): Promise<never> => {
      process.exit(code);
    },
    fill: (): never => {
      const all: string[][] = [];
      for (;;) all.push(new Array<string>(100_000).fill(String(all.length)));
    },
    uncloneable: () => () => 1,
    tellUncloneable: () => tell((() => 1) as unknown as string), // what cannot be copied
    sleep: async (milliseconds: number): Promise<string> => {
      await wait(milliseconds);
      return 'slept';
    },
    steps: async (milliseconds: number): Promise<string> => {
      for (const step of ['one', 'two', 'three']) {
        await wait(milliseconds);
        tell(step);
      }
      return 'stepped';
    },
    ask: async (number: number, call: CallAsked): Promise<number> => (await call('double', number)) + 1,
  };
}

// The compiler of the tests names functions by a function of its own.
const TEXT = `const __name = (named) => named; export ${begin.toString()}`;
const MODULE = new URL(`data:text/javascript,${encodeURIComponent(TEXT)}`);
const errors = new URL('../../../dist/foundation/sameas-error.js', import.meta.url).href;
const services: WorkerService<typeof begin>[] = [];

class Ended extends Error {
  readonly end: WorkerEnd;
  constructor(end: WorkerEnd) {
    super(end.reason);
    this.end = end;
  }
}

function serviceOf(
  options: Partial<WorkerServiceOptions<typeof begin>> = {},
): WorkerService<typeof begin> & { readonly lost: WorkerEnd[]; readonly ports: WorkerPort[] } {
  const lost: WorkerEnd[] = [];
  const ports: WorkerPort[] = [];
  const service = new WorkerService<typeof begin>({
    module: MODULE,
    start: () => ({ errors }),
    faultOf: (end) => new Ended(end),
    whenLost: (end) => lost.push(end),
    startThread: (...thread) => {
      const port = startNodeThread(...thread);
      ports.push(port);
      return port;
    },
    ...options,
  });
  services.push(service);
  return Object.assign(service, { lost, ports });
}

afterAll(() => Promise.all(services.map((service) => service.close())));

const endedBy = (cause: WorkerEnd['cause']) => expect.objectContaining({ end: expect.objectContaining({ cause }) });

describe('a worker service', () => {
  it('answers tasks, and passes on errors with their code, advice, facts and trace', async () => {
    const service = serviceOf();
    expect(await Promise.all([service.run('square', 3), service.run('square', 4)])).toEqual([9, 16]);
    const refused = await service.run('refuse', 'Row 7 has no name.').catch((thrown: unknown) => thrown);
    expect(refused).toBeInstanceOf(SameasError);
    expect(refused).toMatchObject({
      code: 'query-invalid',
      message: 'Row 7 has no name.',
      advice: 'Write it again.',
      facts: { row: 7 },
    });
    await expect(service.run('fail', 'no such thing')).rejects.toMatchObject({
      code: 'internal',
      cause: expect.stringMatching(/TypeError: no such thing/),
    });
    expect(service.ports).toHaveLength(1);
  });

  it('has tasks call functions of the parent, and passes on what these throw', async () => {
    const service = serviceOf();
    const double = (number: number): number => {
      if (number < 0) throw new SameasError('too-many-requests', 'Not now.');
      return 2 * number;
    };
    expect(await service.run('ask', 4, { parent: { double } })).toBe(9);
    await expect(service.run('ask', -1, { parent: { double } })).rejects.toMatchObject({
      code: 'too-many-requests',
      message: 'Not now.',
    });
    await expect(service.run('ask', 1, { parent: { double: () => double } })).rejects.toMatchObject({
      code: 'internal',
    });
  });

  it('rejects the tasks of a thread that dies, and replaces it', async () => {
    const fixed = serviceOf({ threads: 1 });
    const results = await Promise.allSettled([fixed.run('sleep', 60_000), fixed.run('die', 3)]);
    expect(results).toEqual([
      { status: 'rejected', reason: endedBy('lost') },
      { status: 'rejected', reason: endedBy('lost') },
    ]);
    expect(fixed.lost).toMatchObject([{ cause: 'lost', reason: 'the thread ended with code 3' }]);
    expect([fixed.ports.length, await fixed.run('square', 5)]).toEqual([2, 25]);
    const started = serviceOf();
    await expect(started.run('die', 4)).rejects.toEqual(endedBy('lost'));
    expect([started.isAwake, await started.run('square', 6), started.ports.length]).toEqual([false, 36, 2]);
    const tells = serviceOf({ threads: 1 });
    tells.tellAll('fail', 'an error without a task');
    await until(() => tells.lost.length === 1);
    expect(tells.lost[0]?.reason).toBe('TypeError: an error without a task');
  });

  it('ends a thread that takes too much memory', async () => {
    const service = serviceOf({ limits: { maxOldGenerationSizeMb: 24 } });
    await expect(service.run('fill', undefined)).rejects.toEqual(endedBy('memory'));
    expect(await service.run('square', 7)).toBe(49);
  });

  it('answers with an error what cannot be copied, and keeps the thread', async () => {
    const service = serviceOf();
    await expect(service.run('uncloneable', undefined)).rejects.toMatchObject({ code: 'internal' });
    await expect(service.run('tellUncloneable', undefined)).rejects.toMatchObject({ code: 'internal' });
    await expect(service.run('square', (() => 1) as unknown as number)).rejects.toThrow(/could not be cloned/); // no number
    expect([await service.run('square', 8), service.ports.length]).toEqual([64, 1]);
    await service.finish();
  });

  it('cancels before the start, in the middle alone and beside others, and not after the end', async () => {
    const service = serviceOf();
    await expect(service.run('square', 1, { signal: AbortSignal.abort() })).rejects.toEqual(endedBy('cancelled'));
    expect(service.ports).toHaveLength(0);

    const alone = new AbortController();
    const sleeping = service.run('sleep', 60_000, { signal: alone.signal });
    alone.abort();
    await expect(sleeping).rejects.toEqual(endedBy('cancelled'));
    expect(service.isAwake).toBe(false);

    const beside = new AbortController();
    const [cancelled, other] = [service.run('sleep', 60_000, { signal: beside.signal }), service.run('sleep', 50)];
    beside.abort();
    await expect(cancelled).rejects.toEqual(endedBy('cancelled'));
    expect([await other, service.ports.length]).toEqual(['slept', 2]);

    const late = new AbortController();
    expect(await service.run('square', 9, { signal: late.signal })).toBe(81);
    const next = service.run('sleep', 20);
    late.abort();
    expect([await next, service.ports.length]).toEqual(['slept', 2]);
  });

  it('ends a thread that is silent for too long, unless it tells something or waits for its parent', async () => {
    const heard: string[] = [];
    const service = serviceOf({ silentMs: 1_500, hear: (event) => heard.push(event) });
    await expect(service.run('sleep', 60_000)).rejects.toEqual(endedBy('time'));
    expect(await service.run('steps', 700)).toBe('stepped');
    expect(heard).toEqual(['one', 'two', 'three']);
    const slowly = async (number: number): Promise<number> => {
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      return number;
    };
    expect(await service.run('ask', 1, { parent: { double: slowly } })).toBe(2);
  });

  it('ends idle threads, and starts as many as there are tasks', async () => {
    const service = serviceOf({ tasksAtOnce: 1, idleMs: 0 });
    expect(await Promise.all([service.run('sleep', 20), service.run('square', 2), service.run('square', 3)])).toEqual([
      'slept',
      4,
      9,
    ]);
    expect([service.ports.length, service.isAwake, service.lost]).toEqual([3, false, []]);
    const patient = serviceOf({ idleMs: 30 });
    await patient.run('square', 2);
    expect(await patient.run('sleep', 60)).toBe('slept');
    expect([patient.ports.length, patient.isAwake]).toEqual([1, true]);
    await until(() => !patient.isAwake);
  });

  it('gives a task to the threads with the least to do', async () => {
    const service = serviceOf({ threads: 3 });
    const long = service.run('sleep', 400, { load: 10 });
    const both = service.runOnSeveral(2, 'sleep', 100);
    expect(both).toHaveLength(2);
    expect(service.runOnSeveral(9, 'square', 2)).toHaveLength(3);
    expect(await Promise.all([...both, long])).toEqual(['slept', 'slept', 'slept']);
  });

  it('rejects what waits when it is closed, and answers everything when it is finished', async () => {
    const closed = serviceOf();
    const waiting = Promise.allSettled([closed.run('sleep', 60_000), closed.run('square', 2)]);
    await closed.close();
    expect(await waiting).toEqual([
      { status: 'rejected', reason: endedBy('closed') },
      { status: 'rejected', reason: endedBy('closed') },
    ]);
    await expect(closed.run('square', 2)).rejects.toEqual(endedBy('closed'));
    expect(closed.runOnSeveral(2, 'square', 2)).toEqual([]);
    expect(closed.lost).toEqual([]);

    const finished = serviceOf();
    const first = finished.run('sleep', 50);
    const end = finished.finish();
    const second = finished.run('sleep', 100);
    await end;
    expect(await Promise.all([first, second])).toEqual(['slept', 'slept']);
    await expect(finished.run('square', 2)).rejects.toEqual(endedBy('closed'));
  });
});

/** A thread whose messages a test makes up. */
class MadeUpThread extends EventEmitter implements WorkerPort {
  readonly tasks: number[] = [];
  isGone = false;
  ref(): void {}
  unref(): void {}
  postMessage(message: ToWorker): void {
    if (message.kind === 'run') this.tasks.push(message.number);
  }
  send(message: FromWorker): void {
    this.emit('message', message);
  }
  terminate(): Promise<number> {
    this.isGone = true;
    return Promise.resolve(1);
  }
}

describe('the order of events', () => {
  const steps = fc.array(
    fc.record({
      kind: fc.constantFrom('run', 'run', 'answer', 'answer', 'refuse', 'die', 'fault', 'again', 'cancel', 'exit'),
      at: fc.nat(1_000),
    }),
    { maxLength: 60 },
  );

  it('does not matter: each task is settled once, by what came first, and the number of threads stays', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 3 }), async (all, threads) => {
        const started: MadeUpThread[] = [];
        const expected: string[] = [];
        const outcomes: Promise<string>[] = [];
        /** Tasks under way: the place in `expected`, the thread and the number there. */
        let open: { place: number; thread: MadeUpThread; number: number; cancel: AbortController }[] = [];
        const settle = (which: (task: (typeof open)[number]) => boolean, outcome: string): void => {
          for (const { place } of open.filter(which)) expected[place] = outcome;
          open = open.filter((task) => !which(task));
        };
        const service = new WorkerService<typeof begin>({
          module: MODULE,
          start: () => ({ errors }),
          threads,
          faultOf: ({ cause }) => new Error(cause),
          startThread: () => {
            const thread = new MadeUpThread();
            started.push(thread);
            return thread;
          },
        });
        const living = (): MadeUpThread[] => started.filter(({ isGone }) => !isGone);
        for (const { kind, at } of all) {
          const task = open[at % Math.max(1, open.length)];
          const thread = started[at % started.length];
          if (kind === 'run') {
            const before = new Map(living().map((each) => [each, each.tasks.length]));
            const cancel = new AbortController();
            const place = outcomes.push(
              service.run('square', at, { signal: cancel.signal }).then(String, ({ message }: Error) => message),
            );
            const taker = living().find((each) => each.tasks.length > (before.get(each) ?? 0));
            if (taker !== undefined)
              open.push({ place: place - 1, thread: taker, number: taker.tasks.at(-1) ?? -1, cancel });
          } else if (kind === 'answer' && task !== undefined) {
            settle((each) => each === task, `answer ${String(at)}`);
            task.thread.send({ kind: 'result', number: task.number, result: { value: `answer ${String(at)}` } });
          } else if (kind === 'refuse' && task !== undefined) {
            settle((each) => each === task, 'refused');
            task.thread.send({
              kind: 'result',
              number: task.number,
              result: {
                error: {
                  code: 'query-invalid',
                  sentences: { message: { template: 'refused' }, advice: undefined },
                  facts: {},
                },
              },
            });
          } else if (kind === 'cancel' && task !== undefined) {
            settle((each) => each === task, 'cancelled');
            task.cancel.abort();
          } else if (kind === 'again' && thread !== undefined) {
            // Of a thread that is gone, or for a task that is settled already: nothing comes of it.
            const number = thread.tasks[at % Math.max(1, thread.tasks.length)] ?? at;
            if (!open.some((each) => each.thread === thread && each.number === number))
              thread.send({ kind: 'result', number, result: { value: 'again' } });
          } else if ((kind === 'die' || kind === 'exit') && thread !== undefined) {
            if (!thread.isGone) settle((each) => each.thread === thread, 'lost');
            thread.emit('exit', 1);
          } else if (kind === 'fault' && thread !== undefined) {
            const isMemory = at % 2 === 0;
            if (!thread.isGone) settle((each) => each.thread === thread, isMemory ? 'memory' : 'lost');
            thread.emit('error', Object.assign(new Error('x'), isMemory && { code: 'ERR_WORKER_OUT_OF_MEMORY' }));
            thread.emit('exit', 1);
          }
          expect(living()).toHaveLength(threads);
        }
        settle(() => true, 'closed');
        await service.close();
        expect(await Promise.all(outcomes)).toEqual(expected);
        expect(living()).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
