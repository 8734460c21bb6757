import { sentence } from '../foundation/message.js';
import type { PropertyValue } from '../entities/property.js';
import { analyseLabel } from '../text/analyse-label.js';
import { codeOfText } from '../text/codes-in.js';
import { regionCodeOf, regionNames } from '../text/region-names.js';
import { isStopWord, weightShareOf } from '../text/similarity/common-words.js';
import { wordShape, type WordShape } from '../text/similarity/word-shape.js';
import { wordSimilarity } from '../text/similarity/word-similarity.js';
import { compared, EQUAL, type ValueComparison } from './value-level.js';

/** A value's text, folded once for all comparisons. */
interface FoldedValue {
  readonly text: string;
  readonly folded: string;
  /** Without spaces. */
  readonly compact: string;
  /** Whether it is a code of two or three capital letters. */
  readonly isShortForm: boolean;
  /** The code that is the whole text ("kxts108w"); empty for none. */
  readonly code: string;
  /** Without its own code at the end: of "Georgia, GA", the first. */
  readonly words: readonly WordShape[];
  readonly weight: number;
}

const MAX_WORDS = 60;
const MAX_WORDS_OF_REGION = 6;
/** Marks of omitted further names. */
const AND_OTHERS = /[\s,;]+(?:et\s+al(?:ii)?\b\.?|and\s+others|u\.\s?a\.|\(et\s+al\.?\))\s*$/iu;
const MAX_REMEMBERED = 20_000;
const remembered = new Map<string, FoldedValue>();

/**
 * The folded form of a value. Recent ones are cached, because values repeat within a dataset. Cost: a look-up;
 * analysing a new text.
 */
export function foldValue(text: string): FoldedValue {
  let known = remembered.get(text);
  if (known === undefined) {
    const { folded, tokens } = analyseLabel(text);
    const plain = withoutOwnCode(text.replace(AND_OTHERS, ''));
    const words = (plain === text ? tokens : analyseLabel(plain).tokens).slice(0, MAX_WORDS).map(wordShape);
    known = {
      text,
      folded,
      compact: folded.replaceAll(' ', ''),
      isShortForm: SHORT_FORM.test(text),
      code: codeOfText(text),
      words,
      weight: weightOf(words),
    };
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(text, known);
  }
  return known;
}

/**
 * Reasons and similarities independent of shared words. Several names may have the same short form: "MI" is not
 * Mississippi.
 */
const SHORT_FORM_OF = compared(0.8, sentence('one may be the short form of the other'));
const SAME_REGION = compared(1, sentence('the same country'));
const OTHER_REGION = compared(0, sentence('another country'));
const OTHER_CODE = compared(0.2, sentence('another code'));
/** Weight of the text with fewer words: one may contain the other ("Georgia, GA"). */
const SHARE_OF_LESSER = 0.65;

/** Two texts by shared words, with typos and abbreviations; `undefined` when one is empty. */
export function compareFolded(query: FoldedValue, own: FoldedValue): ValueComparison | undefined {
  if (own.folded === '' || query.folded === '') return undefined;
  if (query.compact === own.compact) return EQUAL;
  if (
    query.isShortForm !== own.isShortForm &&
    (query.isShortForm ? mayStandFor(query.text, own.text) : mayStandFor(own.text, query.text))
  )
    return SHORT_FORM_OF;
  const areShort = query.words.length <= MAX_WORDS_OF_REGION && own.words.length <= MAX_WORDS_OF_REGION;
  const region = areShort ? regionCodeOf(query.folded) : undefined;
  const otherRegion = region === undefined ? undefined : regionCodeOf(own.folded);
  if (otherRegion !== undefined) return otherRegion === region ? SAME_REGION : OTHER_REGION;
  const lesser = Math.min(query.weight, own.weight);
  if (lesser === 0) return undefined;
  const shared = sharedWeight(query.words, own.words);
  const covered = shared / lesser;
  const similarity = SHARE_OF_LESSER * covered + (1 - SHARE_OF_LESSER) * (shared / Math.max(query.weight, own.weight));
  if (similarity > OTHER_CODE.similarity && areOtherCodes(query, own)) return OTHER_CODE;
  return compared(
    similarity,
    covered > 0.95
      ? sentence('one holds the other')
      : similarity > 0.75
        ? sentence('nearly the same words')
        : shared > 0
          ? sentence('some words in common')
          : sentence('no word in common'),
  );
}

