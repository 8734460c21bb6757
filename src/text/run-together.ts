/** Beginnings of words, each with a capital: "ByzZ", "RivBibl", "JAmChemSoc". */
const RUN_TOGETHER = /^(?:\p{Lu}\p{Ll}*){2,8}$/u;
const BEGINNING = /\p{Lu}\p{Ll}*/gu;
const HAS_SMALL = /\p{Lu}\p{Ll}/u;
const LONGEST = 30;

/**
 * A word that is made of the beginnings of several, as scholars write titles of journals, with a full stop behind each: "RivBibl" is "Riv. Bibl.". `undefined` for any other
 * text. It may as well be a name of its own ("GitHub"). Cost: a look at a text of one word.
 */
export function splitConcatenated(text: string): string | undefined {
  if (text.length > LONGEST || !HAS_SMALL.test(text) || !RUN_TOGETHER.test(text)) return undefined;
  return (text.match(BEGINNING) ?? []).map((beginning) => `${beginning}.`).join(' ');
}
