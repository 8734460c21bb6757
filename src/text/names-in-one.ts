import { lexicon } from './lexicon.js';

/*
 * "Malindo Airways Sdn Bhd d/b/a Batik Air" and "Domenikos Theotokopoulos, called El Greco" are two names of one thing. From general knowledge of
 * how companies, persons and places are registered.
 */

/** Patterns of two names with words between them; made when first needed. */
let joints: { readonly whole: RegExp; readonly mayHave: RegExp } | undefined;

function jointPatterns(): NonNullable<typeof joints> {
  if (joints === undefined) {
    const between = lexicon('between-names').join('|');
    const all = `${between}|${lexicon('between-names-after-comma').join('|')}`;
    joints = {
      whole: new RegExp(
        `^(.+?)(?:\\s+(?:${between})|\\s*[,;([]\\s*(?:${all}))(?::\\s*|\\s+)(.+?)\\s*[)\\]]?\\s*$`,
        'iu',
      ),
      // Any of these words behind something else: looked for first, as most texts have none of them.
      mayHave: new RegExp(`[\\s,;([](?:${all})[:\\s]`, 'iu'),
    };
  }
  return joints;
}

const HAS_TWO_LETTERS = /\p{L}.*\p{L}/u;
/** The bracket that closes one in which the text before was parted. */
const BRACKET_LEFT_OVER = /(?<=^[^([]*)[)\]]\s*$/u;
const LONGEST = 500;
const MAX_NAMES = 4;

/**
 * The names of one thing that a text says one after the other, in their order; none when it is one name. Cost: a look at the text, a second one
 * for a text with such words.
 */
export function namesInOne(text: string): readonly string[] {
  const names: string[] = [];
  let rest = text;
  while (names.length < MAX_NAMES && rest.length <= LONGEST && jointPatterns().mayHave.test(rest)) {
    const [, before = '', behind = ''] = jointPatterns().whole.exec(rest) ?? [];
    if (!HAS_TWO_LETTERS.test(before) || !HAS_TWO_LETTERS.test(behind)) break;
    names.push(before.replace(BRACKET_LEFT_OVER, ''));
    rest = behind;
  }
  return names.length === 0 ? [] : [...names, rest];
}

/** What stands between things that a text names one after the other. */
const BETWEEN_THINGS = /(\s*[;|\n]\s*|\s+\/\s*|\s+(?:and|und|et|y|e|en|og|och|i|&|\+)\s+)/iu;
const MAX_PIECES = 12;

/**
 * The things that a text names one after the other, in their order: "A; B", "A and B". Each is the longest run of pieces that is a name, as what stands between things may be a part of a name. None where fewer than two are
 * names, or the whole is one. Cost: a look at the text, and a look-up for each run of pieces.
 */
export function thingsInOne(text: string, isName: (text: string) => boolean): readonly string[] {
  if (text.length > LONGEST) return [];
  // Every second piece is what stands between.
  const pieces = text.trim().split(BETWEEN_THINGS);
  if (pieces.length < 3 || pieces.length > 2 * MAX_PIECES) return [];
  const things: string[] = [];
  for (let first = 0; first < pieces.length; first += 2) {
    for (let end = pieces.length; end > first; end -= 2) {
      const run = pieces.slice(first, end).join('').trim();
      if (!HAS_TWO_LETTERS.test(run) || !isName(run)) continue;
      things.push(run);
      first = end - 1;
      break;
    }
  }
  return new Set(things).size > 1 ? things : [];
}
