import { finishedHash, HASH_OF_NOTHING, hashWithLetter } from '../../foundation/hash-string.js';
import { section, toShared, type SectionArray, type Sections } from '../../foundation/sections.js';
import { SHORTEST_WITH_SLIP, soundOf, soundsNear } from '../../text/similarity/word-sound.js';

/*
 * Words that sound alike however spelt: `galafinacus` and `galifianakis`, `pitsberg` and `pittsburgh`. Every word is
 * indexed by the hash of its consonants, which remain in a name written by ear.
 */

const MAX_HEARD = 16;
/** Maximum words read for each hash: one of more words is uninformative. */
const MAX_READ = 64;

export interface HeardWords {
  /**
   * Up to sixteen words other than `word` with the same consonants in order, then with one difference in at least five.
   * None for words that are not Latin. Cost: a probe for each consonant, and the sounds of the results.
   */
  readonly soundingLike: (word: string) => readonly number[];
}

/** Sections `words.sounds.*` over the vocabulary, words by number. */
export function buildHeardWords(words: readonly string[]): Map<string, SectionArray> {
  const sounds = words.map(soundOf);
  const hashes = new Uint32Array(sounds.reduce((sum, sound) => sum + sound.length + 1, 0));
  const firstOf = new Uint32Array(words.length + 1);
  let entries = 0;
  for (const [id, sound] of sounds.entries()) {
    forEachKey(sound, (hash) => {
      hashes[entries++] = hash;
    });
    firstOf[id + 1] = entries;
  }
  const buckets = 2 ** Math.ceil(Math.log2(Math.max(16, entries / 2)));
  const mask = buckets - 1;
  const offsets = new Uint32Array(buckets + 1);
  for (let i = 0; i < entries; i++) {
    const bucket = (hashes[i] ?? 0) & mask;
    offsets[bucket + 1] = (offsets[bucket + 1] ?? 0) + 1;
  }
  for (let bucket = 0; bucket < buckets; bucket++)
    offsets[bucket + 1] = (offsets[bucket + 1] ?? 0) + (offsets[bucket] ?? 0);
  const next = offsets.slice(0, buckets);
  const members = new Uint32Array(entries);
  for (let id = 0; id < words.length; id++) {
    for (let i = firstOf[id] ?? 0; i < (firstOf[id + 1] ?? 0); i++) {
      const bucket = (hashes[i] ?? 0) & mask;
      const place = next[bucket] ?? 0;
      members[place] = id;
      next[bucket] = place + 1;
    }
  }
  return new Map<string, SectionArray>([
    ['words.sounds.offsets', toShared(offsets)],
    ['words.sounds.words', toShared(members)],
  ]);
}

/**
 * Index keys of a word's sound as texts: the sound, then a longer one without each of its consonants. None for words
 * that are not Latin or too short.
 */
export function soundKeysOf(word: string): readonly string[] {
  const sound = soundOf(word);
  if (sound === '') return [];
  const shorter =
    sound.length < SHORTEST_WITH_SLIP ? [] : Array.from(sound, (_, i) => sound.slice(0, i) + sound.slice(i + 1));
  return [...new Set([sound, ...shorter])];
}

/**
 * Those of these words that sound like the given one, by the rules of `soundingLike`: equal sounds first, then
 * alphabetically.
 */
export function heardAmong(word: string, others: readonly string[]): readonly string[] {
  const sound = soundOf(word);
  if (sound === '') return [];
  const near = others.filter((other) => other !== word && soundsNear(sound, soundOf(other))).sort();
  return [
    ...near.filter((other) => soundOf(other) === sound),
    ...near.filter((other) => soundOf(other) !== sound),
  ].slice(0, MAX_HEARD);
}

/** Calls `visit` with the hash of a sound, and of a longer one without each of its consonants. */
function forEachKey(sound: string, visit: (hash: number) => void): void {
  if (sound === '') return;
  visit(hashWithout(sound, -1));
  if (sound.length >= SHORTEST_WITH_SLIP) for (let i = 0; i < sound.length; i++) visit(hashWithout(sound, i));
}

function hashWithout(sound: string, skip: number): number {
  let hash = HASH_OF_NOTHING;
  for (let i = 0; i < sound.length; i++) if (i !== skip) hash = hashWithLetter(hash, sound.charCodeAt(i));
  return finishedHash(hash);
}

/** Over the sections of `buildHeardWords`; `words` are the same words by the same numbers. Cost: constant. */
export function attachHeardWords(sections: Sections, words: { readonly tokenOf: (id: number) => string }): HeardWords {
  const offsets = section(sections, 'words.sounds.offsets', 'Uint32Array');
  const members = section(sections, 'words.sounds.words', 'Uint32Array');
  const mask = offsets.length - 2;
  return {
    soundingLike: (word) => {
      const sound = soundOf(word);
      if (sound === '') return [];
      const heard: number[] = [];
      forEachKey(sound, (hash) => {
        const bucket = hash & mask;
        const start = offsets[bucket] ?? 0;
        const end = Math.min(offsets[bucket + 1] ?? 0, start + MAX_READ);
        for (let i = start; i < end && heard.length < MAX_HEARD; i++) {
          const id = members[i] ?? 0;
          if (heard.includes(id)) continue;
          const other = words.tokenOf(id);
          if (other !== word && soundsNear(sound, soundOf(other))) heard.push(id);
        }
      });
      return heard;
    },
  };
}
