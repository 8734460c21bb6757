import { PendingResults, postResult, type FromWorker, type Tasks, type ToWorker } from './worker-messages.js';

/** Handles the messages of the parent of a thread and runs its tasks; `send` takes the replies. */
export function carryOut(tasks: Tasks, send: (message: FromWorker) => void): (message: ToWorker) => void {
  // Only the module of the thread and its users know the types.
  const untyped = tasks as Readonly<Record<string, (task: unknown, callParent: unknown) => unknown>>;
  const calls = new PendingResults();
  const run = (name: string, task: unknown, number: number): unknown =>
    untyped[name]?.(task, (called: string, argument: unknown) =>
      calls.ask((call) => send({ kind: 'call', call, number, name: called, argument })),
    );
  return (message) => {
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
        untyped[message.name]?.(message.task, undefined);
        return;
      case 'returned':
        calls.settle(message.call, message.result);
    }
  };
}
