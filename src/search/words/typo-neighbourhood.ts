import { countBits } from '../../foundation/count-bits.js';
import { finishedHash, HASH_OF_NOTHING, hashWithLetter, hashWithLetters } from '../../foundation/hash-string.js';
import { remembering } from '../../foundation/remembering.js';
import { section, sharedArray, toShared, type SectionArray, type Sections } from '../../foundation/sections.js';
import { isUnspaced } from '../../text/unspaced-scripts.js';
import { editDistanceWithin } from '../../text/similarity/edit-distance.js';
import { nextStamp } from '../next-stamp.js';

/*
 * Words within one or two edits of a given one, without scanning the vocabulary. Two words within d edits share a
 * string after at most d deletions from each; so every word is indexed by the hashes of its deletions, and a query
 * looks up its own deletions (W. Garbe's SymSpell). Only the first letters are deleted, which bounds the size; results
 * are verified by the edit distance.
 *
 * `writeDeletions` must be the same for builder and reader, and PREFIX_LENGTH must exceed the maximum edits; a test
 * against a naive search checks both.
 */

const PREFIX_LENGTH = 7;
const LONGEST_WORD = 40;
const SHORTEST_WORD = 3;
const HAS_DIGIT = /\p{N}/u;
/** Words of which the neighbours are kept, since queries have words in common. */
const MAX_REMEMBERED = 2_000;

/** Allowed edits for a word of this length: a typo in a word of two letters makes another word. */
export function editsAllowed(length: number): 0 | 1 | 2 {
  if (length < SHORTEST_WORD || length > LONGEST_WORD) return 0;
  return length < 5 ? 1 : 2;
}

/** Whether typos of a word are searched: not of numbers and pairs of characters. */
export function canHaveTypos(word: string): boolean {
  return editsAllowed(word.length) > 0 && !HAS_DIGIT.test(word) && !isUnspaced(word);
}

/** Hash of the letters of `word` from `from` up to `end`, continuing from the hash of those before. */
function hashToEnd(hash: number, word: string, from: number, end: number): number {
  return finishedHash(hashWithLetters(hash, word, from, end));
}

/** Maximum number of hashes of `writeDeletions` for a word. */
const MAX_DELETIONS = 1 + PREFIX_LENGTH + (PREFIX_LENGTH * (PREFIX_LENGTH - 1)) / 2;

/**
 * Writes the hashes of all results of at most `edits` deletions from the first letters of `word` to `hashes`, from `at`
 * on; returns the position after the last. A list instead of a callback: there are a dozen for every word of the
 * vocabulary.
 */
function writeDeletions(word: string, edits: number, hashes: Uint32Array, at: number): number {
  const length = Math.min(word.length, PREFIX_LENGTH);
  let next = at;
  hashes[next++] = hashToEnd(HASH_OF_NOTHING, word, 0, length);
  if (edits === 0) return next;
  let before = HASH_OF_NOTHING;
  for (let i = 0; i < length; before = hashWithLetter(before, word.charCodeAt(i++))) {
    // Deleting any of a run of equal letters gives the same.
    if (i > 0 && word.charCodeAt(i) === word.charCodeAt(i - 1)) continue;
    hashes[next++] = hashToEnd(before, word, i + 1, length);
    if (edits === 1) continue;
    let between = before;
    for (let j = i + 1; j < length; between = hashWithLetter(between, word.charCodeAt(j++)))
      hashes[next++] = hashToEnd(between, word, j + 1, length);
  }
  return next;
}

function countDeletions(word: string, edits: number): number {
  const length = Math.min(word.length, PREFIX_LENGTH);
  let count = 1;
  for (let i = 0; edits > 0 && i < length; i++) {
    if (i === 0 || word.charCodeAt(i) !== word.charCodeAt(i - 1)) count += edits === 1 ? 1 : length - i;
  }
  return count;
}

/**
 * Edits between two words, if at most `most` and allowed by the length of each; `undefined` for more, and for equal
 * words.
 */
export function editsBetween(word: string, other: string, most: number): number | undefined {
  const allowed = Math.min(most, editsAllowed(word.length), editsAllowed(other.length));
  if (allowed === 0 || Math.abs(word.length - other.length) > allowed) return undefined;
  const distance = editDistanceWithin(word, other, allowed);
  return distance > 0 && distance <= allowed ? distance : undefined;
}

/** A set of letters as 32 bits; words within d edits differ by at most d letters each way. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let i = 0; i < word.length; i++) letters |= 1 << (word.charCodeAt(i) & 31);
  return letters >>> 0;
}

/** Sections `words.typos.*` over the vocabulary, words by number. */
export function buildTypoNeighbourhood(words: readonly string[]): Map<string, SectionArray> {
  const countOf = Uint8Array.from(words, (word) =>
    canHaveTypos(word) ? countDeletions(word, editsAllowed(word.length)) : 0,
  );
  const entries = countOf.reduce((sum, count) => sum + count, 0);
  const bucketCount = 2 ** Math.ceil(Math.log2(Math.max(16, entries / 2)));
  const buckets = bucketsOf(words, countOf, new Uint32Array(entries), bucketCount - 1);
  const offsets = endsOfBuckets(buckets, bucketCount);
  const members = fillFromEnds(buckets, countOf, offsets);
  return new Map<string, SectionArray>([
    ['words.typos.offsets', offsets],
    ['words.typos.words', members],
    ['words.typos.letters', toShared(Uint32Array.from(words, lettersOf))],
  ]);
}

