import { section, type Sections } from '../../foundation/sections.js';
import type { PostingLists } from '../compiled/form-selector.js';
import { nextStamp } from '../next-stamp.js';
import type { NearCompletion } from '../prefix-index.js';
import type { SortedVocabulary } from '../words/attach-vocabulary.js';
import { editsAllowed, type TypoNeighbourhood } from '../words/typo-neighbourhood.js';
import type { WordSpan } from './near-prefixes.js';

/*
 * Names near the typed text: in another order, with typos, joined or split. Each typed word stands for some words of
 * the index, the last one also for those that it begins, each with a cost in edits. The posting lists of the rarest of
 * these give names, and those with all words, within the allowed edits, are kept. So the cost is that of the rarest
 * word.
 */

export interface NearParts {
  readonly planned: { readonly words: SortedVocabulary; readonly typos: TypoNeighbourhood };
  readonly postings: PostingLists;
}

/** The typed words; the last one is a prefix. */
interface NearRequest {
  readonly tokens: readonly string[];
  /** With this many names of at most one edit, words are not joined or split. */
  readonly enough: number;
  readonly accepts?: ((entity: number) => boolean) | undefined;
}

/** Longer texts come from cells; no user types them. */
const MAX_WORDS = 8;
const LONGEST_WORD = 40;
/** Typed letters from which on one typo is allowed, and two. */
const LETTERS_FOR_ONE = 4;
const LETTERS_FOR_TWO = 8;
const MAX_READINGS = 8;
/** Maximum names examined; those with few other words come first. */
const MAX_READ = 8_000;
/** A last word this short may be a typo altogether, at an edit a letter. */
const LONGEST_SLIP = 2;
/** With this many words, one may be missing in the name, at as many edits. */
const WORDS_FOR_LACKING = 3;
const LACKING = 2;
const LETTERS_FOR_THREE = 16;
/** A shorter last word is one edit from nearly everything. */
const MIN_LETTERS_OF_LAST = 2;
/** Cost of a prefix for a whole word. */
const SHORTENED = 1;
const SHORTEST_SHORTENED = 2;
/** Maximum assignments of typed words to those of one name; only names with repeated words have more. */
const MAX_STEPS = 2_000;
/** Position of the words in the name: from its beginning, the same with gaps, later, in another order. */
const [IN_PLACE, APART, LATER, TURNED] = [0, 1, 2, 3];
const ORDERS = 4;

/**
 * Finds names near the typed text, the nearest first: by edits, then word order, then rank. `nearBeginnings`: ranges of
 * words with a prefix within one edit, including its first letter.
 */
