import type { LabelTable } from '../../search/label-table.js';
import { analyseLabel } from '../../text/analyse-label.js';
import type { AnalysedLabel } from '../../text/analysed-label.js';
import { codesIn } from '../../text/codes-in.js';
import { isArticle, isLittleWord } from '../../text/similarity/common-words.js';
import { markedAbbreviations } from '../../text/similarity/marked-abbreviation.js';
import { wordShape } from '../../text/similarity/word-shape.js';
import { isSeam } from '../../text/unspaced-scripts.js';
import type { WordStatistics } from '../dataset-statistics.js';
import { similarityWeights } from '../evidence/weights.js';
import type { PropertyCondition, QueryValue } from '../reconciliation-query.js';
import { qualifierAtEnd, weakenAtEnd } from './qualifier.js';
import type { QueryToken } from './token-similarity.js';
import type { TokenWeights, UsualTokens } from './token-weights.js';
import { MAX_TOKENS } from './word-bits.js';
import { largestOf } from '../../foundation/largest-of.js';

/** In longer texts no name of a person is looked for. */
const LONGEST_NAME = 80;
/** A surname, and initials behind its comma. */
const SURNAME_AND_INITIALS = /^[^,]*\p{L}{2}[^,]*,((?:[\s.-]*\p{L}(?!\p{L}))+)[\s.]*$/u;

/** What is known of one dataset that names are aligned by. */
export interface AlignedBy {
  readonly labels: Pick<LabelTable, 'rowsWithFolded'>;
  readonly weights: TokenWeights;
  readonly statistics: WordStatistics;
}

/** A name that labels are aligned with: its tokens, and what each of them weighs and costs; all lists are by the place of the token in it. */
export class NameQuery {
  readonly label: AnalysedLabel;
  readonly usual: UsualTokens | undefined;
  /** What is asked for beside the name. */
  readonly beside: readonly ValueBeside[];
  /** Of each, the word that the fewest labels have; what else it says counts only beside that. */
  readonly rarestOfValues: readonly string[];
  /** At most `MAX_TOKENS`. */
  readonly tokens: readonly QueryToken[];
  readonly weights: readonly number[];
  /** What the token costs a name that lacks it. */
  readonly missingCosts: readonly number[];
  /** How surely it separates entities, 0–1. */
  readonly apart: readonly number[];
  /** Code unit of its first letter. */
  readonly firstLetters: readonly number[];
  /** Whether a word that the dataset knows comes twice. */
  readonly saysTwice: boolean;
  /** Tokens of the qualifier at its end. */
  readonly qualifierTokens: number;
  /** Of a surname with initials behind a comma, how many these are; 0 for anything else. */
  readonly initials: number;
  /** The codes in it, in one piece each. */
  readonly codes: readonly string[];
  readonly parts: QueryParts;
  readonly by: AlignedBy;
  #equalRows: ReadonlySet<number> | undefined; // until somebody asks

  /** Cost: a look at the text and a few look-ups a token. */
  constructor(by: AlignedBy, label: AnalysedLabel, usual: UsualTokens | undefined, beside: readonly ValueBeside[]) {
    this.by = by;
    this.label = label;
    this.usual = usual;
    this.beside = beside;
    this.rarestOfValues = beside.map((words) => rarestOf(by, words));
    this.codes = [...codesIn(label.original).keys()];
    this.tokens = tokensOf(by, label);
    this.initials = initialsBehindComma(label.original, this.tokens);
    this.saysTwice = this.tokens.some(
      ({ shape, known }, i) => known && this.tokens.findIndex((token) => token.shape.text === shape.text) < i,
    );
    this.firstLetters = this.tokens.map(({ shape }) => shape.text.charCodeAt(0));
    const weights = this.tokens.map(({ shape }) => usual?.get(shape.text) ?? by.weights.weightOf(shape.text));
    const apart = this.tokens.map(({ shape }) => by.weights.tellsApart(shape.text));
    this.qualifierTokens = weighByPlace(label.original, this.tokens, weights, apart);
    this.weights = weights;
    this.apart = apart;
    this.missingCosts = this.tokens.map(({ shape }, i) => (weights[i] ?? 0) * by.weights.missingShare(shape.text));
    this.parts = createQueryParts(partsOfQuery(label), weights);
  }

