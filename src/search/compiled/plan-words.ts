import { abbreviated } from '../../text/abbreviations.js';
import { formsOfGivenName } from '../../text/given-names.js';
import type { SortedVocabulary } from '../words/attach-vocabulary.js';
import type { HeardWords } from '../words/heard-words.js';
import { canHaveSimilar, type SimilarWords } from '../words/similar-words.js';
import { editsAllowed, type TypoNeighbourhood } from '../words/typo-neighbourhood.js';
import { wordWeight } from '../words/word-weight.js';
import { createWordGroup, type WordGroup } from './word-group.js';
import { appendAll } from '../../foundation/append-all.js';

/** Parts of the index for the planner. */
export interface PlannedIndex {
  readonly words: SortedVocabulary;
  readonly typos: TypoNeighbourhood;
  readonly similar: SimilarWords;
  readonly heard: HeardWords;
  readonly entityCount: number;
  /** Weight of a word that these labels lack; by the vocabulary if omitted. */
  readonly weightOfUnknown?: (token: string) => number;
  readonly postingCount: (word: number) => number;
}

/** `exact`: words as they are, typos only of unknown ones. `tolerant`: typos of all, and shortened words. */
type Effort = 'exact' | 'tolerant';

/** Maximum words read of a sentence. */
const MAX_WORDS_READ = 64;
const MAX_VARIANTS = 32;
/** Maximum words of a range to open, and their maximum postings. */
const MAX_RANGE_WORDS = 3000;
const RANGE_BUDGET = 4000;
const INITIAL_WEIGHT = 1.5;
const ABBREVIATION_SIMILARITY = 0.9;
const GIVEN_NAME_SIMILARITY = 0.8;
const LONG_PREFIX_SIMILARITY = 0.9;
const SHORT_PREFIX_SIMILARITY = 0.65;
const INITIAL_SIMILARITY = 0.8;
/** Similarity of a label's initial to the word of the query. */
const LABEL_INITIAL_SIMILARITY = 0.7;
const JOINED_SIMILARITY = 0.95;
/** In a sentence, the name is probably among the known words. */
const MAX_WORDS_FOR_SIMILAR = 8;
/** Factor on the resemblance of a similar word. */
const SIMILAR_SHARE = 0.9;
/** Similarity of a word with the same consonants, whatever its letters. */
const HEARD_SIMILARITY = 0.5;
/** Finding the split position costs the square of the length; longer words were never two words. */
const LONGEST_TO_SPLIT = 60;
const SINGLE_LETTER = /^\p{L}$/u;
/** A word with a number attached: not a piece of a part number, which has fewer letters or more digits. */
const LETTERS_AND_DIGIT = /^\p{L}{4,}\d$/u;
const DIGIT_AND_LETTERS = /^\d\p{L}{4,}$/u;
/** `acdc` is the shortest. */
const SHORTEST_TO_SPLIT = 4;
/** A word of one name may still be two words if it is as long as `vanloo`; a more frequent one hardly. */
const SHORTEST_KNOWN_TO_SPLIT = 6;
const MAX_KNOWN_TO_SPLIT = 1;

/**
 * One group for every distinct word of a query, with its variants, typos for unknown words only; then one for each
 * dotted initial (`ad` of `Moore, A.D.`).
 */
export function planWords(index: PlannedIndex, tokens: readonly string[], initials: readonly string[]): WordGroup[] {
  const last = tokens.at(-1);
  const groups: WordGroup[] = [];
  for (const token of distinctWords(tokens)) groups.push(planWord(index, token, token === last, 'exact'));
  for (const letter of initials.join('')) groups.push(planInitial(index, letter));
  return groups;
}

/**
 * Groups with typos of all words, and further ones for joined and split words. `exact` are those of `planWords` for the
 * same words.
 */
export function planTolerantly(
  index: PlannedIndex,
  tokens: readonly string[],
  exact: readonly WordGroup[],
): WordGroup[] {
  const last = tokens.at(-1);
  const distinct = distinctWords(tokens);
  const groups: WordGroup[] = [];
  for (const [place, token] of distinct.entries()) {
    // For an unknown word everything was searched at once.
    const whole = index.words.idOf(token) < 0 ? exact[place] : undefined;
    groups.push(whole ?? planWord(index, token, token === last, 'tolerant'));
  }
  // The initials follow the words.
  appendAll(groups, exact.slice(distinct.length));
  for (const token of distinct) addSplit(index, token, groups);
  for (let i = 1; i < tokens.length && i < MAX_WORDS_READ; i++)
    addJoined(index, `${tokens[i - 1] ?? ''}${tokens[i] ?? ''}`, groups);
  return groups;
}

