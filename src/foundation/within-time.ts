import { createContext, Script, type Context } from 'node:vm';
import { errorCodeOf } from './error-code-of.js';

/** Work exceeded its time limit. */
export class TimeIsUp extends Error {}

const script = new Script('work()');
let context: Context | undefined;

/**
 * The result of the work, or its error; throws `TimeIsUp` at the time limit, even from within a regular expression or
 * WebAssembly. Its own `finally` blocks are then skipped. Cost: about a tenth of a millisecond.
 */
export function withinTime<T>(milliseconds: number, work: () => T): T {
  context ??= createContext({});
  context['work'] = work;
  try {
    return script.runInContext(context, { timeout: Math.max(1, Math.ceil(milliseconds)) }) as T; // what `work` gives
  } catch (thrown) {
    if (errorCodeOf(thrown) === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      throw new TimeIsUp('The work took too long.', { cause: thrown });
    throw thrown;
  }
}
