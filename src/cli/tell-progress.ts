import type { CommandContext } from './command-definition.js';

const EVERY_MS = 3_000;

/**
 * Says on standard error, every few seconds, how far it is: call it with how many queries more have been asked. `all` as far as it is known; `what` stands
 * behind "queries asked".
 */
export function tellProgress(context: CommandContext, all: number | undefined, what: string): (more: number) => void {
  const start = performance.now();
  let last = start;
  let asked = 0;
  return (more) => {
    asked += more;
    const now = performance.now();
    if (now - last < EVERY_MS) return;
    last = now;
    context.writeError(`  ${asked.toLocaleString('en')}${all === undefined ? '' : ` of ${all.toLocaleString('en')}`} queries asked${what}, ${Math.round((asked * 1000) / (now - start)).toLocaleString('en')} a second\n`);
  };
}
