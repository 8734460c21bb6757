import { stripVTControlCharacters } from 'node:util';

/** Of a terminal that does not tell its width. */
const USUAL_COLUMNS = 80;
const ERASE_LINE = '\r\u001b[2K';

/** A line at the end of a terminal that is written over by the next one, and goes before anything else is written. */
interface StatusLine {
  /** Shows a text, cut to the width of the terminal; an empty one takes the line away. */
  readonly show: (text: string) => void;
  /** Takes the line away; to be called before anything else is written to the terminal. */
  readonly clear: () => void;
}

/** `columns`: width of the terminal, asked for each time. Of a stream that is no terminal nothing is ever written. */
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
