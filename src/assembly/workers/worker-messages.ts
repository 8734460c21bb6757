import { fromPlainError, toPlainError, type PlainError } from './plain-error.js';

/* Messages between a thread and its parent. Threads differ only in their module, which exports a function `begin`. */

/** Functions by name, each with one argument, called from another thread. Arguments and results are copied. */
export type Callable = Readonly<Record<string, (argument: never) => unknown>>;

/** Calls a function of the parent. Rejects with its `SameasError`. */
export type CallParent<Functions extends Callable> = <Name extends keyof Functions & string>(
  name: Name,
  argument: Parameters<Functions[Name]>[0],
) => Promise<Awaited<ReturnType<Functions[Name]>>>;

/** Tasks by name. The second argument of a task is a `CallParent`. */
export type Tasks = Readonly<Record<string, (task: never, callParent: never) => unknown>>;

/**
 * The export `begin` of the module of a thread: takes the start data and returns the tasks. `tell` sends an event to
 * the parent.
 */
export type Begin = (start: never, tell: never) => Tasks;

export interface WorkerBeginning {
  readonly module: string;
  readonly start: unknown;
}

/** A value or an error. */
type PlainResult = { readonly value: unknown } | { readonly error: PlainError };

/** Messages of the parent: tasks with numbers, tasks without a result, and results of calls. */
export type ToWorker =
  | { readonly kind: 'run'; readonly number: number; readonly name: string; readonly task: unknown }
  | { readonly kind: 'tell'; readonly name: string; readonly task: unknown }
  | { readonly kind: 'returned'; readonly call: number; readonly result: PlainResult };

/** Messages of the thread: results of tasks, calls of the parent by tasks, and events. */
export type FromWorker =
  | { readonly kind: 'result'; readonly number: number; readonly result: PlainResult }
  | {
      readonly kind: 'call';
      readonly call: number;
      /** That of the task. */
      readonly number: number;
      readonly name: string;
      readonly argument: unknown;
    }
  | { readonly kind: 'event'; readonly event: unknown };

/** Computes a result and posts it; one that cannot be copied is posted as an error. Never rejects. */
export async function postResult(compute: () => unknown, post: (result: PlainResult) => void): Promise<void> {
  try {
    post({ value: await compute() });
  } catch (thrown) {
    post({ error: toPlainError(thrown) });
  }
}

/** Pending tasks or calls by number. */
export class PendingResults {
  readonly #pending = new Map<
    number,
    { readonly resolve: (value: unknown) => void; readonly reject: (fault: Error) => void }
  >();
  #next = 0;

  /** Sends a message with a new number. Rejects with the error of its result or of `send`. */
  ask(send: (number: number) => void): Promise<unknown> {
    const number = this.#next++;
    return new Promise((resolve, reject) => {
      send(number);
      this.#pending.set(number, { resolve, reject });
    });
  }

  /** Settles a result; ignores one that is not pending. */
  settle(number: number, result: PlainResult): void {
    if ('error' in result) this.reject(number, fromPlainError(result.error));
    else this.#take(number)?.resolve(result.value);
  }

  reject(number: number, fault: Error): void {
    this.#take(number)?.reject(fault);
  }

  #take(
    number: number,
  ): { readonly resolve: (value: unknown) => void; readonly reject: (fault: Error) => void } | undefined {
    const pending = this.#pending.get(number);
    this.#pending.delete(number);
    return pending;
  }
}
