import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { carryOut } from './carry-out.js';
import type { FromWorker, Tasks, WorkerBeginning } from './worker-messages.js';

/** The module of a thread; only itself and its users know the types. */
interface UntypedModule {
  readonly begin: (start: unknown, tell: (event: unknown) => void) => Tasks;
}

/** The body of every worker thread: loads its module and runs its tasks. */
async function serve(): Promise<void> {
  const port = parentPort;
  if (isMainThread || port === null) throw new Error('this file is the body of a worker thread');
  const send = (message: FromWorker): void => port.postMessage(message);
  const { module, start } = workerData as WorkerBeginning; // given by worker-thread.ts
  const { begin } = (await import(module)) as UntypedModule; // what a worker service is given
  port.on(
    'message',
    carryOut(
      begin(start, (event) => send({ kind: 'event', event })),
      send,
    ),
  );
}

void serve();
