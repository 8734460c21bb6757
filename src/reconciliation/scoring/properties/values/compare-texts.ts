import type { PropertyValue } from '../../../../entities/property.js';
import { valueText } from '../../../../entities/value-text.js';
import { analyseLabel } from '../../../../text/analyse-label.js';
import { codeOfText } from '../../../../text/codes-in.js';
import { isLittleWord, weightShareOf } from '../../../../text/similarity/common-words.js';
import { wordShape, type WordShape } from '../../../../text/similarity/word-shape.js';
import { wordSimilarity } from '../../../../text/similarity/word-similarity.js';
import { regionCodeOf, regionNames } from '../../record/region-names.js';
import { compareQuantities, isMoney, readQuantity } from './compare-numbers.js';
import { type CompareValue, EQUAL_VALUE, type ValueComparison } from './value-comparison.js';

interface FoldedText {
  readonly text: string;
  readonly folded: string;
  /** Without spaces. */
  readonly compact: string;
  /** Whether it is a code of two or three capital letters. */
  readonly code: boolean;
  /** Without the code of the same thing behind it: of "Georgia, GA", the first. */
  readonly words: readonly WordShape[];
}

/** What codes say at most that are alike and not equal: two models of one maker begin alike. */
const MOST_OF_OTHER_CODE = -0.3;
const MAX_WORDS = 60;
const MOST_WORDS_OF_REGION = 6;
/** Behind some of several names, for the rest of them. */
const AND_OTHERS = /[\s,;]+(?:et\s+al(?:ii)?\b\.?|and\s+others|u\.\s?a\.|\(et\s+al\.?\))\s*$/iu;
const REMEMBERED = 20_000;
/** Several names may have the same short form: "MI" is not Mississippi. */
const SHORT_FORM = 0.7;
const remembered = new Map<string, FoldedText>();

/** The folded form of a value; values repeat within a dataset, so they are remembered. */
export function foldText(text: string): FoldedText {
  let known = remembered.get(text);
  if (known === undefined) {
    const { folded, tokens } = analyseLabel(text);
    const plain = withoutOwnCode(text.replace(AND_OTHERS, ''));
    const words = plain === text ? tokens : analyseLabel(plain).tokens;
    known = {
      text,
      folded,
      compact: folded.replaceAll(' ', ''),
      code: looksLikeCode(text),
      words: words.slice(0, MAX_WORDS).map(wordShape),
    };
    if (remembered.size >= REMEMBERED) remembered.clear();
    remembered.set(text, known);
  }
  return known;
}

/** Texts by the words they share, typos and abbreviations allowed; one may hold more than the other ("Georgia, GA"). */
export function compareTextWith(asked: string): CompareValue | undefined {
  const wanted = foldText(asked);
  if (wanted.folded === '') return undefined;
  const quantity = readQuantity(asked);
  return (value) => {
    const text = textOf(value);
    if (text === undefined) return undefined;
    const own = foldText(text);
    // Equal prices say no more than near ones; other equal texts say what they say.
    const isEqual = own.compact === wanted.compact;
    const other = quantity === undefined || (isEqual && !isMoney(quantity.dimension)) ? undefined : readQuantity(text);
    const compared = quantity === undefined || other === undefined ? undefined : compareQuantities(quantity, other);
    return compared ?? compareFolded(wanted, own);
  };
}

/** Two folded texts by the words they share; `undefined` when one is empty. */
export function compareFolded(wanted: FoldedText, own: FoldedText): ValueComparison | undefined {
  if (own.folded === '') return undefined;
  if (wanted.compact === own.compact) {
    const code = codeOfText(wanted.text) || codeOfText(own.text);
    return code === '' ? EQUAL_VALUE : { ...EQUAL_VALUE, code };
  }
  if (
    wanted.code !== own.code &&
    (wanted.code ? mayStandFor(wanted.text, own.text) : mayStandFor(own.text, wanted.text))
  ) {
    return { agreement: SHORT_FORM, reason: 'one may be the short form of the other' };
  }
  const region =
    wanted.words.length > MOST_WORDS_OF_REGION || own.words.length > MOST_WORDS_OF_REGION
      ? undefined
      : regionCodeOf(wanted.folded);
  const other = region === undefined ? undefined : regionCodeOf(own.folded);
  if (other !== undefined)
    return other === region
      ? { agreement: 1, reason: 'the same country' }
      : { agreement: -1, reason: 'another country' };
  const shared = sharedWeight(wanted.words, own.words);
  const [lesser, greater] = [weightOf(wanted.words), weightOf(own.words)].sort((a, b) => a - b);
  if (lesser === undefined || greater === undefined || lesser === 0) return undefined;
  const covered = shared / lesser;
  const similarity = 0.65 * covered + 0.35 * (shared / greater);
  const agreement = similarity >= 0.5 ? Math.min(1, (similarity - 0.5) / 0.4) : (similarity - 0.5) / 0.5;
  if (agreement > MOST_OF_OTHER_CODE && areOtherCodes(wanted, own))
    return { agreement: MOST_OF_OTHER_CODE, reason: 'another code' };
  const reason =
    covered > 0.95
      ? 'one holds the other'
      : agreement > 0.6
        ? 'nearly the same words'
        : shared > 0
          ? 'some words in common'
          : 'no word in common';
  return { agreement, reason };
}

