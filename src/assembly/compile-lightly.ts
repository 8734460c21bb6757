import { setFlagsFromString } from 'node:v8';

/** Text of a list that takes a few seconds to load. Of a longer one the quickest form of the code is worth having. */
export const LIGHT_BYTES = 24_000_000;

/**
 * Has the engine compile each function by itself, without those that it calls, until the function that is given back is called.
 *
 * Loading a list goes through some hundred functions, most of them for a fraction of a second, and on the threads of the compiler a quarter of
 * the processor time goes: much of it for code that is hardly run any more once it is there. Functions by themselves are
 * compiled in half the time and are nearly as quick. What answers requests is compiled once and for long, so this ends before
 * the first request can be answered, and is not done for reloads. See docs/decisions/0010-light-compilation.md.
 */
export function compileLightly(): () => void {
  setFlagsFromString('--no-turbo-inlining');
  return () => {
    setFlagsFromString('--turbo-inlining');
  };
}
