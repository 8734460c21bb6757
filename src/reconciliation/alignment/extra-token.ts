import type { AnalysedLabel } from '../../text/analysed-label.js';
import { isLittleWord, mayBeLeftOut } from '../../text/similarity/common-words.js';
import { isUnspaced } from '../../text/unspaced-scripts.js';
import { TELLS_APART, type NameEvidence } from './alignment.js';
import { PARTED } from './name-query.js';
import { hasWord, WORDS_WITH_BITS } from './word-bits.js';

/*
 * "Old Tamil" is not Tamil, and a "forest worker" is no worker of any kind. A name with one word more, written in one piece with it, is
 * another name, and the surer so, the shorter the name is. What stands behind a comma or in brackets, or is joined by a
 * preposition ("Republic of Cuba"), rather says more about the same thing, as does a word that the names of this list do without.
 */

/** The year of an edition or an event, which says which one is meant. */
const YEAR = /^(?:1[5-9]|20)\d\d$/u;

/**
 * How much the query is this name and one word more, 0–1: 1 for a name of one word, ½ for one of two and so on, little words not counted; 0 when the
 * query is not that. `explained`: words of the query that the name, or the record of its entity, explains, one bit each. Cost: a look at each word of the query.
 */
export function extraToken(query: AnalysedLabel, name: NameEvidence | undefined, explained: number): number {
  const { tokens } = query;
  if (name === undefined || !name.contained || name.apartQuery < TELLS_APART || tokens.length > WORDS_WITH_BITS) return 0;
  let open = '';
  let telling = 0;
  for (const [i, token] of tokens.entries()) {
    if (hasWord(explained, i)) telling += isLittleWord(token) ? 0 : 1;
    else if (open !== '') return 0;
    else open = token;
  }
  if (open === '' || mayBeLeftOut(open) || isUnspaced(open) || YEAR.test(open) || PARTED.test(query.original)) return 0;
  return 1 / Math.max(1, telling);
}
