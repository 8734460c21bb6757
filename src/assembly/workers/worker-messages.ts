import { fromPlainError, toPlainError, type PlainError } from './plain-error.js';

/*
 * What a thread and its parent send each other. Threads differ in the module that is loaded in them, which exports a function `begin`; everything else is the same for all.
 */

/** Functions by name, each of one argument, that are called from another thread. Arguments and results are copied. */
export type Callable = Readonly<Record<string, (argument: never) => unknown>>;

/** Calls a function of the parent. Rejects with a `SameasError`: what the function threw. */
export type CallParent<Functions extends Callable> = <Name extends keyof Functions & string>(
  name: Name,
  argument: Parameters<Functions[Name]>[0],
) => Promise<Awaited<ReturnType<Functions[Name]>>>;

/** Tasks by name. The second argument of a task is a `CallParent`. */
export type Tasks = Readonly<Record<string, (task: never, callParent: never) => unknown>>;

/** What the module of a thread exports as `begin`: takes what the thread is started with, and gives what the thread can do. `tell` sends an event to the parent. */
export type Begin = (start: never, tell: never) => Tasks;

/** What a thread is started with. */
export interface WorkerBeginning {
  /** The address of its module. */
  readonly module: string;
  readonly start: unknown;
}

/** A value, or what was wrong. */
type PlainResult = { readonly value: unknown } | { readonly error: PlainError };

/** What the parent sends: tasks by numbers, tasks that are not answered, and the results of calls. */
export type ToWorker =
  | { readonly kind: 'run'; readonly number: number; readonly name: string; readonly task: unknown }
  | { readonly kind: 'tell'; readonly name: string; readonly task: unknown }
  | { readonly kind: 'returned'; readonly call: number; readonly result: PlainResult };

/** What the thread sends: results of tasks, calls of functions of the parent by tasks, and events. */
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

/** Tasks or calls that wait for their results, by numbers. */
export class PendingResults {
  readonly #pending = new Map<
    number,
    { readonly resolve: (value: unknown) => void; readonly reject: (fault: Error) => void }
  >();
  #next = 0;

  /** Sends something with a number of its own. Rejects with the error of its result, and with what `send` throws. */
  ask(send: (number: number) => void): Promise<unknown> {
    const number = this.#next++;
    return new Promise((resolve, reject) => {
      send(number);
      this.#pending.set(number, { resolve, reject });
    });
  }

  /** Takes a result; one that is not pending is ignored. */
  settle(number: number, result: PlainResult): void {
    if ('error' in result) this.reject(number, fromPlainError(result.error));
    else this.#take(number)?.resolve(result.value);
  }

  /** Gives up what is pending with this number. */
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
