import { generationOf } from '../../text/similarity/generation-word.js';
import { isCode, isNumeral, numberOfWord } from '../../text/similarity/number-word.js';
import { isLittleWord } from '../../text/similarity/common-words.js';

/*
 * Kings, popes, films, wars and models of one name are told apart by a number at its end, fathers and sons by "Sr." and "Jr.". Such a mark weighs
 * little as a word, and yet it is all that says which one is meant.
 */

/** What marks say of two names: that they are those of different things; that they may be, because one lacks the mark; or nothing. */
export type SeriesRelation = 'another' | 'doubtful' | 'silent';

/** A name as its marks are looked for: its words, without a note in brackets at its end, and how it is written. */
export interface MarkedName {
  readonly words: readonly string[];
  readonly written: string;
}

/** What may stand before the number of a part. */
const COUNTERS: ReadonlySet<string> = new Set('part parts pt vol volume no nr num number book chapter episode series season phase mark mk version teil band nummer partie tome numero parte tomo deel del'.split(' '));
/** Longer numbers are years, codes and telephone numbers. */
const MOST_DIGITS = 3;
const SMALL_ROMAN: ReadonlyMap<string, string> = new Map([['i', '1'], ['v', '5'], ['x', '10']]);
/** A capital by itself at the end, without a comma before: of a name turned round it is an initial. The first of a name is mostly called without a number. */
const ENDS_IN_SMALL_ROMAN = /^[^,]* [VX]$/u;
/** Behind a comma or a dash, and before a percent sign, a number counts something else. */
const ENDS_IN_NUMBER_OF_ITSELF = /(?:(?:^|[,–—]|\s-\s)\s*[\p{L}\p{N}.]*|%)\s*$/u;
/** Marks of father and son that are no names of their own. */
const GENERATIONS: ReadonlySet<string> = new Set('jr jnr junior sr snr senior fils filho hijo'.split(' '));
const GENERATIONS_BEHIND_ARTICLE: ReadonlySet<string> = new Set('elder younger altere jungere aine jeune'.split(' '));
/** What makers put behind the number of a model for another model. */
const MODEL_MARKS: ReadonlySet<string> = new Set('pro max plus mini ultra lite se xl air'.split(' '));

/** What marks of order say of two names that are alike otherwise. Symmetric. Cost: a look at each word of both. */
export function relationInSeries(query: MarkedName, label: MarkedName): SeriesRelation {
  const [one, other] = [orderOf(query), orderOf(label)];
  if (one !== undefined && other !== undefined && one !== other && !saysNumber(query.words, other) && !saysNumber(label.words, one)) return 'another';
  if (numbersExclude(query.words, label.words) || differInNumberAlone(query.words, label.words)) return 'another';
  if (one === undefined && other === undefined) return isOtherModel(query.words, label.words) ? 'doubtful' : 'silent';
  return isLongerByMark(query, label) || isLongerByMark(label, query) || isOtherModel(query.words, label.words) ? 'doubtful' : 'silent';
}

/** Which of several of one name it is: 1 for the elder, 2 for the younger, or the number at the end; `undefined` when nothing says so. */
function orderOf({ words }: MarkedName): string | undefined {
  const generation = generationAmong(words);
  if (generation !== undefined) return generation;
  const last = words.at(-1);
  return words.length < 2 || last === undefined ? undefined : markOf(last);
}

function generationAmong(words: readonly string[]): string | undefined {
  for (let i = 1; i < words.length; i++) {
    const word = words[i] ?? '';
    if (GENERATIONS.has(word) || (GENERATIONS_BEHIND_ARTICLE.has(word) && isLittleWord(words[i - 1] ?? ''))) return String(generationOf(word));
  }
  return undefined;
}

function markOf(word: string): string | undefined {
  const number = SMALL_ROMAN.get(word) ?? numberOfWord(word);
  return number !== undefined && number.length <= MOST_DIGITS ? number : undefined;
}

function saysNumber(words: readonly string[], number: string): boolean {
  return words.some((word) => numberOfWord(word) === number || SMALL_ROMAN.get(word) === number);
}

/** Whether both have as many numbers, and none in common. */
function numbersExclude(query: readonly string[], label: readonly string[]): boolean {
  const [one, other] = [numbersIn(query), numbersIn(label)];
  return one.length > 0 && other.length > 0 && one.length === other.length && one.every((number) => !other.includes(number));
}

/** Whether the only place in which they differ has a number in both, perhaps a Roman one of one letter ("Elizabeth I of England"). */
function differInNumberAlone(query: readonly string[], label: readonly string[]): boolean {
  if (query.length !== label.length) return false;
  const [place, ...further] = query.flatMap((word, i) => (word === label[i] ? [] : [i]));
  if (place === undefined || further.length > 0) return false;
  const [one, other] = [markOf(query[place] ?? ''), markOf(label[place] ?? '')];
  return one !== undefined && other !== undefined && one !== other;
}

function numbersIn(words: readonly string[]): readonly string[] {
  return words.flatMap((word) => (isNumeral(word) ? [] : (numberOfWord(word) ?? [])));
}

/** Whether `longer` is the other name, or part of it, with a mark that says which one of several it is. */
function isLongerByMark(longer: MarkedName, other: MarkedName): boolean {
  if (other.words.some((word) => numberOfWord(word) !== undefined || SMALL_ROMAN.has(word) || isCode(word) || generationOf(word) !== undefined)) return false;
  const { words } = longer;
  const last = words.at(-1) ?? '';
  const base = generationAmong(words) === undefined ? words.slice(0, COUNTERS.has(words.at(-2) ?? '') ? -2 : -1) : words.filter((word) => generationOf(word) === undefined && !isLittleWord(word));
  if (base.length === 0 || !base.every((word) => other.words.includes(word))) return false;
  if (generationAmong(words) !== undefined) return true;
  return SMALL_ROMAN.has(last) ? ENDS_IN_SMALL_ROMAN.test(longer.written) : markOf(last) !== undefined && !ENDS_IN_NUMBER_OF_ITSELF.test(longer.written);
}

/** Whether one is the other with marks of a model behind its number ("12", "12 Pro"). */
function isOtherModel(query: readonly string[], label: readonly string[]): boolean {
  const [short, long] = query.length < label.length ? [query, label] : [label, query];
  const extra = long.slice(short.length);
  const last = short.at(-1) ?? '';
  return extra.length > 0 && (numberOfWord(last) !== undefined || isCode(last)) && extra.every((word) => MODEL_MARKS.has(word)) && short.every((word, i) => word === long[i]);
}
