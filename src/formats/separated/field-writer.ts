export interface SeparatedLayout {
  readonly separator: string;
  /** Also after the last line. */
  readonly lineSeparator: string;
  readonly quoteAll: boolean;
  /** Whether texts that a spreadsheet would take for formulas get an apostrophe in front. */
  readonly guardFormulas: boolean;
}

/**
 * A writer of one text in its line: `isFirst` in the first column. A text is quoted when it holds the separator, a
 * quotation mark or a line break, or begins with `#` in the first column, which some readers take for a comment. Spaces
 * at the ends stay. With tabs as separators nothing is quoted: `\t`, `\n`, `\r` and `\\` are escapes.
 */
export function fieldWriter(layout: SeparatedLayout): (text: string, isFirst: boolean) => string {
  const fieldOf = layout.separator === '\t' ? escapeTabs : quoteWhereNeeded(layout);
  return layout.guardFormulas ? (text, isFirst) => fieldOf(guarded(text), isFirst) : fieldOf;
}

function quoteWhereNeeded({ separator, quoteAll }: SeparatedLayout): (text: string, isFirst: boolean) => string {
  return (text, isFirst) => {
    const needsQuotes =
      quoteAll ||
      text.includes('"') ||
      (separator !== '' && text.includes(separator)) ||
      text.includes('\n') ||
      text.includes('\r') ||
      (isFirst && text.startsWith('#'));
    return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
  };
}

const TAB_ESCAPES: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', '\\': '\\\\' };

function escapeTabs(text: string): string {
  return /[\t\n\r\\]/.test(text)
    ? text.replace(/[\t\n\r\\]/g, (character) => TAB_ESCAPES[character] ?? character)
    : text;
}

/** Signs that begin a formula, also in full width, which East Asian spreadsheet programs accept. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;
/** Numbers and telephone numbers begin like formulas; with anything else in them (`-1+f()`) they may be one. */
const NUMBER = /^[+-][\d.,\s]*(?:[eE][+-]?\d+)?$/;
/** A formula at the beginning of a cell for a program that expects another separator. */
const FORMULA_WITHIN = /([;,\t\r\n])(?=["' ]*(?:[=@＝＠]|[+\-＋－][^\d\s.,]))/g;

function guarded(text: string): string {
  const within = text.replace(FORMULA_WITHIN, "$1'");
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${within}` : within;
}