function distinctWords(tokens: readonly string[]): readonly string[] {
  return [...new Set(tokens.length > MAX_WORDS_READ ? tokens.slice(0, MAX_WORDS_READ) : tokens)];
}

/**
 * Adds similar words to the groups of unknown words, or of all if none is unknown. `groups` are those of `planWords`
 * for the same words. False when nothing was added, and for sentences.
 */
export function addSimilarWords(index: PlannedIndex, tokens: readonly string[], groups: readonly WordGroup[]): boolean {
  if (tokens.length > MAX_WORDS_FOR_SIMILAR) return false;
  const distinct = distinctWords(tokens);
  let unknown = distinct.map((token) => canHaveSimilar(token) && index.words.idOf(token) < 0);
  if (!unknown.includes(true)) unknown = distinct.map(canHaveSimilar);
  let added = false;
  for (const [place, token] of distinct.entries()) {
    const group = groups[place];
    if (group === undefined || unknown[place] !== true) continue;
    for (const { id, similarity } of index.similar.similarTo(token)) {
      if (group.words.includes(id)) continue;
      addOpening(index, group, id, SIMILAR_SHARE * similarity);
      added = true;
    }
    for (const id of index.heard.soundingLike(token)) {
      if (group.words.includes(id)) continue;
      addOpening(index, group, id, HEARD_SIMILARITY);
      added = true;
    }
  }
  return added;
}

/** The words that an initial may abbreviate. */
function planInitial({ words }: PlannedIndex, letter: string): WordGroup {
  const group = createWordGroup(INITIAL_WEIGHT, 'adds chances');
  addInitial(words, letter, group);
  return group;
}

function addInitial(words: SortedVocabulary, letter: string, group: WordGroup): void {
  const [first, end] = words.rangeOf(letter);
  group.ranges.push({ first, end, beginning: letter, similarity: INITIAL_SIMILARITY, length: 0 });
}

function planWord(index: PlannedIndex, token: string, isLast: boolean, effort: Effort): WordGroup {
  const { words } = index;
  const known = words.idOf(token);
  const group = createWordGroup(
    known < 0 ? (index.weightOfUnknown?.(token) ?? words.weightOf(known)) : words.weightOf(known),
    'counts',
  );
  if (known >= 0) addOpening(index, group, known, 1);
  for (const meaning of abbreviated(token)) {
    const id = words.idOf(meaning);
    if (id < 0) continue;
    if (token.length > 1) addOpening(index, group, id, ABBREVIATION_SIMILARITY);
    else addConfirming(group, id, ABBREVIATION_SIMILARITY);
  }
  // Entities with the other name are found by their surname; the forms of a name are too many to be looked up.
  for (const form of formsOfGivenName(token)) {
    const id = words.idOf(form);
    if (id >= 0 && id !== known) addConfirming(group, id, GIVEN_NAME_SIMILARITY);
  }
  if (SINGLE_LETTER.test(token)) {
    addInitial(words, token, group);
    group.weight = Math.min(group.weight, INITIAL_WEIGHT);
    return group;
  }
  const tolerant = effort === 'tolerant';
  if (known < 0 || tolerant) addTypos(index, group, token, known);
  if (known < 0 || isLast || tolerant) addRange(index, group, token, known, known < 0 || isLast);
  // A label may have only the initial of the word.
  const initial = words.idOf(token.slice(0, token.codePointAt(0) === token.charCodeAt(0) ? 1 : 2));
  if (initial >= 0 && SINGLE_LETTER.test(words.tokenOf(initial)))
    addConfirming(group, initial, LABEL_INITIAL_SIMILARITY);
  if (known < 0 && group.opening.length > 0)
    group.weight = Math.min(
      group.weight,
      wordWeight(index.entityCount, Math.max(1, group.cost / group.opening.length)),
    );
  return group;
}

/** Adds a word that only confirms candidates of others. */
function addConfirming(group: WordGroup, word: number, similarity: number): void {
  group.words.push(word);
  group.similarities.push(similarity);
}

