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
    const perMs = asked / (now - start);
    const left = all === undefined || perMs === 0 ? '' : `, ${durationOf((all - asked) / perMs)} left`;
    context.writeError(`  ${asked.toLocaleString('en')}${all === undefined ? '' : ` of ${all.toLocaleString('en')}`} queries asked${what}, ${Math.round(perMs * 1000).toLocaleString('en')} a second${left}\n`);
  };
}

/** As a person would say it: seconds below two minutes, minutes below two hours. */
function durationOf(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 120) return `${String(seconds)} s`;
  return seconds < 7200 ? `${String(Math.round(seconds / 60))} min` : `${(seconds / 3600).toFixed(1)} h`;
}
