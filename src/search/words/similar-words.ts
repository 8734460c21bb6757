import { remembering } from '../../foundation/remembering.js';
import { section, toShared, type SectionArray, type Sections } from '../../foundation/sections.js';
import { editDistanceWithin } from '../../text/similarity/edit-distance.js';
import { canHaveTypos, type WordTexts } from './typo-neighbourhood.js';

/*
 * Words that resemble a given one beyond two edits: `Bilcksi` and `Biloxi`, `hellenic` and `hellénique`. Every word is
 * indexed by its trigrams, with a mark at either end; a query counts common trigrams, and the edit distance decides
 * among the best. The trigrams are those of the vocabulary, not of the labels: a word is indexed once.
 */

const SHORTEST_WORD = 4;
/** Maximum trigram entries read for a word, rarest trigram first. */
const MAX_READ = 8_000;
/** Words whose edit distance is computed. */
const MAX_MEASURED = 40;
const MAX_SIMILAR = 12;
/** Words of which those are kept, since queries have words in common. */
const MAX_REMEMBERED = 2_000;
/** Minimum share of common trigrams (Dice's coefficient) for computing the distance. */
const MIN_SHARED = 0.24;
const MIN_SIMILARITY = 0.5;
/** A mark that no folded word has. */
const EDGE = 0;
/** Far more than the trigrams of a small vocabulary: two in one bucket would count as one. */
const FEWEST_BUCKETS = 65_536;

interface SimilarWord {
  readonly id: number;
  /** 0.5–1: one minus the edits' share of the longer word, or more for a prefix. */
  readonly similarity: number;
}

export interface SimilarWords {
  /**
   * Up to twelve words other than `word`, most similar first, then by number. None for short words, numbers and scripts
   * without spaces. Cost: tens of microseconds, bounded whatever the size of the vocabulary.
   */
  readonly similarTo: (word: string) => readonly SimilarWord[];
}

/** Whether similar words are searched for this one. */
export function canHaveSimilar(word: string): boolean {
  return word.length >= SHORTEST_WORD && canHaveTypos(word);
}

