import { stripVTControlCharacters } from 'node:util';

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