/** Whether both are codes, and neither is a prefix of the other. */
function areOtherCodes(query: FoldedValue, own: FoldedValue): boolean {
  return (
    query.code !== '' &&
    own.code !== '' &&
    !query.compact.startsWith(own.compact) &&
    !own.compact.startsWith(query.compact)
  );
}

/** Longer words have more weight, stop words little. */
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
 * Tables have codes of two or three capital letters for states and countries, datasets their names, or the reverse. The
 * name mostly shows its code: "NY" has the initials of "New York", "TX" letters of "Texas" in order.
 */

const SHORT_FORM = /^\s*[A-Z]{2,3}\s*$/;
/** A name followed by its own code: "Georgia, GA", "Ohio (OH)". */
const CODE_BEHIND = /^(.*[^\s,(])\s*[,(]\s*([A-Z]{2,3})\)?\s*$/u;
/** "Evans County, Georgia", "Georgia (U.S. state)": a code may stand for a part of a value. */
const BETWEEN_PARTS = /[,;()/]+/;

/** The text without its own code at the end, if any. */
function withoutOwnCode(text: string): string {
  const found = CODE_BEHIND.exec(text);
  const [, name = '', code = ''] = found ?? [];
  return found !== null && mayStandFor(code, name) ? name : text;
}

/**
 * Whether a code may abbreviate a text or a part of it: its initials, the first letter of a single word and later ones
 * in order, or the code of the country with this name. Cost: analysing the text.
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
  return initialsOf(words) === letters || initialsOf(words.filter((word) => !isStopWord(word))) === letters;
}

function initialsOf(words: readonly string[]): string {
  return words.map((word) => word.charAt(0)).join('');
}

function standInOrder(letters: string, word: string): boolean {
  let at = 0;
  for (let i = 0; i < word.length && at < letters.length; i++) if (word.charCodeAt(i) === letters.charCodeAt(at)) at++;
  return at === letters.length;
}

/* Values with the same key count as equal for frequencies. */

/** The key of a value, for a date the year; `undefined` where counting is useless. */
export function valueKey(value: PropertyValue): string | undefined {
  switch (value.kind) {
    case 'text':
      return keyOfText(value.text);
    case 'identifier':
      return normaliseIdentifier(value.text);
    case 'integer':
    case 'number':
      return String(value.number);
    case 'boolean':
      return String(value.boolean);
    case 'date':
      return String(value.date.year);
    case 'url':
      return normaliseUrl(value.url);
    case 'reference':
      return value.id;
    case 'coordinates':
      return undefined;
  }
}

/** Letters and numbers without spaces, as in codes, perhaps with hyphens and the like. */
const LIKE_CODE = /^(?=\S{0,39}\d)\S{1,40}$/;

/** The key of a text: folded; for a possible code, in one piece. */
export function keyOfText(text: string): string {
  const { folded, compact } = foldValue(text);
  return LIKE_CODE.test(text) ? compact : folded;
}

/** An identifier in upper case, letters and digits only. */
export function normaliseIdentifier(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Without scheme, "www.", case of the host, and a final slash. */
export function normaliseUrl(text: string): string {
  const bare = text
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/^www\./i, '')
    .replace(/[/?#]+$/, '');
  const slash = bare.indexOf('/');
  return slash < 0 ? bare.toLowerCase() : bare.slice(0, slash).toLowerCase() + bare.slice(slash);
}