/** Hash of the trigram that ends before `end`; with marks a word has as many trigrams as letters. */
function hashTriple(word: string, middle: number): number {
  const before = middle === 0 ? EDGE : word.charCodeAt(middle - 1);
  const after = middle === word.length - 1 ? EDGE : word.charCodeAt(middle + 1);
  let hash = Math.imul(before, 0x01000193) ^ word.charCodeAt(middle);
  hash = Math.imul(hash, 0x01000193) ^ after;
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** A space, which no folded word has. */
const EDGE_IN_TEXT = ' ';

/**
 * The trigrams of a word as texts, in order, as many as it has letters: the keys for another index. None for words
 * without similar ones.
 */
export function triplesOf(word: string): readonly string[] {
  if (!canHaveSimilar(word)) return [];
  const marked = EDGE_IN_TEXT + word + EDGE_IN_TEXT;
  return Array.from({ length: word.length }, (_, i) => marked.slice(i, i + 3));
}

/** The minimum number of common trigrams for a word to be similar. */
export function fewestTriplesShared(word: string): number {
  return Math.ceil((MIN_SHARED * (word.length + SHORTEST_WORD)) / 2);
}

/**
 * Up to twelve of these distinct words that are similar to the given one, most similar first, then alphabetically, by
 * the rules of `similarTo`.
 */
export function similarAmong(
  word: string,
  others: readonly string[],
): readonly { readonly word: string; readonly similarity: number }[] {
  const triples = new Set(triplesOf(word));
  const fewest = fewestTriplesShared(word);
  return others
    .map((other) => ({ word: other, shared: triplesOf(other).filter((triple) => triples.has(triple)).length }))
    .filter(({ shared }) => shared >= fewest)
    .map(({ word: other, shared }) => ({ word: other, share: (2 * shared) / (word.length + other.length) }))
    .filter(({ share }) => share >= MIN_SHARED)
    .sort((a, b) => b.share - a.share || byLetters(a.word, b.word))
    .slice(0, MAX_MEASURED)
    .map(({ word: other }) => ({ word: other, similarity: resemblance(word, other) }))
    .filter(({ similarity }) => similarity >= MIN_SIMILARITY && similarity < 1)
    .sort((a, b) => b.similarity - a.similarity || byLetters(a.word, b.word))
    .slice(0, MAX_SIMILAR);
}

/** By code units, as words are numbered. */
function byLetters(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Sections `words.triples.*` over the vocabulary, words by number. */
export function buildWordTriples(words: readonly string[]): Map<string, SectionArray> {
  let entries = 0;
  const eligible = new Uint8Array(words.length);
  for (const [id, word] of words.entries()) {
    if (!canHaveSimilar(word)) continue;
    eligible[id] = 1;
    entries += word.length;
  }
  const buckets = 2 ** Math.ceil(Math.log2(Math.max(FEWEST_BUCKETS, entries / 4)));
  const mask = buckets - 1;
  const offsets = new Uint32Array(buckets + 1);
  const bucketOf = new Uint32Array(entries);
  let entry = 0;
  for (const [id, word] of words.entries()) {
    if (eligible[id] !== 1) continue;
    for (let i = 0; i < word.length; i++) {
      const bucket = hashTriple(word, i) & mask;
      bucketOf[entry++] = bucket;
      offsets[bucket + 1] = (offsets[bucket + 1] ?? 0) + 1;
    }
  }
  for (let bucket = 0; bucket < buckets; bucket++)
    offsets[bucket + 1] = (offsets[bucket + 1] ?? 0) + (offsets[bucket] ?? 0);
  const next = offsets.slice(0, buckets);
  const members = new Uint32Array(entries);
  entry = 0;
  for (const [id, word] of words.entries()) {
    if (eligible[id] !== 1) continue;
    for (let i = 0; i < word.length; i++) {
      const bucket = bucketOf[entry++] ?? 0;
      const place = next[bucket] ?? 0;
      members[place] = id;
      next[bucket] = place + 1;
    }
  }
  return new Map<string, SectionArray>([
    ['words.triples.offsets', toShared(offsets)],
    ['words.triples.words', toShared(members)],
  ]);
}

/** Over the sections of `buildWordTriples`; `words` are the same words by the same numbers. Cost: constant. */
export function attachSimilarWords(sections: Sections, words: WordTexts): SimilarWords {
  const offsets = section(sections, 'words.triples.offsets', 'Uint32Array');
  const members = section(sections, 'words.triples.words', 'Uint32Array');
  const mask = offsets.length - 2;
  const sizeOf = (bucket: number): number => (offsets[bucket + 1] ?? 0) - (offsets[bucket] ?? 0);
  // Allocated on first use, and all zero between uses.
  let counts: Uint8Array | undefined;
  let touched: Uint32Array | undefined;

  // The words with most common trigrams, then by number: hundreds share some, and the distance of a few is computed.
  const nearestIds = new Uint32Array(MAX_MEASURED);
  const nearestShares = new Float64Array(MAX_MEASURED);

  /** Inserts a word into the nearest ones at its position; returns their number. */
  function keepNearest(id: number, share: number, count: number): number {
    const isBefore = (place: number): boolean =>
      (nearestShares[place] ?? 0) > share || (nearestShares[place] === share && (nearestIds[place] ?? 0) < id);
    let place = count;
    if (count === MAX_MEASURED) {
      if (isBefore(MAX_MEASURED - 1)) return count;
      place--;
    }
    for (; place > 0 && !isBefore(place - 1); place--) {
      nearestShares[place] = nearestShares[place - 1] ?? 0;
      nearestIds[place] = nearestIds[place - 1] ?? 0;
    }
    nearestShares[place] = share;
    nearestIds[place] = id;
    return Math.min(count + 1, MAX_MEASURED);
  }

  function mostSimilarTo(word: string): readonly SimilarWord[] {
    const shared = (counts ??= new Uint8Array(words.size));
    const seen = (touched ??= new Uint32Array(Math.min(words.size, MAX_READ)));
    const buckets: number[] = [];
    for (let i = 0; i < word.length; i++) {
      const bucket = hashTriple(word, i) & mask;
      if (!buckets.includes(bucket)) buckets.push(bucket);
    }
    buckets.sort((a, b) => sizeOf(a) - sizeOf(b));
    let touchedCount = 0;
    let read = 0;
    for (const bucket of buckets) {
      if (read > 0 && read + sizeOf(bucket) > MAX_READ) break;
      const end = Math.min(offsets[bucket + 1] ?? 0, (offsets[bucket] ?? 0) + MAX_READ);
      read += sizeOf(bucket);
      for (let i = offsets[bucket] ?? 0; i < end; i++) {
        const id = members[i] ?? 0;
        const count = shared[id] ?? 0;
        if (count === 0) seen[touchedCount++] = id;
        shared[id] = count + 1;
      }
    }
    let nearestCount = 0;
    const enough = Math.ceil((MIN_SHARED * (word.length + SHORTEST_WORD)) / 2);
    for (let i = 0; i < touchedCount; i++) {
      const id = seen[i] ?? 0;
      const count = shared[id] ?? 0;
      shared[id] = 0;
      // Most words share one trigram, which never suffices: they are skipped without reading the word.
      if (count < enough) continue;
      const share = (2 * count) / (word.length + words.lengthOf(id));
      if (share >= MIN_SHARED) nearestCount = keepNearest(id, share, nearestCount);
    }
    const found: SimilarWord[] = [];
    for (let place = 0; place < nearestCount; place++) {
      const id = nearestIds[place] ?? 0;
      const similarity = resemblance(word, words.tokenOf(id));
      if (similarity >= MIN_SIMILARITY && similarity < 1) found.push({ id, similarity });
    }
    return found.sort((a, b) => b.similarity - a.similarity || a.id - b.id).slice(0, MAX_SIMILAR);
  }

  const remembered = remembering(MAX_REMEMBERED, mostSimilarTo);
  return { similarTo: (word) => (canHaveSimilar(word) ? remembered(word) : []) };
}

function resemblance(a: string, b: string): number {
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a];
  if (longer.startsWith(shorter)) return 0.5 + (0.5 * shorter.length) / longer.length;
  return 1 - editDistanceWithin(a, b, Math.floor(longer.length / 2)) / longer.length;
}