  /** Whether a row has the same folded form. */
  equals(row: number): boolean {
    this.#equalRows ??= new Set(this.by.labels.rowsWithFolded(this.label.folded));
    return this.#equalRows.has(row);
  }
}

function tokensOf({ statistics }: AlignedBy, { original, tokens }: AnalysedLabel): readonly QueryToken[] {
  const marked = markedAbbreviations(original);
  return tokens.slice(0, MAX_TOKENS).map((word) => {
    const known = statistics.isKnown(word);
    return {
      shape: wordShape(word),
      known,
      exchanges: known ? statistics.exchangesOf(word) : undefined,
      marked: marked?.has(word) === true,
    };
  });
}

function rarestOf({ weights: { weightOf } }: AlignedBy, words: ValueBeside): string {
  const weights = words.map(weightOf);
  return words[weights.indexOf(largestOf(weights))] ?? '';
}

function initialsBehindComma(text: string, words: readonly QueryToken[]): number {
  const count = text.length > LONGEST_NAME ? 0 : (SURNAME_AND_INITIALS.exec(text)?.[1]?.match(/\p{L}/gu)?.length ?? 0);
  return count < words.length && words.slice(words.length - count).every(({ shape }) => shape.text.length === 1)
    ? count
    : 0;
}

/*
 * What a word of a query is worth depends on where it stands. "The Bronx", "Bronx, The" and "Loire (la)" say no more than the name
 * without the article, and 津大 in 牛津大学 is only where 牛津 and 大学 meet.
 */

/** A last word behind a comma of its own: "Bronx, The". */
const BEHIND_COMMA = /[,;،、，]\s*[^\s,;]+\s*$/u;

/**
 * Makes words of a query weigh less, and tell less apart, by their places in it: those of a qualifier at its end, an article at its beginning or behind a name,
 * and pairs of characters that no name has and that say nothing beside the pairs around them. Gives the words of the
 * qualifier; 0 for none or a footnote. Cost: a look at the text and its words.
 */
function weighByPlace(text: string, words: readonly QueryToken[], weights: number[], apart: number[]): number {
  const count = words.length;
  const qualifier = qualifierAtEnd(text);
  weakenAtEnd(weights, count, qualifier.words, qualifier.footnote);
  if (count > 1) {
    if (isArticle(textAt(words, 0))) lessen(0, similarityWeights().articleBefore);
    if (isArticle(textAt(words, count - 1)) && (qualifier.words === 1 || BEHIND_COMMA.test(text)))
      lessen(count - 1, similarityWeights().articleBehind);
  }
  for (let i = 1; i + 1 < count; i++) {
    if (
      words[i]?.known === false &&
      words[i - 1]?.known !== false &&
      words[i + 1]?.known !== false &&
      isSeam(textAt(words, i), textAt(words, i - 1), textAt(words, i + 1))
    )
      lessen(i, similarityWeights().seam);
  }
  return qualifier.footnote ? 0 : qualifier.words;

  function lessen(i: number, share: number): void {
    weights[i] = (weights[i] ?? 0) * share;
    apart[i] = (apart[i] ?? 0) * share;
  }
}

function textAt(words: readonly QueryToken[], i: number): string {
  return words[i]?.shape.text ?? '';
}

/*
 * "Chair of Botany, University of Westerby, Westerby" and "Camera case, black - EDIT100" say several things, each in a part of its own.
 * What names the thing that is meant says one of these parts as a whole, rather than a word here and a word there.
 */

