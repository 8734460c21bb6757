import { grown } from '../foundation/grown.js';
import type { LabelTable, Vocabulary } from '../search/label-table.js';
import { isUsualAbbreviation } from '../text/abbreviations.js';
import { analyseLabel } from '../text/analyse-label.js';
import type { AnalysedLabel } from '../text/analysed-label.js';
import { isCodeInOnePiece } from '../text/codes-in.js';
import { qualifierAtEnd } from '../text/qualifier.js';
import { isOptionalToken, weightShareOf } from '../text/similarity/common-words.js';
import { markedAbbreviation, markedAbbreviations } from '../text/similarity/marked-abbreviation.js';
import { wordShape, type WordShape } from '../text/similarity/word-shape.js';
import {
  lastRelation,
  likenessOfGivenNames,
  wordResemblance,
  wordSimilarity,
} from '../text/similarity/word-similarity.js';
import type { DatasetStatistics, WordStatistics } from './statistics.js';

/** Relations of two paired tokens; an alignment keeps places in this list. */
export const RELATIONS = [
  'none',
  'equal',
  'number',
  'typo',
  'spelling',
  'initial',
  'abbreviation',
  'stem',
  'sound',
  'code',
  'given-name',
  'generation',
  'exchanged',
  'resemblance',
  'joined',
  'acronym',
] as const;
export type TokenRelation = (typeof RELATIONS)[number];
export const PLACE = Object.fromEntries(RELATIONS.map((relation, i) => [relation, i])) as Readonly<
  Record<TokenRelation, number>
>; // one for each relation

/** Tokens of labels that a query meets; more make its memory grow. */
const TOKENS_AT_FIRST = 64;
const FIRST_PLACES = 256;
/** Odd: neighbouring tokens, which are alphabetical, come apart. */
const SPREAD = 0x9e3b;
/** Tokens of a name that are compared; those behind say little. */
export const MAX_TOKENS = 31;
/** Bits of a token. */
export const STOP_WORD = 1;
export const NUMBER = 2;
export const CODE = 4;

/** The longer of two tokens of which one begins with the other. */
export const LABEL_LONGER = 1;
const QUERY_LONGER = 2;

/** Pairs of tokens of a query and a label. Overwritten for each label. */
export class NameAlignment {
  /** Tokens of the label. */
  readonly ids = new Uint32Array(MAX_TOKENS);
  count = 0;
  /** Similarity with the token that each is paired with, 0–1; 0 for an unpaired one. */
  readonly ofQuery = new Float64Array(MAX_TOKENS);
  readonly ofLabel = new Float64Array(MAX_TOKENS);
  /** By token of the query: the first token of the label that it is paired with, -1 for none; and how. */
  readonly pairOf = new Int8Array(MAX_TOKENS);
  readonly relationOf = new Uint8Array(MAX_TOKENS);
  /** Unpaired tokens. */
  queryLeft = 0;
  labelLeft = 0;
  isJoined = false;
}

/** Shapes, weights and classes of the tokens of one dataset, by their numbers in the vocabulary, each computed once. */
export class TokenTable {
  readonly vocabulary: Vocabulary;
  readonly statistics: DatasetStatistics;
  readonly #shapes: (WordShape | undefined)[] = [];
  /** Scratch memory: every comparison of two names is done before the next one begins. */
  readonly alignment = new NameAlignment();
  readonly #weights: Float32Array;
  readonly #separates: Float32Array;
  readonly #classes: Uint8Array;

  constructor({ vocabulary }: LabelTable, statistics: DatasetStatistics) {
    this.vocabulary = vocabulary;
    this.statistics = statistics;
    this.#weights = new Float32Array(vocabulary.size).fill(NaN);
    this.#separates = new Float32Array(vocabulary.size);
    this.#classes = new Uint8Array(vocabulary.size);
  }