/** The buckets of all entries: those of each word in order, with counts in `countOf`. */
function bucketsOf(words: readonly string[], countOf: Uint8Array, buckets: Uint32Array, mask: number): Uint32Array {
  let entry = 0;
  for (let number = 0; number < words.length; number++) {
    if (countOf[number] === 0) continue;
    const word = words[number] ?? '';
    entry = writeDeletions(word, editsAllowed(word.length), buckets, entry);
  }
  for (let i = 0; i < entry; i++) buckets[i] = (buckets[i] ?? 0) & mask;
  return buckets;
}

/** End of each bucket, with the last one repeated. */
function endsOfBuckets(buckets: Uint32Array, bucketCount: number): Uint32Array {
  const ends = sharedArray('Uint32Array', bucketCount + 1);
  for (let i = 0; i < buckets.length; i++) {
    const bucket = buckets[i] ?? 0;
    ends[bucket] = (ends[bucket] ?? 0) + 1;
  }
  for (let bucket = 1; bucket <= bucketCount; bucket++) ends[bucket] = (ends[bucket] ?? 0) + (ends[bucket - 1] ?? 0);
  return ends;
}

/** The words of the buckets, ascending in each; turns the ends of the buckets into their starts. */
function fillFromEnds(buckets: Uint32Array, countOf: Uint8Array, ends: Uint32Array): Uint32Array {
  const members = sharedArray('Uint32Array', buckets.length);
  let entry = buckets.length;
  for (let number = countOf.length - 1; number >= 0; number--) {
    for (const first = entry - (countOf[number] ?? 0); entry > first;) {
      const bucket = buckets[--entry] ?? 0;
      const place = (ends[bucket] ?? 0) - 1;
      members[place] = number;
      ends[bucket] = place;
    }
  }
  return members;
}

export interface TypoNeighbourhood {
  /**
   * Calls `visit` once for every other word within `most` edits (and the limit of its length), in no particular order.
   * Cost: tens of microseconds, whatever the size of the vocabulary.
   */
  readonly forEachNear: (word: string, most: number, visit: (id: number, distance: number) => void) => void;
}

export interface WordTexts {
  readonly size: number;
  readonly tokenOf: (id: number) => string;
  readonly lengthOf: (id: number) => number;
}

/** The neighbourhood over the sections of `buildTypoNeighbourhood`; `words` are the same words by the same numbers. Cost: constant. */
export function attachTypoNeighbourhood(sections: Sections, words: WordTexts): TypoNeighbourhood {
  const offsets = section(sections, 'words.typos.offsets', 'Uint32Array');
  const members = section(sections, 'words.typos.words', 'Uint32Array');
  const lettersOfWord = section(sections, 'words.typos.letters', 'Uint32Array');
  const mask = offsets.length - 2;
  const hashes = new Uint32Array(MAX_DELETIONS);
  // Allocated on first use: the thread that only serves HTTP never needs it.
  let stamps: Uint8Array | undefined;
  let stamp = 0;

  function forEachNear(word: string, most: number, visit: (id: number, distance: number) => void): void {
    if (!canHaveTypos(word) || most < 1) return;
    const near = withinEdits[most > 1 && editsAllowed(word.length) > 1 ? 2 : 1](word);
    for (let i = 0; i < near.length; i += 2) visit(near[i] ?? 0, near[i + 1] ?? 0);
  }

  /** The words within so many edits, each followed by its distance. */
  function nearTo(word: string, edits: number): readonly number[] {
    const near: number[] = [];
    stamps ??= new Uint8Array(words.size);
    const seen = stamps;
    stamp = nextStamp(stamp, seen);
    const letters = lettersOf(word);
    const count = writeDeletions(word, edits, hashes, 0);
    for (let at = 0; at < count; at++) {
      const bucket = (hashes[at] ?? 0) & mask;
      const end = offsets[bucket + 1] ?? 0;
      for (let i = offsets[bucket] ?? 0; i < end; i++) {
        const id = members[i] ?? 0;
        // Nearly every word in a bucket is there by chance, and its letters reject most of those: other data of a word
        // is elsewhere in memory.
        const other = lettersOfWord[id] ?? 0;
        const lacking = countBits(letters & ~other);
        const beyond = countBits(other & ~letters);
        if (lacking > edits || beyond > edits || seen[id] === stamp) continue;
        seen[id] = stamp;
        const length = words.lengthOf(id);
        const allowed = Math.min(edits, editsAllowed(length));
        if (Math.abs(length - word.length) > allowed || lacking > allowed || beyond > allowed) continue;
        const distance = editDistanceWithin(word, words.tokenOf(id), allowed);
        if (distance > 0 && distance <= allowed) near.push(id, distance);
      }
    }
    return near;
  }

  const withinEdits = {
    1: remembering(MAX_REMEMBERED, (word) => nearTo(word, 1)),
    2: remembering(MAX_REMEMBERED, (word) => nearTo(word, 2)),
  };
  return { forEachNear };
}