export function createNearNames(
  sections: Sections,
  { planned: { words, typos }, postings }: NearParts,
  nearBeginnings: (token: string) => readonly WordSpan[],
): (request: NearRequest) => readonly NearCompletion[] {
  const wordOffsets = section(sections, 'labels.formWords.offsets', 'Uint32Array');
  const formWords = section(sections, 'labels.formWords.words', 'Uint32Array');
  const rowOffsets = section(sections, 'labels.formRows.offsets', 'Uint32Array');
  const formRows = section(sections, 'labels.formRows.rows', 'Uint32Array');
  const entityOfRow = section(sections, 'labels.entity', 'Uint32Array');
  const ranks = section(sections, 'prefixes.rowRank', 'Uint32Array');
  // Allocated on first use: cost of each word of the index for a typed word, in edits plus one; 0 for other words.
  const prices: Uint8Array[] = [];
  let stamps: Uint8Array | undefined;
  let stamp = 0;

  interface TypedWord {
    readonly price: Uint8Array;
    /** Words and ranges of words with a cost. */
    readonly priced: WordSpan[];
    /** Cost in edits when a name lacks it; above every limit for a required word. */
    readonly lacking: number;
  }

  function typedWord(token: string, place: number, count: number, allowed: number): TypedWord {
    const isLast = place === count - 1;
    const price = (prices[place] ??= new Uint8Array(words.size));
    const priced: WordSpan[] = [];
    const set = (first: number, end: number, edits: number): void => {
      if (edits > allowed || first >= end) return;
      let any = false;
      for (let word = first; word < end; word++) {
        const known = price[word] ?? 0;
        if (known !== 0 && known <= edits + 1) continue;
        price[word] = edits + 1;
        any = true;
      }
      if (any) priced.push([first, end]);
    };
    // For a single word, exact prefixes are known already, and near ones come from an order without a scan.
    const isAlone = count === 1;
    const known = words.idOf(token);
    if (known >= 0 && !isAlone) set(known, known + 1, 0);
    const [first, end] = words.rangeOf(token);
    if (isLast && !isAlone) set(first, end, 0);
    else if (!isAlone && token.length >= SHORTEST_SHORTENED) set(first, end, SHORTENED);
    const most = Math.min(allowed, editsAllowed(token.length));
    if (most > 0) typos.forEachNear(token, most, (word, edits) => set(word, word + 1, edits));
    if (isLast && !isAlone && allowed > 0 && token.length >= MIN_LETTERS_OF_LAST)
      for (const span of nearBeginnings(token)) set(...span, 1);
    const lacking =
      !isAlone && token.length <= LONGEST_SLIP ? token.length : count >= WORDS_FOR_LACKING ? LACKING : Infinity;
    return { price, priced, lacking };
  }

  function forget({ price, priced }: TypedWord): void {
    for (const [first, end] of priced) price.fill(0, first, end);
  }

  function costOf({ priced }: TypedWord): number {
    let cost = 0;
    for (const [first, end] of priced) for (let word = first; word < end; word++) cost += postings.countOf(word);
    return cost;
  }

  /** Calls `visit` with each form that has all words, or may lack them, with its edits and word order. */
  function visitForms(
    tokens: readonly string[],
    allowed: number,
    visit: (form: number, edits: number, order: number) => void,
  ): void {
    const typed = tokens.map((token, place) => typedWord(token, place, tokens.length, allowed));
    const seen = (stamps ??= new Uint8Array(wordOffsets.length));
    stamp = nextStamp(stamp, seen);
    for (const opened of openedOf(typed, allowed)) {
      readForms(opened, allowed, (form) => {
        if (seen[form] === stamp) return;
        seen[form] = stamp;
        measure(form, typed, allowed, visit);
      });
    }
    typed.forEach(forget);
  }

  /** The rarest words such that every sufficient name has one of them. */
  function openedOf(typed: readonly TypedWord[], allowed: number): readonly TypedWord[] {
    const byCost = typed
      .map((word) => ({ word, cost: costOf(word) }))
      .sort((a, b) => a.cost - b.cost)
      .map(({ word }) => word);
    const needed = byCost.find(({ lacking }) => lacking > allowed);
    if (needed !== undefined) return [needed];
    let left = allowed;
    const mayLack = typed
      .map(({ lacking }) => lacking)
      .sort((a, b) => a - b)
      .filter((lacking) => (left -= lacking) >= 0).length;
    return byCost.slice(0, mayLack + 1);
  }

  /** The forms of the variants of a typed word, fewest edits first, up to a limit. */
  function readForms({ price, priced }: TypedWord, allowed: number, visit: (form: number) => void): void {
    let read = 0;
    for (let edits = 0; edits <= allowed; edits++) {
      for (const [first, end] of priced) {
        for (let word = first; word < end && read < MAX_READ; word++) {
          if (price[word] !== edits + 1) continue;
          const list = postings.listOf(word);
          const start = postings.firstOf(word);
          const stop = start + Math.min(postings.countOf(word), MAX_READ - read);
          read += stop - start;
          for (let i = start; i < stop; i++) visit(list[i] ?? 0);
        }
      }
    }
  }

  /**
   * Calls `visit` with the fewest edits for which each typed word has a word of the form of its own, or may be missing.
   */
  function measure(
    form: number,
    typed: readonly TypedWord[],
    allowed: number,
    visit: (form: number, edits: number, order: number) => void,
  ): void {
    const first = wordOffsets[form] ?? 0;
    const end = wordOffsets[form + 1] ?? 0;
    const taken: number[] = [];
    let best = (allowed + 1) * ORDERS;
    let steps = 0;
    const assign = (place: number, edits: number, order: number, expected: number): void => {
      if (edits * ORDERS + order >= best || ++steps > MAX_STEPS) return;
      const word = typed[place];
      if (word === undefined) {
        best = edits * ORDERS + order;
        return;
      }
      const { price, lacking } = word;
      let isFree = false;
      for (let i = first; i < end; i++) {
        const own = price[formWords[i] ?? 0] ?? 0;
        if (own === 0 || taken.includes(i)) continue;
        taken.push(i);
        assign(place + 1, edits + own - 1, orderAt(i - first, expected, order), i - first + 1);
        taken.pop();
        isFree ||= own === 1;
      }
      if (!isFree) assign(place + 1, edits + lacking, order, expected);
    };
    assign(0, 0, IN_PLACE, 0);
    if (best < (allowed + 1) * ORDERS) visit(form, Math.floor(best / ORDERS), best % ORDERS);
  }

  return ({ tokens, enough, accepts }) => {
    if (tokens.length === 0 || tokens.length > MAX_WORDS || tokens.some(({ length }) => length > LONGEST_WORD))
      return [];
    const letters = tokens.reduce((sum, { length }) => sum + length, 0);
    const allowed = [LETTERS_FOR_ONE, LETTERS_FOR_TWO, LETTERS_FOR_THREE].filter((least) => letters >= least).length;
    const found = new Map<number, { readonly row: number; readonly edits: number; readonly distance: number }>();
    const look = (read: readonly string[], before: number): void =>
      visitForms(read, allowed - before, (form, edits, order) => {
        const distance = (edits + before) * ORDERS + order;
        for (let i = rowOffsets[form] ?? 0; i < (rowOffsets[form + 1] ?? 0); i++) {
          const row = formRows[i] ?? 0;
          const entity = entityOfRow[row] ?? 0;
          if (accepts !== undefined && !accepts(entity)) continue;
          const known = found.get(entity);
          if (
            known === undefined ||
            distance < known.distance ||
            (distance === known.distance && (ranks[row] ?? 0) < (ranks[known.row] ?? 0))
          )
            found.set(entity, { row, edits: edits + before, distance });
        }
      });
    look(tokens, 0);
    const isEnough = (): boolean => [...found.values()].filter(({ edits }) => edits <= 1).length >= enough;
    if (allowed > 0 && !isEnough()) for (const read of splitReadings(tokens, words)) look(read, 1);
    return [...found]
      .sort(([, a], [, b]) => a.distance - b.distance || (ranks[a.row] ?? 0) - (ranks[b.row] ?? 0))
      .map(([entity, { row, edits }]) => ({ entity, row, edits }));
  };
}