  shape(token: number): WordShape {
    return (this.#shapes[token] ??= wordShape(this.vocabulary.tokenOf(token)));
  }

  weight(token: number): number {
    const known = this.#weights[token] ?? NaN;
    return Number.isNaN(known) ? this.#read(token) : known;
  }

  /** Share of the pairs of names differing by this token that name different entities, 0–1. */
  separates(token: number): number {
    if (Number.isNaN(this.#weights[token] ?? NaN)) this.#read(token);
    return this.#separates[token] ?? 0;
  }

  classes(token: number): number {
    if (Number.isNaN(this.#weights[token] ?? NaN)) this.#read(token);
    return this.#classes[token] ?? 0;
  }

  #read(token: number): number {
    const word = this.vocabulary.tokenOf(token);
    this.#classes[token] = classesOf(this.shape(token));
    this.#separates[token] = separationOf(this.statistics, word);
    this.#weights[token] = this.statistics.idfOf(word) * weightShareOf(word);
    return this.#weights[token] ?? 0;
  }
}

const SHORTEST_CODE = 5;
const QUANTITY = /^\d+[a-z]+$|^\d+x\d+/;

function classesOf({ text, number, code }: WordShape): number {
  return (
    (isOptionalToken(text) ? STOP_WORD : 0) |
    (number === undefined ? 0 : NUMBER) |
    ((code && text.length >= SHORTEST_CODE && !QUANTITY.test(text)) || isCodeInOnePiece(text) ? CODE : 0)
  );
}

function separationOf({ separationOf: known, usualSeparation }: WordStatistics, word: string): number {
  return known(word) ?? usualSeparation * weightShareOf(word);
}

/** A token of the query. */
export interface QueryToken {
  readonly shape: WordShape;
  /** Its number in the vocabulary; -1 for a token that no label has. */
  readonly id: number;
  readonly weight: number;
  readonly classes: number;
  readonly separates: number;
  /** Tokens that other names of the dataset have in its place, and how far each exchange is to be believed, 0–1. */
  readonly exchanges: ReadonlyMap<string, number> | undefined;
  /** Whether a full stop says that it is abbreviated. */
  readonly marked: boolean;
}

/** Weights of the usual words of a type, for queries for that type. */
export type WeightsOfType = ReadonlyMap<string, number>;

/** A name that labels are aligned with, and the similarities of tokens that it met. */
export class QueryName {
  readonly label: AnalysedLabel;
  readonly table: TokenTable;
  readonly tokens: readonly QueryToken[];
  /** Sum of the weights. */
  readonly weight: number;
  /** Place of the first token of the qualifier at its end; the number of tokens without one. */
  readonly qualifierFrom: number;
  /** The part that each token stands in; `undefined` for a name of one part. */
  readonly parts: readonly number[] | undefined;
  /** Tokens of the values that are asked for beside the name. */
  readonly besideName: ReadonlySet<number>;
  readonly #ofType: WeightsOfType | undefined;
  /** Tokens met and their slots, counted from 1, open addressing; a power of two of places, at most half of them full. */
  #metTokens = new Uint32Array(FIRST_PLACES);
  #metSlots = new Uint32Array(FIRST_PLACES);
  #met = 0;
  #similarities: Float64Array;
  #relations: Uint8Array;
  #beginnings: Uint8Array;

  constructor(
    table: TokenTable,
    label: AnalysedLabel,
    { ofType, beside = [] }: { readonly ofType?: WeightsOfType; readonly beside?: Iterable<string> } = {},
  ) {
    this.label = label;
    this.table = table;
    this.#ofType = ofType;
    const marked = markedAbbreviations(label.original);
    this.parts = partsOfQuery(label);
    this.tokens = label.tokens.slice(0, MAX_TOKENS).map((word) => this.#token(word, marked?.has(word) === true));
    this.#similarities = new Float64Array(this.tokens.length * TOKENS_AT_FIRST);
    this.#relations = new Uint8Array(this.tokens.length * TOKENS_AT_FIRST);
    this.#beginnings = new Uint8Array(this.tokens.length * TOKENS_AT_FIRST);
    this.qualifierFrom = this.tokens.length - qualifierLength(label.original, this.tokens.length);
    let weight = 0;
    for (const token of this.tokens) weight += token.weight;
    this.weight = weight;
    this.besideName = new Set(Array.from(beside, table.vocabulary.idOf).filter((id) => id >= 0));
  }

  #token(word: string, marked: boolean): QueryToken {
    const { vocabulary, statistics } = this.table;
    const id = vocabulary.idOf(word);
    const shape = id < 0 ? wordShape(word) : this.table.shape(id);
    return {
      shape,
      id,
      weight: this.#ofType?.get(word) ?? statistics.idfOf(word) * weightShareOf(word),
      classes: classesOf(shape),
      separates: id < 0 ? 0.5 * weightShareOf(word) : this.table.separates(id),
      exchanges: id < 0 ? undefined : statistics.learnedSynonymsOf(word),
      marked,
    };
  }

  /** Weight of a token of a label. */
  weightOf(token: number): number {
    if (this.#ofType !== undefined) {
      const own = this.#ofType.get(this.table.vocabulary.tokenOf(token));
      if (own !== undefined) return own;
    }
    return this.table.weight(token);
  }

  /** First place of the similarities of a token of labels; that with token i of the query is at this place + i, once `compareAt` has found it. */
  slotOf(token: number): number {
    const tokens = this.#metTokens;
    let place = Math.imul(token, SPREAD) & (tokens.length - 1);
    for (let known = this.#metSlots[place] ?? 0; known !== 0; known = this.#metSlots[place] ?? 0) {
      if (tokens[place] === token) return (known - 1) * this.tokens.length;
      place = (place + 1) & (tokens.length - 1);
    }
    const slot = this.#met * this.tokens.length;
    tokens[place] = token;
    this.#metSlots[place] = ++this.#met;
    if (2 * this.#met > tokens.length) this.#spread();
    if (slot === this.#similarities.length) this.#grow();
    return slot;
  }

  /** Compares a token of labels with token i of the query, once. `slot`: that of the token of labels. */
  compareAt(slot: number, i: number, token: number): void {
    const place = slot + i;
    const own = this.tokens[i];
    if (this.#relations[place] !== 0 || own === undefined) return;
    if (own.id === token) {
      this.#similarities[place] = 1;
      this.#relations[place] = PLACE.equal;
      return;
    }
    const shape = this.table.shape(token);
    this.#similarities[place] = similarityOf(own, shape);
    this.#relations[place] = foundRelation;
    this.#beginnings[place] = shape.text.startsWith(own.shape.text)
      ? LABEL_LONGER
      : own.shape.text.startsWith(shape.text)
        ? QUERY_LONGER
        : 0;
  }

  #spread(): void {
    const [tokens, slots] = [this.#metTokens, this.#metSlots];
    this.#metTokens = new Uint32Array(2 * tokens.length);
    this.#metSlots = new Uint32Array(2 * tokens.length);
    for (const [i, slot] of slots.entries()) {
      if (slot === 0) continue;
      let place = Math.imul(tokens[i] ?? 0, SPREAD) & (2 * tokens.length - 1);
      while (this.#metSlots[place] !== 0) place = (place + 1) & (2 * tokens.length - 1);
      this.#metTokens[place] = tokens[i] ?? 0;
      this.#metSlots[place] = slot;
    }
  }

  #grow(): void {
    this.#similarities = grown(this.#similarities);
    this.#relations = grown(this.#relations);
    this.#beginnings = grown(this.#beginnings);
  }

  similarityAt(place: number): number {
    return this.#similarities[place] ?? 0;
  }

  relationAt(place: number): number {
    return this.#relations[place] ?? 0;
  }

  /** `LABEL_LONGER` where the token of the label begins with that of the query, `QUERY_LONGER` where it is the other way round, else 0. */
  beginningAt(place: number): number {
    return this.#beginnings[place] ?? 0;
  }
}

/** Tokens of the qualifier that ends a name; 0 where it is all there is. */
function qualifierLength(text: string, tokens: number): number {
  const { words } = qualifierAtEnd(text);
  return words < tokens ? words : 0;
}

/** The relation found by the last call of `similarityOf`: the innermost loop must not put objects on the heap. */
let foundRelation = 0;

/** A known word from this length on is rather a word of its own than short for another one. */
const MIN_OF_ITS_OWN = 4;
/** Factor of an abbreviation between two words that both stand for themselves. */
const OF_THEIR_OWN = 0.5;

function similarityOf({ shape, id, exchanges, marked }: QueryToken, other: WordShape): number {
  const exchanged = exchanges?.get(other.text) ?? 0;
  const abbreviated = marked ? markedAbbreviation(shape, other) : 0;
  const alike = wordSimilarity(shape, other);
  foundRelation = PLACE[lastRelation()];
  if (exchanged > alike && exchanged >= abbreviated) {
    foundRelation = PLACE.exchanged;
    return exchanged;
  }
  if (abbreviated > alike) {
    foundRelation = shape.text.length === 1 ? PLACE.initial : PLACE.abbreviation;
    return abbreviated;
  }
  if (alike === 0) {
    foundRelation = PLACE.resemblance;
    return id < 0 ? wordResemblance(shape, other) : 0;
  }
  return foundRelation === PLACE.abbreviation && id >= 0 && !marked && areOfTheirOwn(shape, other)
    ? alike * OF_THEIR_OWN
    : alike;
}

/** Whether two known words stand for themselves: "west" is not short for "western" as "univ" is for "university". */
function areOfTheirOwn(a: WordShape, b: WordShape): boolean {
  return (
    Math.min(a.text.length, b.text.length) >= MIN_OF_ITS_OWN &&
    likenessOfGivenNames(a, b) === 0 &&
    !isUsualAbbreviation(a.text, b.text) &&
    !isUsualAbbreviation(b.text, a.text)
  );
}

/** Marks between a name and additions to it. */
const PARTED = /[,،、，;؛；:：()（）[\]【】{}/|"“”«»]|\s[-–—]\s/u;

/** The part that each word of a query stands in, counted from 0, in the order of its words; `undefined` for a query of one part. Cost: a look at the text, and analysing it again where it has parts. */
function partsOfQuery({ original, tokens }: AnalysedLabel): readonly number[] | undefined {
  if (!PARTED.test(original)) return undefined;
  const parts: number[] = [];
  let part = 0;
  for (const piece of original.split(PARTED)) {
    const { length } = analyseLabel(piece).tokens;
    for (let i = 0; i < length; i++) parts.push(part);
    if (length > 0) part++;
  }
  // Analysed alone, some parts have other words than in the whole: then the part of a word is unknown.
  return part > 1 && parts.length === tokens.length ? parts : undefined;
}
