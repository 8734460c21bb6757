import type { AnalysedLabel } from './analysed-label.js';
import { analyseLabel } from './analyse-label.js';
import { lexicon } from './lexicon.js';
import { isStopWord } from './similarity/common-words.js';
import { generationOf } from './similarity/generation-word.js';
import { isNumeral, numberOfWord } from './similarity/number-word.js';
import { startOfQualifier } from './qualifier.js';

/*
 * Kings, films and models of one name differ in a number, fathers and sons in "Sr." and "Jr.", places in "Eastern" and
 * "Western", an erratum and its work in one word. Such words have little weight, but alone separate the entities.
 */

/** Longer numbers are years, codes and telephone numbers. */
const MAX_DIGITS = 3;
const SMALL_ROMAN: ReadonlyMap<string, string> = new Map([
  ['i', '1'],
  ['v', '5'],
  ['x', '10'],
]);

/** Contradiction between two similar names, with the two sides; a mark of one side alone is optional. */
interface NameContradiction {
  readonly kind: 'contradiction' | 'mark missing';
  readonly reason: string;
}

/** The contradiction between two similar names; `undefined` for none. Symmetric. Cost: a look at the words of both. */
export function contradictionOf(one: AnalysedLabel, other: AnalysedLabel): NameContradiction | undefined {
  const [words, others] = [wordsBeforeNote(one), wordsBeforeNote(other)];
  const reason = reasonOf(one, other, words, others);
  if (reason !== undefined) return { kind: 'contradiction', reason };
  return isNumberAlone(words, others) || isLongerByMark(words, others) || isLongerByMark(others, words)
    ? { kind: 'mark missing', reason: 'only one says which of several of the name it is' }
    : undefined;
}

function reasonOf(
  one: AnalysedLabel,
  other: AnalysedLabel,
  words: readonly string[],
  others: readonly string[],
): string | undefined {
  const [order, otherOrder] = [orderOf(words), orderOf(others)];
  if (
    order !== undefined &&
    otherOrder !== undefined &&
    order !== otherOrder &&
    !saysNumber(words, otherOrder) &&
    !saysNumber(others, order)
  )
    return 'another number or mark of order';
  if (numbersExclude(words, others) || differInNumberAlone(words, others)) return 'another number';
  if (areOpposite(one.tokens, other.tokens)) return 'words of opposite meaning';
  return isSaidOfAnother(one.folded, other.folded) || isSaidOfAnother(other.folded, one.folded)
    ? 'something about the other'
    : undefined;
}

/** A qualifier in brackets at the end is no part of the name. */
function wordsBeforeNote({ original, tokens }: AnalysedLabel): readonly string[] {
  const note = startOfQualifier(original, '([{', ')]}');
  return note <= 0 ? tokens : analyseLabel(original.slice(0, note)).tokens;
}

/** Whether the first is only a number, and the other name has another word: "5" is no province. */
function isNumberAlone(words: readonly string[], others: readonly string[]): boolean {
  const [number, ...further] = words.filter((word) => !isStopWord(word));
  return (
    number !== undefined &&
    further.length === 0 &&
    !isNumeral(number) &&
    markOf(number) !== undefined &&
    others.some((word) => markOf(word) === undefined && !isStopWord(word))
  );
}

/** Order among homonyms: the elder or the younger, or the number at the end; `undefined` without one. */
function orderOf(words: readonly string[]): string | undefined {
  const generation = generationAmong(words);
  if (generation !== undefined) return String(generation);
  return words.length < 2 ? undefined : markOf(words.at(-1) ?? '');
}

/**
 * Whether a name is the other one, or part of it, with an ordering mark at its end. The first of several is mostly
 * named without a number.
 */
