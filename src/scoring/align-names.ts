import type { LabelTable, Vocabulary } from '../search/label-table.js';
import { isUsualAbbreviation } from '../text/abbreviations.js';
import { analyseLabel } from '../text/analyse-label.js';
import type { AnalysedLabel } from '../text/analysed-label.js';
import { isCodeInOnePiece } from '../text/codes-in.js';
import { qualifierAtEnd } from '../text/qualifier.js';
import { mayBeLeftOut, weightShareOf } from '../text/similarity/common-words.js';
import { markedAbbreviation, markedAbbreviations } from '../text/similarity/marked-abbreviation.js';
import { wordShape, type WordShape } from '../text/similarity/word-shape.js';
import {
  likenessOfGivenNames,
  wordRelation,
  wordResemblance,
  wordSimilarity,
} from '../text/similarity/word-similarity.js';
import type { DatasetStatistics, WordStatistics } from './statistics.js';

/** How two tokens are paired; an alignment keeps places in this list. */
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
const PLACE = Object.fromEntries(RELATIONS.map((relation, i) => [relation, i])) as Readonly<
  Record<TokenRelation, number>
>; // one for each relation

/** Tokens of labels that a query meets; more make its memory grow. */
const TOKENS_AT_FIRST = 64;
/** Tokens of a name that are compared; those behind say little. */
const MAX_TOKENS = 31;
/** Bits of a token. */
export const STOP_WORD = 1;
export const NUMBER = 2;
export const CODE = 4;

/** Which of two tokens begins with the other and goes on. */
const LABEL_LONGER = 1;
const QUERY_LONGER = 2;
/** Similarity of words that are written together on one side, and of an acronym with its words. */
const JOINED = 0.95;
const ACRONYM = 0.9;
const SHORTEST_ACRONYM = 3;
const SHORTEST_JOINED = 4;

/** How the tokens of a query and of a label are paired. Written anew for each label. */
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

/** What is known of the tokens of one dataset, by their numbers in the vocabulary, each worked out once. */
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

  /** How surely the token separates entities, 0–1. */
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
    (mayBeLeftOut(text) ? STOP_WORD : 0) |
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

