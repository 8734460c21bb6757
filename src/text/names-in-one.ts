import { lexicon } from './lexicon.js';

/*
 * "Malindo Airways Sdn Bhd d/b/a Batik Air" and "Domenikos Theotokopoulos, called El Greco" are two names of one thing.
 * From general knowledge of how companies, persons and places are registered.
 */

/** Patterns of two names with words between them; created on first use. */
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
      // Any of these words after something else: tested first, as most texts have none.
      mayHave: new RegExp(`[\\s,;([](?:${all})[:\\s]`, 'iu'),
    };
  }
  return joints;
}

const HAS_TWO_LETTERS = /\p{L}.*\p{L}/u;
/** The closing bracket left over from splitting inside brackets. */
const BRACKET_LEFT_OVER = /(?<=^[^([]*)[)\]]\s*$/u;
const LONGEST = 500;
const MAX_NAMES = 4;

/**
 * The successive names of one thing in a text, in order; none for a single name. Cost: a look at the text, a second one
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

/** Separators of successive names of several things. */
const BETWEEN_THINGS = /(\s*[;|\n]\s*|\s+\/\s*|\s+(?:and|und|et|y|e|en|og|och|i|&|\+)\s+)/iu;
const MAX_PIECES = 12;

/**
 * The things named in a text, in order: "A; B", "A and B". Each is the longest run of pieces that is a name, as a
 * separator may be part of a name. None for fewer than two names, or if the whole is one. Cost: a look at the text, and
 * a look-up for each run of pieces.
 */
export function thingsInOne(text: string, isName: (text: string) => boolean): readonly string[] {
  if (text.length > LONGEST) return [];
  // Every second piece is a separator.
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