/** Whether both are codes, and neither is the beginning of the other. */
function areOtherCodes(wanted: FoldedText, own: FoldedText): boolean {
  if (wanted.compact.startsWith(own.compact) || own.compact.startsWith(wanted.compact)) return false;
  return codeOfText(wanted.text) !== '' && codeOfText(own.text) !== '';
}

/** What is compared as a text; `undefined` for values of other kinds. */
function textOf(value: PropertyValue): string | undefined {
  return value.kind === 'boolean' || value.kind === 'date' || value.kind === 'coordinates'
    ? undefined
    : valueText(value);
}

/** Longer words say more; little words say little. */
function weightOf(words: readonly WordShape[]): number {
  let sum = 0;
  for (const word of words) sum += wordWeight(word);
  return sum;
}

function wordWeight(word: WordShape): number {
  return weightShareOf(word.text) * Math.min(1 + 0.15 * word.text.length, 2.2);
}

function sharedWeight(a: readonly WordShape[], b: readonly WordShape[]): number {
  const taken = new Uint8Array(b.length);
  let sum = 0;
  for (const word of a) {
    let best = 0;
    let at = -1;
    for (let j = 0; j < b.length && best < 1; j++) {
      if (taken[j] === 1) continue;
      const other = b[j];
      const similarity = other === undefined ? 0 : wordSimilarity(word, other);
      if (similarity > best) {
        best = similarity;
        at = j;
      }
    }
    const met = b[at];
    if (met === undefined) continue;
    taken[at] = 1;
    sum += best * Math.min(wordWeight(word), wordWeight(met));
  }
  return sum;
}

/*
 * Tables keep states and countries as codes of two or three capital letters, lists keep their names, or the other way
 * round. Which code stands for which name is mostly to be seen: "NY" has the initials of "New York", "TX" letters of
 * "Texas" in their order.
 */

const CODE = /^\s*[A-Z]{2,3}\s*$/;
/** A name with its own code behind it: "Georgia, GA", "Ohio (OH)". */
const CODE_BEHIND = /^(.*[^\s,(])\s*[,(]\s*([A-Z]{2,3})\)?\s*$/u;
/** "Evans County, Georgia", "Georgia (U.S. state)": what a code stands for may be a part of a value. */
const BETWEEN_PARTS = /[,;()/]+/;

/** Whether a text is two or three capital letters and nothing else. */
function looksLikeCode(text: string): boolean {
  return CODE.test(text);
}

/** The text without its own code behind it; the same text when it has none. */
function withoutOwnCode(text: string): string {
  const found = CODE_BEHIND.exec(text);
  const [, name = '', code = ''] = found ?? [];
  return found !== null && mayStandFor(code, name) ? name : text;
}

/**
 * Whether a code may be the short form of a text or of a part of it: its initials, the first letter of a single word and
 * later ones in their order, or the code of the country with this name. Cost: analysing the text.
 */
function mayStandFor(code: string, text: string): boolean {
  const letters = code.trim().toLowerCase();
  const names = regionNames(code.trim()).map((name) => analyseLabel(name).folded);
  return text.split(BETWEEN_PARTS).some((part) => {
    const { folded, tokens } = analyseLabel(part);
    return tokens.length > 0 && (names.includes(folded) || isShortForm(letters, tokens));
  });
}

function isShortForm(letters: string, words: readonly string[]): boolean {
  const [only = '', second] = words;
  if (second === undefined)
    return only.length > letters.length && only.startsWith(letters.charAt(0)) && standInOrder(letters, only);
  return initialsOf(words) === letters || initialsOf(words.filter((word) => !isLittleWord(word))) === letters;
}

function initialsOf(words: readonly string[]): string {
  return words.map((word) => word.charAt(0)).join('');
}

function standInOrder(letters: string, word: string): boolean {
  let at = 0;
  for (let i = 0; i < word.length && at < letters.length; i++) if (word.charCodeAt(i) === letters.charCodeAt(at)) at++;
  return at === letters.length;
}