/** Word order after finding one more word at a position other than expected. */
function orderAt(at: number, expected: number, order: number): number {
  if (at < expected) return TURNED;
  if (at === expected || order === TURNED) return order;
  return expected === 0 ? LATER : Math.max(order, APART);
}

/**
 * The words with two neighbours joined, one split in two, or a letter moved across the space between two, as far as the
 * index may have them.
 */
function splitReadings(tokens: readonly string[], words: SortedVocabulary): readonly (readonly string[])[] {
  const readings: (readonly string[])[] = [];
  const isKnown = (token: string): boolean => words.idOf(token) >= 0;
  const begins = (token: string): boolean => {
    const [first, end] = words.rangeOf(token);
    return first < end;
  };
  const add = (at: number, taken: number, ...instead: readonly string[]): void => {
    const read = [...tokens.slice(0, at), ...instead, ...tokens.slice(at + taken)];
    const last = at + instead.length - 1;
    if (
      instead.every((token, i) => (at + i === read.length - 1 && i === instead.length - 1 ? begins : isKnown)(token)) &&
      last < read.length
    )
      readings.push(read);
  };
  for (const [at, token] of tokens.entries()) {
    for (let split = 1; split < token.length; split++) add(at, 1, token.slice(0, split), token.slice(split));
    const next = tokens[at + 1];
    if (next === undefined) continue;
    add(at, 2, token + next);
    if (token.length > 1) add(at, 2, token.slice(0, -1), token.slice(-1) + next);
    if (next.length > 1) add(at, 2, token + next.slice(0, 1), next.slice(1));
  }
  return readings.slice(0, MAX_READINGS);
}
