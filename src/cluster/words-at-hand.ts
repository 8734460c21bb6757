import { section, sharedArray, type SectionArray, type Sections } from '../foundation/sections.js';
import { StringTableBuilder } from '../foundation/string-table.js';
import type { WordFrequencies } from '../scoring/statistics.js';
import { attachWords, wordSteps } from '../search/build-steps.js';
import { createWordsOfGroups, type WordsOfGroups } from '../search/compiled/form-measure.js';
import type { PlannedIndex } from '../search/compiled/plan-words.js';
import { attachVocabulary } from '../search/words/attach-vocabulary.js';
import { attachHeardWords, buildHeardWords } from '../search/words/heard-words.js';
import { attachSimilarWords } from '../search/words/similar-words.js';
import { attachTypoNeighbourhood } from '../search/words/typo-neighbourhood.js';
import { wordWeight } from '../search/words/word-weight.js';

/*
 * The words of all names of a dataset in the cluster, in shared memory, by the same numbers and with the same neighbourhoods as those of a dataset in memory: queries are planned
 * without asking, and what they are worth is known. About 300 bytes a word; entities, names and values stay in the cluster.
 */

/** A word of the dataset. */
export interface CountedWord {
  readonly word: string;
  /** Entities that have it in any name. */
  readonly entities: number;
  /** Different folded names that have it. */
  readonly names: number;
}

/** Sections `words.*` of texts and counts, without the neighbourhoods of words. `words` in the order of code units. */
export function countedSections(words: Iterable<CountedWord>, size: number, entityCount: number): Sections {
  const texts = new StringTableBuilder();
  const frequency = sharedArray('Uint32Array', size);
  const names = sharedArray('Uint32Array', size);
  const weight = sharedArray('Float32Array', size);
  for (const one of words) {
    const id = texts.add(one.word);
    frequency[id] = one.entities;
    names[id] = one.names;
    weight[id] = wordWeight(entityCount, one.entities);
  }
  return new Map<string, SectionArray>([
    ...texts.finish('words.text', { findable: true }),
    ['words.entityFrequency', frequency],
    ['words.names', names],
    ['words.weight', weight],
    ['words.unknownWeight', Float32Array.of(wordWeight(entityCount, 1))],
  ]);
}

/** The same with what finds words that are like one another. Cost: some microseconds a word. */
export function wordSections(counted: Sections): Sections {
  const words = attachWords(counted);
  return new Map([...counted, ...wordSteps(words), ...buildHeardWords(words)]);
}

/** The words as one thread reads them. */
export interface WordsAtHand {
  /** The index that queries are planned with. */
  readonly planned: PlannedIndex;
  readonly sections: Sections;
  /** Scratch memory of the searches of this thread. */
  readonly groups: WordsOfGroups;
  readonly frequencies: WordFrequencies;
}

/** Over `wordSections`. Cost: constant; scratch memory of some bytes a word is made when first used. */
export function attachWordsAtHand(
  sections: Sections,
  { entityCount, labelCount }: Pick<WordFrequencies, 'entityCount' | 'labelCount'>,
): WordsAtHand {
  const words = attachVocabulary(sections);
  const names = section(sections, 'words.names', 'Uint32Array');
  return {
    planned: {
      words,
      typos: attachTypoNeighbourhood(sections, words),
      similar: attachSimilarWords(sections, words),
      heard: attachHeardWords(sections, words),
      entityCount,
      postingCount: (id) => names[id] ?? 0,
    },
    sections,
    groups: createWordsOfGroups(words),
    frequencies: {
      entityCount,
      labelCount,
      isKnown: (word) => words.idOf(word) >= 0,
      idfOf: (word) => words.weightOf(words.idOf(word)),
    },
  };
}
