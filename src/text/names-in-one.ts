/*
 * "Malindo Airways Sdn Bhd d/b/a Batik Air" and "Domenikos Theotokopoulos, called El Greco" are two names of one thing. From general knowledge of
 * how companies, persons and places are registered.
 */

/** Stand between two names wherever they stand. */
const BETWEEN_NAMES = [
  'd ?/ ?b ?/ ?a', 'd\\.b\\.a\\.?', 'dba', 'doing business as', 't ?/ ?a', 'trading as',
  'a ?/ ?k ?/ ?a', 'a\\.k\\.a\\.?', 'aka', 'also known as', 'also called', 'better known as', 'alias',
  'f ?/ ?k ?/ ?a', 'fka', 'n ?/ ?k ?/ ?a', 'formerly known as', 'formerly called', 'previously known as', 'now known as',
  'auch bekannt als', 'auch genannt', 'également connue? sous le nom de', 'también conocid[oa] como', 'conosciut[oa] anche come', 'também conhecid[oa] como', 'ook bekend als',
];
/** Do so behind a comma or an opening bracket only: elsewhere they may be words of a title ("A Man Called Otto"). */
const BEHIND_COMMA = [
  'formerly', 'previously', 'known as', 'called', 'genannt', 'gen\\.', 'vormals', 'vorm\\.', 'ehemals', 'früher', 'bekannt als', 'eigentlich',
  'anciennement', 'dite?', 'connue? sous le nom de', 'dett[oa]', 'già', 'llamad[oa]', 'conocid[oa] como', 'antes', 'conhecid[oa] como', 'bekend als', 'voorheen', 'tidligere', 'tidigare',
];

const JOINT = new RegExp(`^(.+?)(?:\\s+(?:${BETWEEN_NAMES.join('|')})|\\s*[,;([]\\s*(?:${[...BETWEEN_NAMES, ...BEHIND_COMMA].join('|')}))(?::\\s*|\\s+)(.+?)\\s*[)\\]]?\\s*$`, 'iu');
/** Any of these words behind something else: looked for first, as most texts have none of them. */
const MAY_HAVE_JOINT = new RegExp(`[\\s,;([](?:${[...BETWEEN_NAMES, ...BEHIND_COMMA].join('|')})[:\\s]`, 'iu');
const HAS_TWO_LETTERS = /\p{L}.*\p{L}/u;
/** The bracket that closes one in which the text before was parted. */
const BRACKET_LEFT_OVER = /(?<=^[^([]*)[)\]]\s*$/u;
const LONGEST = 500;
const MOST_NAMES = 4;

/**
 * The names of one thing that a text says one after the other, in their order; none when it is one name. Cost: a look at the text, a second one
 * for a text with such words.
 */
export function namesInOne(text: string): readonly string[] {
  const names: string[] = [];
  let rest = text;
  while (names.length < MOST_NAMES && rest.length <= LONGEST && MAY_HAVE_JOINT.test(rest)) {
    const [, before = '', behind = ''] = JOINT.exec(rest) ?? [];
    if (!HAS_TWO_LETTERS.test(before) || !HAS_TWO_LETTERS.test(behind)) break;
    names.push(before.replace(BRACKET_LEFT_OVER, ''));
    rest = behind;
  }
  return names.length === 0 ? [] : [...names, rest];
}