function isLongerByMark(longer: readonly string[], other: readonly string[]): boolean {
  if (other.some((word) => generationOf(word) !== undefined || markOf(word) !== undefined)) return false;
  const mark = generationAmong(longer);
  if (mark === undefined && (longer.length < 2 || (markOf(longer.at(-1) ?? '') ?? '1') === '1')) return false;
  const base =
    mark === undefined
      ? longer.slice(0, -1)
      : longer.filter((word) => generationOf(word) === undefined && !isStopWord(word));
  // "1914-18" is one number.
  return (
    base.length > 0 &&
    base.every((word) => other.includes(word)) &&
    (mark !== undefined || numberOfWord(base.at(-1) ?? '') === undefined)
  );
}

function generationAmong(words: readonly string[]): 1 | 2 | undefined {
  return words
    .slice(1)
    .map(generationOf)
    .find((found) => found !== undefined);
}

function markOf(word: string): string | undefined {
  const number = SMALL_ROMAN.get(word) ?? numberOfWord(word);
  return number !== undefined && number.length <= MAX_DIGITS ? number : undefined;
}

function saysNumber(words: readonly string[], number: string): boolean {
  return words.some((word) => numberOfWord(word) === number || SMALL_ROMAN.get(word) === number);
}

/** Whether both have equally many numbers, none in common. */
function numbersExclude(words: readonly string[], others: readonly string[]): boolean {
  const [numbers, otherNumbers] = [numbersIn(words), numbersIn(others)];
  return (
    numbers.length > 0 &&
    numbers.length === otherNumbers.length &&
    numbers.every((number) => !otherNumbers.includes(number))
  );
}

function numbersIn(words: readonly string[]): readonly string[] {
  return words.flatMap((word) => (isNumeral(word) ? [] : (numberOfWord(word) ?? [])));
}

/** Whether their only difference is a number in both, perhaps a Roman one of one letter ("Elizabeth I of England"). */
function differInNumberAlone(words: readonly string[], others: readonly string[]): boolean {
  if (words.length !== others.length) return false;
  const [place, ...further] = words.flatMap((word, i) => (word === others[i] ? [] : [i]));
  if (place === undefined || further.length > 0) return false;
  const [one, other] = [markOf(words[place] ?? ''), markOf(others[place] ?? '')];
  return one !== undefined && other !== undefined && one !== other;
}

let sidesByWord: ReadonlyMap<string, number> | undefined; // until it is asked for

/** Word → one bit for each side of its contrasts. */
function sides(): ReadonlyMap<string, number> {
  if (sidesByWord !== undefined) return sidesByWord;
  const made = new Map<string, number>();
  for (const [contrast, line] of lexicon('contrasts').entries()) {
    for (const [side, words] of line.split('|').entries())
      for (const word of words.trim().split(' ')) made.set(word, 1 << (2 * contrast + side));
  }
  for (const line of lexicon('directions-between')) {
    const [directions = '', words = ''] = line.split(':');
    const both = directions.split(' ').reduce((bits, direction) => bits | (made.get(direction) ?? 0), 0);
    for (const word of words.trim().split(' ')) made.set(word, both);
  }
  sidesByWord = made;
  return made;
}

/** Whether each name has a word of one side of a contrast and none of the other's side. */
function areOpposite(words: readonly string[], others: readonly string[]): boolean {
  const [one, other] = [sidesOf(words), sidesOf(others)];
  for (let contrast = 0; one >> (2 * contrast) !== 0; contrast++) {
    const here = (one >> (2 * contrast)) & 3;
    const there = (other >> (2 * contrast)) & 3;
    if ((here === 1 && there === 2) || (here === 2 && there === 1)) return true;
  }
  return false;
}

function sidesOf(words: readonly string[]): number {
  return words.reduce((bits, word) => bits | (sides().get(word) ?? 0), 0);
}

let phrases: ReadonlySet<string> | undefined; // until it is asked for

/** Whether a text is the name after words of the lexicon ("widow of", "erratum"). */
function isSaidOfAnother(text: string, name: string): boolean {
  if (name === '' || text.length <= name.length || !text.endsWith(` ${name}`)) return false;
  phrases ??= new Set(lexicon('said-of-another'));
  return phrases.has(
    text
      .slice(0, -name.length)
      .trim()
      .replace(/^(?:the|an?) /, ''),
  );
}
