import type { SameasError } from '../foundation/sameas-error.js';
import { coloursFor } from './colours.js';

/**
 * An error as lines for a person: what happened, then what to do, then the code by which docs/errors.md lists it. A stack
 * trace is for faults of our own, and only when asked for by `trace`.
 */
export function formatError(error: SameasError, options: { readonly colours: boolean; readonly trace: boolean }): string {
  const { bold, red } = coloursFor(options.colours);
  const lines = [`${red(bold('sameas:'))} ${error.message}`];
  if (error.kind === 'internal' && error.cause instanceof Error && !options.trace)
    lines.push(`  It says: ${error.cause.message}`);
  if (error.advice !== undefined) lines.push(`  ${error.advice}`);
  lines.push(`  (${error.code})`);
  if (options.trace && error.kind === 'internal') lines.push(stackOf(error));
  return `${lines.join('\n')}\n`;
}

function stackOf(error: SameasError): string {
  return (error.cause instanceof Error ? error.cause.stack : error.stack) ?? String(error);
}
