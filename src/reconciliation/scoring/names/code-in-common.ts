import { codesIn, isCodeInOnePiece } from '../../../text/codes-in.js';
import type { WordPairs } from './pairing/word-pairs.js';

/** Words in which a label may write a code. */
const MOST_PIECES = 4;

/**
 * A code that the query and the label both have ("KXTS108W" and "KX-TS108W"), in one piece; empty for none. Of the words that it is written with in the
 * label, one weighs `least` or more: a code of many things tells little. Cost: for queries with a code a look at each word, else at those that met joined ones.
 */
export function codeInCommon({ query, label, metBy, metLast, metAs }: WordPairs, least: number): string {
  const isOfBoth = (code: string): boolean => !goesOnOtherwise(query.codes, label, code);
  for (const code of query.codes) {
    for (let j = 0; j < label.count; j++) if (heaviestOfRun(label, code, j) >= least && isOfBoth(code)) return code;
  }
  for (let j = 0; j < label.count; j++) {
    const word = label.words[j];
    // What the query writes in several words is none of its codes.
    if (metAs[j] !== 'joined' || metLast[j] === metBy[j] || word === undefined || word.weight < least) continue;
    if (isCodeInOnePiece(word.shape.text) && isOfBoth(word.shape.text)) return word.shape.text;
  }
  return '';
}

/** Weight of the heaviest of the words of a label from `start` on that make the code when they are written together; 0 where they do not. */
function heaviestOfRun({ words, count }: WordPairs['label'], code: string, start: number): number {
  let length = 0;
  let heaviest = 0;
  for (let j = start; j < count && j < start + MOST_PIECES; j++) {
    const word = words[j];
    if (word === undefined || !code.startsWith(word.shape.text, length)) return 0;
    length += word.shape.text.length;
    heaviest = Math.max(heaviest, word.weight);
    if (length === code.length) return heaviest;
  }
  return 0;
}

/** Whether both have a code that begins with this one, and goes on in other letters: two colours of one model. */
function goesOnOtherwise(codes: readonly string[], label: WordPairs['label'], code: string): boolean {
  const goesOn = (one: string): boolean => one !== code && one.startsWith(code);
  const longer = codes.filter(goesOn);
  if (longer.length === 0) return false;
  const others = [...codesIn(label.text()).keys()].filter(goesOn);
  return others.length > 0 && !others.some((other) => longer.some((one) => one.startsWith(other) || other.startsWith(one)));
}
