/** Signs of programs and people that a cell is empty, which are never a name; `None`, `Nan` and `Unknown` may be. */
const NOTHING = /^(?:\\N|#N\/A|N\/A|n\/a|n\.a\.|NULL|<null>|\(null\)|#(?:REF|VALUE|NAME|DIV\/0)[!?]|-+|–|—)$/;

/** Whether the text stands for nothing, also where names stand: `\N` of MySQL, `NULL`, `#N/A` of spreadsheets, a dash. */
export function saysNothing(text: string): boolean {
  return text.length <= 9 && NOTHING.test(text);
}
