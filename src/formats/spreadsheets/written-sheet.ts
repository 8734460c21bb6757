/** One cell to write. Formulas are excluded on purpose: a text that looks like one stays text. */
export type WrittenCell =
  | { readonly kind: 'text'; readonly text: string; readonly link?: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'boolean'; readonly value: boolean }
  /** Milliseconds since 1970, UTC. */
  | { readonly kind: 'date'; readonly epochMs: number };

export interface WrittenSheet {
  readonly name: string;
  readonly header: readonly string[] | undefined;
  readonly rows: Iterable<readonly (WrittenCell | null)[]>;
}

/** Maximum text of a spreadsheet cell; longer ones are cut. */
export const MAX_SHEET_TEXT = 32_767;

/** A valid sheet name: at most 31 characters without forbidden ones; never empty. */
export function safeSheetName(name: string): string {
  const safe = name
    .replace(/[[\]:*?/\\]/g, ' ')
    .replace(/^'+|'+$/g, '')
    .slice(0, 31)
    .trim();
  return safe === '' ? 'Sheet1' : safe;
}

/** `A`, `B` … `Z`, `AA` …: the letters of a column, counted from 0. */
export function columnLetters(index: number): string {
  let letters = '';
  for (let rest = index; rest >= 0; rest = Math.floor(rest / 26) - 1)
    letters = String.fromCharCode(65 + (rest % 26)) + letters;
  return letters;
}
