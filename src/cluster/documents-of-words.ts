import { z } from 'zod';
import type { Sections } from '../foundation/sections.js';
import { deadlineAfter } from '../foundation/deadline.js';
import { withAddedWords, type ChangedSettings } from './changed-settings.js';
import { unavailable, hasFailed, type SearchCluster } from './search-cluster.js';
import type { DatasetSettings } from './dataset-settings.js';
import type { IndexNames } from './index-names.js';
import { countedSections, wordSections, type CountedWord } from './words-at-hand.js';

/*
 * The words of all names, some thousand a document, in the order of their code units: a service reads all of them when it begins to serve a state of the dataset. The settings of the dataset
 * lie in the same index, as one document more.
 */

/** Words of one document. */
const WORDS_OF_DOCUMENT = 10_000;
/** Documents of one request. */
const DOCUMENTS_AT_ONCE = 4;
const REQUEST_MS = 20_000;

/** Some of the words: a line for each, with how many entities and how many names have it. */
interface WordsDocument {
  readonly words: string;
}

const documentSchema = z.object({ words: z.string() });

/** The identifier of the document with the settings. */
export const ID_OF_SETTINGS = 'settings';

/** Number of documents for so many words. */
export function countWordsDocuments(words: number): number {
  return Math.ceil(words / WORDS_OF_DOCUMENT);
}

function idOfWords(number: number): string {
  return `words-${String(number)}`;
}

/** The documents of all words of a dataset, with their identifiers. */
export function* documentsOfWords(
  words: Iterable<CountedWord>,
): Generator<{ readonly id: string; readonly document: WordsDocument }> {
  let lines: string[] = [];
  let number = 0;
  const made = (): { readonly id: string; readonly document: WordsDocument } => {
    const document = { words: lines.join('\n') };
    lines = [];
    return { id: idOfWords(number++), document };
  };
  for (const { word, entities, names } of words) {
    lines.push(`${word}\t${String(entities)}\t${String(names)}`);
    if (lines.length === WORDS_OF_DOCUMENT) yield made();
  }
  if (lines.length > 0) yield made();
}

/** Reads the words of a dataset, adds those that came with changes, and makes what finds them. `entityCount`: entities that were there when they were counted. Rejects with `search-cluster-unavailable`. Cost: some microseconds a word, and for a moment three times the memory that stays. */
export async function fetchWords(
  cluster: SearchCluster,
  { words: index }: IndexNames,
  { wordCount, entityCount }: Pick<DatasetSettings, 'wordCount' | 'entityCount'>,
  changed: Pick<ChangedSettings, 'words'>,
): Promise<Sections> {
  const parts: string[] = [];
  const all = countWordsDocuments(wordCount);
  for (let from = 0; from < all; from += DOCUMENTS_AT_ONCE) {
    const ids = Array.from({ length: Math.min(DOCUMENTS_AT_ONCE, all - from) }, (_, i) => idOfWords(from + i));
    const found = await cluster.get(index, ids, deadlineAfter(REQUEST_MS));
    if (hasFailed(found)) throw unavailable(found);
    for (const [i, source] of found.entries()) {
      const document = documentSchema.safeParse(source);
      if (!document.success) throw unavailable({ fault: `the document ${ids[i] ?? ''} is missing` });
      parts.push(document.data.words);
    }
  }
  const counted = countedSections(
    withAddedWords(countedWords(parts), changed),
    wordCount + changed.words.length,
    entityCount,
  );
  parts.length = 0;
  return wordSections(counted);
}

function* countedWords(parts: readonly string[]): Generator<CountedWord> {
  for (const part of parts)
    for (const line of part.split('\n')) {
      const [word = '', entities = '', names = ''] = line.split('\t');
      yield { word, entities: Number(entities), names: Number(names) };
    }
}

/** Mappings and settings of the index of words, without the number of shards and replicas. */
export const WORDS_INDEX = {
  mappings: {
    dynamic: false,
    properties: {
      words: { type: 'object', enabled: false },
      settings: { type: 'object', enabled: false },
    },
  },
} as const;