/** What the usual words of a type weigh where that type is asked for. */
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
  readonly #slots = new Map<number, number>();
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
      exchanges: id < 0 ? undefined : statistics.exchangesOf(word),
      marked,
    };
  }

  /** What a token of a label weighs. */
  weightOf(token: number): number {
    if (this.#ofType !== undefined) {
      const own = this.#ofType.get(this.table.vocabulary.tokenOf(token));
      if (own !== undefined) return own;
    }
    return this.table.weight(token);
  }

  /** Where the similarities of a token of labels stand: that with token i of the query at this place + i. */
  slotOf(token: number): number {
    const known = this.#slots.get(token);
    if (known !== undefined) return known;
    const slot = this.#slots.size * this.tokens.length;
    this.#slots.set(token, slot);
    if (slot === this.#similarities.length) this.#grow();
    const shape = this.table.shape(token);
    for (let i = 0; i < this.tokens.length; i++) {
      const own = this.tokens[i];
      if (own === undefined) break;
      if (own.id === token) {
        this.#similarities[slot + i] = 1;
        this.#relations[slot + i] = PLACE.equal;
        this.#beginnings[slot + i] = 0;
      } else {
        this.#similarities[slot + i] = similarityOf(own, shape);
        this.#relations[slot + i] = foundRelation;
        this.#beginnings[slot + i] = shape.text.startsWith(own.shape.text)
          ? LABEL_LONGER
          : own.shape.text.startsWith(shape.text)
            ? QUERY_LONGER
            : 0;
      }
    }
    return slot;
  }

  #grow(): void {
    const similarities = new Float64Array(2 * this.#similarities.length);
    similarities.set(this.#similarities);
    this.#similarities = similarities;
    const relations = new Uint8Array(2 * this.#relations.length);
    relations.set(this.#relations);
    this.#relations = relations;
    const beginnings = new Uint8Array(2 * this.#beginnings.length);
    beginnings.set(this.#beginnings);
    this.#beginnings = beginnings;
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
const LEAST_OF_ITS_OWN = 4;
/** Where both are words of their own, an abbreviation is believed by half. */
const OF_THEIR_OWN = 0.5;

function similarityOf({ shape, id, exchanges, marked }: QueryToken, other: WordShape): number {
  const exchanged = exchanges?.get(other.text) ?? 0;
  const abbreviated = marked ? markedAbbreviation(shape, other) : 0;
  const alike = wordSimilarity(shape, other);
  foundRelation = PLACE[wordRelation(shape, other)];
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
    Math.min(a.text.length, b.text.length) >= LEAST_OF_ITS_OWN &&
    likenessOfGivenNames(a, b) === 0 &&
    !isUsualAbbreviation(a.text, b.text) &&
    !isUsualAbbreviation(b.text, a.text)
  );
}

/** Pairs the tokens of a query with those of the label in a row, and gives the alignment that belongs to the query. Always the same for the same two. */
export function alignNames(query: QueryName, labels: LabelTable, row: number): NameAlignment {
  const { alignment: own } = query.table;
  const { ofQuery, ofLabel, pairOf, relationOf, ids } = own;
  const n = query.tokens.length;
  const m = Math.min(labels.readTokenIds(row, ids), MAX_TOKENS);
  own.count = m;
  own.queryLeft = n;
  own.labelLeft = m;
  own.isJoined = false;
  ofQuery.fill(0, 0, n);
  ofLabel.fill(0, 0, m);
  pairOf.fill(-1, 0, n);
  relationOf.fill(0, 0, n);
  for (let i = 0; i < n; i++) {
    const id = query.tokens[i]?.id ?? -1;
    if (id < 0) continue;
    if (i < m && ofLabel[i] === 0 && ids[i] === id) pair(own, i, i, 1, PLACE.equal);
    else
      for (let j = 0; j < m; j++)
        if (ofLabel[j] === 0 && ids[j] === id) {
          pair(own, i, j, 1, PLACE.equal);
          break;
        }
  }
  if (own.queryLeft > 0 && own.labelLeft > 0) {
    pairJoined(query, own);
    pairSimilar(query, own);
    pairAcronym(query, own);
  }
  return own;
}

function pair(own: NameAlignment, i: number, j: number, similarity: number, relation: number): void {
  own.ofQuery[i] = similarity;
  own.ofLabel[j] = similarity;
  own.pairOf[i] = j;
  own.relationOf[i] = relation;
  own.queryLeft--;
  own.labelLeft--;
}

/** "new castle" and "newcastle", several tokens on either side. */
function pairJoined(query: QueryName, own: NameAlignment): void {
  const { tokens } = query;
  const { ofQuery, ofLabel, pairOf, relationOf, ids } = own;
  for (let j = 0; j < own.count; j++) {
    if (ofLabel[j] !== 0) continue;
    const slot = query.slotOf(ids[j] ?? 0);
    for (let i = 0; i < tokens.length; i++) {
      const beginning = ofQuery[i] === 0 ? query.beginningAt(slot + i) : 0;
      if (beginning === 0) continue;
      if (beginning === LABEL_LONGER) {
        const length = piecesOfLabel(query, own, i, j);
        if (length === 0) continue;
        for (let k = i; k < i + length; k++) {
          ofQuery[k] = JOINED;
          pairOf[k] = j;
          relationOf[k] = PLACE.joined;
        }
        ofLabel[j] = JOINED;
        own.queryLeft -= length;
        own.labelLeft--;
      } else {
        const length = piecesOfQuery(query, own, i, j);
        if (length === 0) continue;
        ofLabel.fill(JOINED, j, j + length);
        ofQuery[i] = JOINED;
        pairOf[i] = j;
        relationOf[i] = PLACE.joined;
        own.queryLeft--;
        own.labelLeft -= length;
      }
      own.isJoined = true;
      break;
    }
  }
}

/** "mb13 grn see v2" and "mb13grnseev2". */
const MAX_PIECES = 5;

/** How many unpaired tokens of the query from this place on, two and more, make the token of the label together; 0 for none. */
function piecesOfLabel({ tokens, table }: QueryName, { ofQuery, ids }: NameAlignment, i: number, j: number): number {
  const { text } = table.shape(ids[j] ?? 0);
  let length = 0;
  for (let k = i; k < tokens.length && k < i + MAX_PIECES && ofQuery[k] === 0; k++) {
    const piece = tokens[k]?.shape.text ?? '';
    if (!text.startsWith(piece, length)) return 0;
    length += piece.length;
    if (length === text.length) return k > i ? k - i + 1 : 0;
  }
  return 0;
}

/** How many unpaired tokens of the label from this place on, two and more, make the token of the query together; 0 for none. */
function piecesOfQuery(
  { tokens, table }: QueryName,
  { ofLabel, ids, count }: NameAlignment,
  i: number,
  j: number,
): number {
  const text = tokens[i]?.shape.text ?? '';
  if (text.length < SHORTEST_JOINED) return 0;
  let length = 0;
  for (let k = j; k < count && k < j + MAX_PIECES && ofLabel[k] === 0; k++) {
    const piece = table.shape(ids[k] ?? 0).text;
    if (!text.startsWith(piece, length)) return 0;
    length += piece.length;
    if (length === text.length) return k > j ? k - j + 1 : 0;
  }
  return 0;
}

/** The most similar tokens that are left, one pair after the other; of pairs as similar, those at the same place. */
function pairSimilar(query: QueryName, own: NameAlignment): void {
  const { ofQuery, ofLabel, ids } = own;
  const n = query.tokens.length;
  while (own.queryLeft > 0 && own.labelLeft > 0) {
    let [best, bestI, bestJ, relation] = [0, -1, -1, 0];
    for (let j = 0; j < own.count; j++) {
      if (ofLabel[j] !== 0) continue;
      const slot = query.slotOf(ids[j] ?? 0);
      for (let i = 0; i < n; i++) {
        if (ofQuery[i] !== 0) continue;
        const similarity = query.similarityAt(slot + i);
        if (similarity === 0 || similarity + (i === j ? 0.01 : 0) <= best) continue;
        best = similarity + (i === j ? 0.01 : 0);
        [bestI, bestJ, relation] = [i, j, query.relationAt(slot + i)];
      }
    }
    if (bestI < 0) return;
    pair(own, bestI, bestJ, Math.min(1, best), relation);
  }
}

/** A token that is the initials of all that is left on the other side, stop words as may be. */
function pairAcronym({ tokens, table }: QueryName, own: NameAlignment): void {
  const { ofQuery, ofLabel, pairOf, relationOf, ids, count } = own;
  if (own.queryLeft > 0 && own.labelLeft >= SHORTEST_ACRONYM)
    for (let i = 0; i < tokens.length; i++) {
      const text = tokens[i]?.shape.text ?? '';
      if (ofQuery[i] !== 0 || text.length < SHORTEST_ACRONYM || text.length > own.labelLeft) continue;
      let [at, first] = [0, -1];
      for (let j = 0; j < count && at >= 0; j++) {
        if (ofLabel[j] !== 0) continue;
        if (first < 0) first = j;
        const id = ids[j] ?? 0;
        if (at < text.length && table.shape(id).text.charCodeAt(0) === text.charCodeAt(at)) at++;
        else if ((table.classes(id) & STOP_WORD) === 0) at = -1;
      }
      if (at !== text.length) continue;
      for (let j = 0; j < count; j++) if (ofLabel[j] === 0) ofLabel[j] = ACRONYM;
      ofQuery[i] = ACRONYM;
      pairOf[i] = first;
      relationOf[i] = PLACE.acronym;
      own.queryLeft--;
      own.labelLeft = 0;
      return;
    }
  if (own.labelLeft > 0 && own.queryLeft >= SHORTEST_ACRONYM)
    for (let j = 0; j < count; j++) {
      if (ofLabel[j] !== 0) continue;
      const { text } = table.shape(ids[j] ?? 0);
      if (text.length < SHORTEST_ACRONYM || text.length > own.queryLeft) continue;
      let at = 0;
      for (let i = 0; i < tokens.length && at >= 0; i++) {
        const token = tokens[i];
        if (ofQuery[i] !== 0 || token === undefined) continue;
        if (at < text.length && token.shape.text.charCodeAt(0) === text.charCodeAt(at)) at++;
        else if ((token.classes & STOP_WORD) === 0) at = -1;
      }
      if (at !== text.length) continue;
      for (let i = 0; i < tokens.length; i++)
        if (ofQuery[i] === 0) {
          ofQuery[i] = ACRONYM;
          pairOf[i] = j;
          relationOf[i] = PLACE.acronym;
        }
      ofLabel[j] = ACRONYM;
      own.queryLeft = 0;
      own.labelLeft--;
      return;
    }
}

/** Where a longer name may be parted into one and what is said about it. */
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
  // Where words are other ones by themselves than in the whole, nobody knows which part they stand in.
  return part > 1 && parts.length === tokens.length ? parts : undefined;
}
