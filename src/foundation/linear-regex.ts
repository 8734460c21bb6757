import { createRequire } from 'node:module';
import type * as Re2 from 're2js';

export type LinearRegex = Re2.RE2JS;

/**
 * Compiles a pattern of the RE2 syntax for an engine that is linear in the text for every pattern. Throws an error with
 * the fault as message. Cost: a tenth of a second the first time, to load the engine.
 */
export function compileLinear(pattern: string, { ignoreCase = false } = {}): LinearRegex {
  // `createRequire` returns the exports of the package, typed by its own declarations. Most work needs no pattern.
  const { RE2JS } = createRequire(import.meta.url)('re2js') as typeof Re2;
  return RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
}
