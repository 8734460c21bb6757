import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { PendingResults, postResult, type FromWorker, type ToWorker, type WorkerBeginning } from './worker-messages.js';

/** The module of a thread; only the module itself and its users know the types. */
interface UntypedModule {
  readonly begin: (
    start: unknown,
    tell: (event: unknown) => void,
  ) => Readonly<Record<string, (task: unknown, callParent: unknown) => unknown>>;
}

/** The body of every worker thread: loads the module that it is started with, and carries out its tasks. */
async function serve(): Promise<void> {
  const port = parentPort;
  if (isMainThread || port === null) throw new Error('this file is the body of a worker thread');
  const send = (message: FromWorker): void => port.postMessage(message);
  const { module, start } = workerData as WorkerBeginning; // given by worker-thread.ts
  const { begin } = (await import(module)) as UntypedModule; // what a worker service is given
  const tasks = begin(start, (event) => send({ kind: 'event', event }));
  const calls = new PendingResults();

  const run = (name: string, task: unknown, number: number): unknown =>
    tasks[name]?.(task, (called: string, argument: unknown) =>
      calls.ask((call) => send({ kind: 'call', call, number, name: called, argument })),
    );
  port.on('message', (message: ToWorker) => {
    switch (message.kind) {
      case 'run': {
        const { name, task, number } = message;
        void postResult(
          () => run(name, task, number),
          (result) => send({ kind: 'result', number, result }),
        );
        return;
      }
      case 'tell':
        tasks[message.name]?.(message.task, undefined);
        return;
      case 'returned':
        calls.settle(message.call, message.result);
    }
  });
}

void serve();