/** Where a longer name may be parted into one and what is said about it. */
export const PARTED = /[,،、，;؛；:：()（）[\]【】{}/|"“”«»]|\s[-–—]\s/u;

/** The part that each word of a query stands in, counted from 0, in the order of its words; `undefined` for a query of one part. Cost: a look at the text, and analysing it again where it has parts. */
export function partsOfQuery({ original, tokens }: AnalysedLabel): readonly number[] | undefined {
  if (!PARTED.test(original)) return undefined;
  const parts: number[] = [];
  let part = 0;
  for (const piece of original.split(PARTED)) {
    const { length } = analyseLabel(piece).tokens;
    for (let i = 0; i < length; i++) parts.push(part);
    if (length > 0) part++;
  }
  // Where words are other ones by themselves than in the whole, nobody knows which part they stand in.
  return part > 1 && parts.length === tokens.length ? parts : undefined;
}

/** Of the weight of a part, what may be missing where it counts as said. */
const MOST_MISSING = 0.1;

/** The parts of one query, of which names may say one. */
export interface QueryParts {
  readonly several: boolean;
  /**
   * Whether a name that lacks the unmatched tokens of the query has one of several parts as a whole, one that weighs this much at least. Never for a query of
   * one part. Cost: a look at each token.
   */
  readonly hasWhole: (isOpen: (token: number) => boolean, least: number) => boolean;
}

/** Of the part of each token, and what these weigh. */
export function createQueryParts(partOf: readonly number[] | undefined, weights: readonly number[]): QueryParts {
  if (partOf === undefined) return { several: false, hasWhole: () => false };
  const whole: number[] = [];
  for (const [i, part] of partOf.entries()) whole[part] = (whole[part] ?? 0) + (weights[i] ?? 0);
  return {
    several: true,
    hasWhole: (isOpen, least) => {
      const missing = whole.map(() => 0);
      for (const [i, part] of partOf.entries()) if (isOpen(i)) missing[part] = (missing[part] ?? 0) + (weights[i] ?? 0);
      return whole.some((weight, part) => weight >= least && (missing[part] ?? 0) <= MOST_MISSING * weight);
    },
  };
}

/*
 * "Springfield", with the property "state" Illinois, is "Springfield, Illinois" in a list that has the states in its names; "Casino 2007" of the maker "Hoyle" is "Hoyle
 * Casino 2007". What is asked for beside a name may be part of a label, whether or not the list has such a property, and is then nothing that the query lacks.
 */

/** A value of a property, in words that a label may have. */
export type ValueBeside = readonly string[];

/** Always the same, by which a query is known again. */
export const NO_VALUES: readonly ValueBeside[] = [];

/** A longer text is a description, whose words say nothing of a name. */
const MOST_WORDS = 5;
const MOST_CHARACTERS = 80;
const YEAR = /^\d{4}$/;
const LETTER = /\p{L}/u;

/** The values asked for beside the name, as words, without those that are not wanted; `names`: whether a property is that of the names themselves. Often none. */
export function valuesBeside(
  conditions: readonly PropertyCondition[],
  names: (property: string) => boolean,
): readonly ValueBeside[] {
  if (conditions.length === 0) return NO_VALUES;
  const found: ValueBeside[] = [];
  for (const { property, values, quantifier } of conditions) {
    if (quantifier === 'none' || names(property)) continue;
    for (const value of values) {
      const text = textOf(value);
      if (text.length > MOST_CHARACTERS || (!YEAR.test(text) && !LETTER.test(text))) continue;
      const words = analyseLabel(text).tokens.filter((word) => !isLittleWord(word));
      if (words.length > 0 && words.length <= MOST_WORDS) found.push(words);
    }
  }
  return found;
}

/** Blank for an identifier alone, which stands in no name. */
function textOf(value: QueryValue): string {
  return String(typeof value === 'object' ? (value.name ?? '') : value).trim();
}
