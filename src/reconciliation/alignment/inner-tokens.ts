import { analyseLabel } from '../../text/analyse-label.js';
import { isLittleWord, mayBeLeftOut, weightShareOf } from '../../text/similarity/common-words.js';
import { isNumeral, numberOfWord } from '../../text/similarity/number-word.js';
import type { AlignmentSums } from './alignment-sums.js';
import type { TokenPairs } from './token-pairs.js';

/*
 * "Anna Bianchi" and "Anna Maria Bianchi" begin and end alike. What one of two names has between words that both have is left
 * out and put in more freely than what stands before or behind them.
 */

/** A name and its words. */
export interface NameInWords {
  readonly text: string;
  readonly wordCount: number;
  readonly wordAt: (at: number) => string;
}

/** One of two names that were compared. */
interface ComparedName extends NameInWords {
  /** Word of the other name that a word of this one met, -1 for none; `SAID_ELSEWHERE` for one that the other need not have. */
  readonly metAt: (at: number) => number;
}

/** See `ComparedName.metAt`. */
const SAID_ELSEWHERE = -2;

/** More words than these make it another name. */
const MOST_BETWEEN = 4;
/** Words before and behind the comma of an inverted name, at most. */
const MOST_BEFORE_COMMA = 3;
const MOST_BEHIND_COMMA = 4;

/**
 * Places of the telling words of the longer name that the other one lacks, when they stand in one piece between words that both
 * have, in the same order; `undefined` otherwise, and when the other name has more than a little word that the longer one lacks. None of
 * the words may be a number, a legal form, an article or preposition, or written small in a name that is not: what is in the middle of companies and
 * titles, or says of which kind a thing is, tells more. Inverted names ("Bianchi, Anna") are read as they are spoken. Cost: that of folding what stands
 * before a comma.
 */
export function wordsBetween(longer: ComparedName, other: ComparedName): readonly number[] | undefined {
  const order = spokenOrder(longer);
  const otherOrder = spokenOrder(other);
  if (
    order === undefined ||
    otherOrder === undefined ||
    otherOrder.some((at) => other.metAt(at) === -1 && !isLittleWord(other.wordAt(at)))
  )
    return undefined;
  const between: number[] = [];
  let [before, behind] = [-1, false];
  for (const at of order) {
    const word = longer.wordAt(at);
    const met = longer.metAt(at);
    if (met === -1 && (mayBeLeftOut(word) || isWrittenSmall(word, longer.text))) return undefined;
    if (met === SAID_ELSEWHERE || !isTelling(word)) continue;
    if (met === -1) {
      if (before === -1 || behind || isNumber(word)) return undefined;
      between.push(at);
      continue;
    }
    const place = otherOrder.indexOf(met);
    if (place < before) return undefined;
    before = place;
    behind = between.length > 0;
  }
  return behind && between.length <= MOST_BETWEEN ? between : undefined;
}

/** Places of the words that `wordsBetween` could give, were they lacking. Cost: that of folding what stands before a comma. */
export function innerWords(name: NameInWords): readonly number[] {
  const telling = (spokenOrder(name) ?? []).filter((at) => isTelling(name.wordAt(at)));
  return telling.slice(1, -1).filter((at) => !isNumber(name.wordAt(at)));
}

function isNumber(word: string): boolean {
  return numberOfWord(word) !== undefined || isNumeral(word);
}

function isWrittenSmall(word: string, text: string): boolean {
  return text.includes(word) && text !== text.toLowerCase();
}

function isTelling(word: string): boolean {
  return weightShareOf(word) === 1;
}

/** Places of the words as they are spoken; `undefined` where commas do something else than to invert a name. */
function spokenOrder({ text, wordCount, wordAt }: NameInWords): readonly number[] | undefined {
  const order = Array.from({ length: wordCount }, (_, at) => at);
  const comma = text.indexOf(',');
  if (comma === -1) return order;
  const first = analyseLabel(text.slice(0, comma)).tokens.length;
  let end = wordCount;
  // A particle goes with what stands before the comma ("Sousa, Ana de").
  while (end > first && !isTelling(wordAt(end - 1))) end--;
  const given = order.slice(first, end);
  if (
    text.includes(',', comma + 1) ||
    first === 0 ||
    first > MOST_BEFORE_COMMA ||
    given.length === 0 ||
    given.length > MOST_BEHIND_COMMA
  )
    return undefined;
  if (given.some((at) => !isTelling(wordAt(at)) || isNumber(wordAt(at)))) return undefined;
  return [...given, ...order.slice(end), ...order.slice(0, first)];
}

type Apart = Pick<AlignmentSums, 'apartQuery' | 'apartLabel'>;
type TellsApart = (word: string, between: boolean) => number;

/**
 * How surely the words that only one of both names has tell entities apart (see `NameEvidence`). Words between others tell less than those before or
 * behind them. Cost: where there are such words, that of `wordsBetween`.
 */
export function discriminativeTokens(pairs: TokenPairs, sums: AlignmentSums, matchedElsewhere: number): Apart {
  const { weights } = pairs.query.by;
  const plain = { apartQuery: sums.apartQuery, apartLabel: sums.apartLabel };
  if (sums.code !== '' || sums.isBareName || sums.apartQuery + sums.apartLabel === 0 || pairs.label.isTransliteration())
    return plain;
  const tellsApart: TellsApart = (word, between) => (between ? weights.tellsApartBetween : weights.tellsApart)(word);
  const [query, label] = [queryOf(pairs, matchedElsewhere), labelOf(pairs)];
  const moreInLabel = wordsBetween(label, query);
  const moreInQuery = moreInLabel === undefined ? wordsBetween(query, label) : undefined;
  if (moreInLabel === undefined && moreInQuery === undefined) return plain;
  return { apartQuery: surestOf(query, moreInQuery, tellsApart), apartLabel: surestOf(label, moreInLabel, tellsApart) };
}

function queryOf(pairs: TokenPairs, matchedElsewhere: number): ComparedName {
  const { query, label, metBy, metLast, taken } = pairs;
  const metAt = (i: number): number => {
    if (pairs.isOpen(i, matchedElsewhere)) return -1;
    if (taken[i] === false) return SAID_ELSEWHERE;
    return metBy.findIndex((first, j) => j < label.count && first !== -1 && first <= i && i <= (metLast[j] ?? first));
  };
  return {
    text: query.label.original,
    wordCount: query.tokens.length,
    wordAt: (i) => query.tokens[i]?.shape.text ?? '',
    metAt,
  };
}

function labelOf({ label, metBy, beside }: TokenPairs): ComparedName {
  return {
    text: label.text(),
    wordCount: label.count,
    wordAt: (j) => label.tokens[j]?.shape.text ?? '',
    metAt: (j) => (beside[j] === true ? SAID_ELSEWHERE : (metBy[j] ?? -1)),
  };
}

function surestOf(name: ComparedName, between: readonly number[] | undefined, tellsApart: TellsApart): number {
  let surest = 0;
  for (let at = 0; at < name.wordCount; at++)
    if (name.metAt(at) === -1) surest = Math.max(surest, tellsApart(name.wordAt(at), between?.includes(at) === true));
  return surest;
}
