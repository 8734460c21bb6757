import { createColors } from 'picocolors';

/** Marks in messages for people; without colours every function returns its text unchanged. */
export interface Colours {
  readonly bold: (text: string) => string;
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
}

/** Marks with or without effect. */
export function coloursFor(on: boolean): Colours {
  return createColors(on);
}

/** Whether to colour output to a stream: only a terminal, never with NO_COLOR (no-color.org) or a dumb terminal. */
export function coloursWanted(isTerminal: boolean, env: Readonly<Record<string, string | undefined>>): boolean {
  // A stream that is no terminal says `undefined`, not `false`, whatever its type says; picocolors would decide by
  // itself then.
  return Boolean(isTerminal) && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
}
