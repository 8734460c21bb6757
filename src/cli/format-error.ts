import { traceOf, type SameasError } from '../foundation/sameas-error.js';
import { coloursFor } from './colours.js';

/**
 * An error as lines for a person: what happened, then what to do, then the code by which docs/errors.md lists it. A stack
 * trace is for faults of our own, and only when asked for by `trace`.
 */
export function formatError(
  error: SameasError,
  options: { readonly colours: boolean; readonly trace: boolean },
): string {
  const { bold, red } = coloursFor(options.colours);
  const lines = [`${red(bold('sameas:'))} ${error.message}`];
  const trace = error.kind === 'internal' ? traceOf(error) : undefined;
  if (trace !== undefined && !options.trace) lines.push(`  ${trace.split('\n', 1).join('')}`);
  if (error.advice !== undefined) lines.push(`  ${error.advice}`);
  lines.push(`  (${error.code})`);
  if (trace !== undefined && options.trace) lines.push(trace);
  return `${lines.join('\n')}\n`;
}
