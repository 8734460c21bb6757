import { createColors } from 'picocolors';
import type { ReportMarks } from '../datasets/load-report.js';
import type { CommandContext } from './command-definition.js';
import { stripVTControlCharacters } from 'node:util';

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

/** Marks of a report: bold headings, yellow for warnings, red for skipped records. */
export function reportMarks({ colours }: Pick<CommandContext, 'colours'>): ReportMarks {
  const { bold, yellow, red } = coloursFor(colours);
  return { heading: bold, look: yellow, leftOut: red };
}

/** Of a terminal without a known width. */
const USUAL_COLUMNS = 80;
const ERASE_LINE = '\r\u001b[2K';

/** A line at the end of a terminal that the next one replaces, and that is removed before other output. */
interface StatusLine {
  /** Shows a text, cut to the width of the terminal; an empty one removes the line. */
  readonly show: (text: string) => void;
  /** Removes the line; called before other output to the terminal. */
  readonly clear: () => void;
}

/** `columns`: current width of the terminal. Nothing is written to a stream that is no terminal. */
export function createStatusLine(stream: {
  readonly isTerminal: boolean;
  readonly columns: () => number;
  readonly write: (text: string) => void;
}): StatusLine {
  let isShown = false;
  const clear = (): void => {
    if (isShown) stream.write(ERASE_LINE);
    isShown = false;
  };
  return {
    show: (text) => {
      if (!stream.isTerminal) return;
      if (text === '') {
        clear();
        return;
      }
      stream.write(
        `${ERASE_LINE}${stripVTControlCharacters(text).slice(0, (stream.columns() > 1 ? stream.columns() : USUAL_COLUMNS) - 1)}`,
      );
      isShown = true;
    },
    clear,
  };
}
