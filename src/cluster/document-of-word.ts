import { deletionsOf } from '../search/words/typo-neighbourhood.js';
import { soundKeysOf } from '../search/words/heard-words.js';
import { triplesOf } from '../search/words/similar-words.js';
import { termKey, termKeys } from './term-key.js';

/*
 * The words of all names, a document each: what a word of a query may be in names is looked up here, and how rare it is. The entries are those of the neighbourhoods
 * in memory (search/words/), so that the same words are found by them. The settings of the dataset lie in the same index, as one document more.
 */

/** A word of names as a document. */
export interface WordDocument {
  readonly word: string;
  /** Entities that have the word in any name. */
  readonly entities: number;
  /** What deletions leave of it: words with one of these in common are one or two edits apart. */
  readonly deletions: readonly string[];
  /** Its triples of letters, for words that resemble each other. */
  readonly triples: readonly string[];
  /** Its consonants, for words that sound alike. */
  readonly sounds: readonly string[];
}

/** The document of a folded word that so many entities have. Cost: some microseconds. */
export function documentOfWord(word: string, entities: number): WordDocument {
  return {
    word,
    entities,
    deletions: termKeys(deletionsOf(word)),
    triples: termKeys(triplesOf(word)),
    sounds: termKeys(soundKeysOf(word)),
  };
}

/** The identifier of the document of a word. */
export function idOfWord(word: string): string {
  return `w:${termKey(word)}`;
}

/** The identifier of the document with the settings. */
export const ID_OF_SETTINGS = 'settings';

/** Entries that are looked up and never counted or sorted by. */
const TERM = { type: 'keyword', doc_values: false, norms: false, index_options: 'docs' } as const;

/** Mappings and settings of the index of words, without the number of shards and replicas. */
export const WORDS_INDEX = {
  mappings: {
    dynamic: false,
    _source: { includes: ['word', 'entities', 'settings'] },
    properties: {
      word: TERM,
      entities: { type: 'integer', index: false },
      deletions: TERM,
      triples: TERM,
      sounds: TERM,
      settings: { type: 'object', enabled: false },
    },
  },
} as const;