/** Adds a word whose postings give candidates. */
function addOpening(index: PlannedIndex, group: WordGroup, word: number, similarity: number): void {
  addConfirming(group, word, similarity);
  group.opening.push(word);
  group.cost += index.postingCount(word);
}

/** Variants within the allowed edits, nearest first, then most frequent; two edits only if one edit finds nothing. */
function addTypos(index: PlannedIndex, group: WordGroup, token: string, known: number): void {
  // A known word is probably right; unless it is long, two edits away is another name.
  const most = known >= 0 && token.length < 8 ? 1 : editsAllowed(token.length);
  if (most === 0 || (known >= 0 && token.length < 4)) return;
  const found: { id: number; distance: number }[] = [];
  index.typos.forEachNear(token, most, (id, distance) => found.push({ id, distance }));
  if (found.length > MAX_VARIANTS) {
    found.sort((a, b) => a.distance - b.distance || index.postingCount(b.id) - index.postingCount(a.id) || a.id - b.id);
    found.length = MAX_VARIANTS;
  } else {
    found.sort((a, b) => a.distance - b.distance || a.id - b.id);
  }
  for (const { id, distance } of found) addOpening(index, group, id, typoSimilarity(token.length, distance));
}

function typoSimilarity(length: number, distance: number): number {
  return distance === 1 ? Math.min(0.92, 0.7 + 0.025 * length) : Math.min(0.75, 0.5 + 0.02 * length);
}

function addRange(index: PlannedIndex, group: WordGroup, token: string, known: number, opens: boolean): void {
  const [first, end] = index.words.rangeOf(token);
  if (end - first <= (known >= 0 ? 1 : 0)) return;
  group.ranges.push({
    first,
    end,
    beginning: token,
    similarity: opens ? LONG_PREFIX_SIMILARITY : SHORT_PREFIX_SIMILARITY,
    length: token.length,
  });
  if (!opens) return;
  // Frequent words of the range first would use up the budget; the range is read alphabetically.
  const stop = Math.min(end, first + MAX_RANGE_WORDS);
  let cost = 0;
  for (let word = first; word < stop; word++) {
    if (word === known) continue;
    const count = index.postingCount(word);
    if (cost + count > RANGE_BUDGET) continue;
    cost += count;
    group.opening.push(word);
  }
  group.cost += cost;
}

/** `newyork` → `new` and `york`, `python3` → `python` and `3`: the best split of a rare word into two known ones. */
function addSplit(index: PlannedIndex, token: string, groups: WordGroup[]): void {
  const { words } = index;
  const known = words.idOf(token);
  const isHardlyTwo =
    known >= 0 && (token.length < SHORTEST_KNOWN_TO_SPLIT || index.postingCount(known) > MAX_KNOWN_TO_SPLIT);
  if (token.length < SHORTEST_TO_SPLIT || token.length > LONGEST_TO_SPLIT || isHardlyTwo) return;
  let best: readonly [number, number] | undefined;
  let bestValue = 0;
  const shortest = LETTERS_AND_DIGIT.test(token) ? 1 : 2;
  for (let at = DIGIT_AND_LETTERS.test(token) ? 1 : 2; at <= token.length - shortest; at++) {
    const left = words.idOf(token.slice(0, at));
    if (left < 0) continue;
    const right = words.idOf(token.slice(at));
    if (right < 0) continue;
    const value =
      Math.min(at, token.length - at) * 10 +
      Math.log(1 + Math.min(index.postingCount(left), index.postingCount(right)));
    if (value > bestValue) {
      bestValue = value;
      best = [left, right];
    }
  }
  for (const word of best ?? []) addAlternative(index, word, JOINED_SIMILARITY, groups);
}

/** `new`, `york` → `newyork`, also with a typo. */
function addJoined(index: PlannedIndex, joined: string, groups: WordGroup[]): void {
  const id = index.words.idOf(joined);
  if (id >= 0) addAlternative(index, id, JOINED_SIMILARITY, groups);
  else if (joined.length >= 6) {
    index.typos.forEachNear(joined, 1, (near) => addAlternative(index, near, typoSimilarity(joined.length, 1), groups));
  }
}

function addAlternative(index: PlannedIndex, word: number, similarity: number, groups: WordGroup[]): void {
  const group = createWordGroup(index.words.weightOf(word), 'adds chances');
  addOpening(index, group, word, similarity);
  groups.push(group);
}
