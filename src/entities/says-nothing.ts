/** Marks of empty cells by programs and people, never names; `None`, `Nan` and `Unknown` may be names. */
const NOTHING = /^(?:\\N|#N\/A|N\/A|n\/a|n\.a\.|NULL|<null>|\(null\)|#(?:REF|VALUE|NAME|DIV\/0)[!?]|-+|–|—)$/;

/**
 * Whether the text means an empty cell, even in columns of names: `\N` of MySQL, `NULL`, `#N/A` of spreadsheets, a
 * dash.
 */
export function saysNothing(text: string): boolean {
  return text.length <= 9 && NOTHING.test(text);
}
