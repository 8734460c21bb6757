/** Beginnings of words, each with a capital: "ByzZ", "RivBibl", "JAmChemSoc". */
const RUN_TOGETHER = /^(?:\p{Lu}\p{Ll}*){2,8}$/u;
const BEGINNING = /\p{Lu}\p{Ll}*/gu;
const HAS_SMALL = /\p{Lu}\p{Ll}/u;
const LONGEST = 30;

/**
 * Splits a concatenation of abbreviated words, as in titles of journals, into words with full stops: "RivBibl" is "Riv.
 * Bibl.". `undefined` for any other text. It may also be a proper name ("GitHub"). Cost: a look at a text of one word.
 */
export function splitConcatenated(text: string): string | undefined {
  if (text.length > LONGEST || !HAS_SMALL.test(text) || !RUN_TOGETHER.test(text)) return undefined;
  return (text.match(BEGINNING) ?? []).map((beginning) => `${beginning}.`).join(' ');
}
