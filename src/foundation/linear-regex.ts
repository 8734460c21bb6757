import { createRequire } from 'node:module';
import type * as Re2 from 're2js';

/** A compiled pattern of the RE2 syntax. */
export type LinearRegex = Re2.RE2JS;

/**
 * Compiles a pattern of the RE2 syntax for an engine whose time is linear in the text, whatever the pattern. Throws an error whose message says what is wrong with the pattern.
 * Cost: a tenth of a second the first time, to load the engine.
 */
export function compileLinear(pattern: string, { ignoreCase = false } = {}): LinearRegex {
  // `createRequire` gives what the package exports, and its own declarations say what that is. Most work needs no pattern.
  const { RE2JS } = createRequire(import.meta.url)('re2js') as typeof Re2;
  return RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
}
