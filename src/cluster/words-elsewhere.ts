import type { CandidateIndex } from '../search/candidate-index.js';
import type { LabelTable } from '../search/label-table.js';
import type { WholeIndex } from '../search/compiled/attach-compiled-index.js';
import type { PlannedIndex } from '../search/compiled/plan-words.js';
import { heardAmong } from '../search/words/heard-words.js';
import { similarAmong } from '../search/words/similar-words.js';
import { editsBetween } from '../search/words/typo-neighbourhood.js';
import { searchKey, type Contents } from './contents.js';
import { heardWords, nearWords, similarWords } from './questions.js';
import type { FoundWord } from './read-documents.js';
import type { SearchBody } from './search-cluster.js';
import type { WeightOf } from './slice.js';

/*
 * The words of all names, which lie in the cluster, as the planner of the search reads those in memory: by numbers. Words get theirs as they are met.
 */

/** Words that are like a given one. */
export interface Neighbours {
  readonly near: (word: string, most: number) => readonly { readonly word: string; readonly distance: number }[];
  readonly similar: (word: string) => readonly { readonly word: string; readonly similarity: number }[];
  readonly heard: (word: string) => readonly string[];
}

/** As far as they are known; what is not is noted. */
export function neighboursIn({ neighbours }: Contents): Neighbours {
  const found = (body: SearchBody | undefined): readonly FoundWord[] => (body === undefined ? [] : (neighbours.ask(searchKey(body)) ?? []));
  return {
    near: (word, most) => {
      if (most === 0) return [];
      return found(nearWords(word, most)).flatMap(({ word: other }) => {
        const distance = editsBetween(word, other, most);
        return distance === undefined ? [] : [{ word: other, distance }];
      });
    },
    similar: (word) => similarAmong(word, found(similarWords(word)).map(({ word: other }) => other)),
    heard: (word) => heardAmong(word, found(heardWords(word)).map(({ word: other }) => other)),
  };
}

/** All words that the reader was told of, to be known in its slice. */
export function wordsKnown({ words, neighbours }: Contents): ReadonlySet<string> {
  const known = new Set<string>();
  for (const [word, entities] of words.entries()) if (entities > 0) known.add(word);
  for (const [, found] of neighbours.entries()) for (const { word } of found) known.add(word);
  return known;
}

/** How many entities have a word, 0 as long as that is not known, which is noted; a neighbour was sent with its own. */
export function frequencies({ words, neighbours }: Contents): (word: string) => number {
  const ofNeighbours = new Map<string, number>();
  for (const [, found] of neighbours.entries()) for (const { word, entities } of found) ofNeighbours.set(word, entities);
  return (word) => words.peek(word) ?? ofNeighbours.get(word) ?? words.ask(word) ?? 0;
}

/** What an index over a slice knows of the whole dataset. */
export function wholeIndex(contents: Contents, { vocabulary }: LabelTable, neighbours: Neighbours, { entityCount, frequencyOf }: { readonly entityCount: number; readonly frequencyOf: (word: string) => number }): WholeIndex {
  const known = (word: string): readonly number[] => {
    const id = vocabulary.idOf(word);
    if (id >= 0) return [id];
    // It was known of earlier readers, and is in the tables of the next reading.
    contents.isOutdated = true;
    return [];
  };
  return {
    entityCount,
    weighsRanges: false,
    postingCount: (id) => frequencyOf(vocabulary.tokenOf(id)),
    typos: {
      forEachNear: (word, most, visit) => {
        for (const { word: other, distance } of neighbours.near(word, most)) for (const id of known(other)) visit(id, distance);
      },
    },
    similar: { similarTo: (word) => neighbours.similar(word).flatMap(({ word: other, similarity }) => known(other).map((id) => ({ id, similarity }))) },
    heard: { soundingLike: (word) => neighbours.heard(word).flatMap(known) },
  };
}

/** The words as the planner reads them before any entity is known, and what they are by their numbers. */
export interface PlannedElsewhere {
  readonly index: PlannedIndex;
  readonly wordOf: (id: number) => string;
}

/** A number for all words that begin so: which they are is not known, and not asked. */
const OF_RANGE = 2 ** 30;

/** Numbers words as they are met; whether the dataset has them is asked. */
export function planElsewhere(contents: Contents, neighbours: Neighbours, { entityCount, weightOf, frequencyOf, index: { labels: { vocabulary } } }: { readonly entityCount: number; readonly weightOf: WeightOf; readonly frequencyOf: (word: string) => number; readonly index: Pick<CandidateIndex, 'labels'> }): PlannedElsewhere {
  const { words } = contents;
  const texts: string[] = [];
  const ids = new Map<string, number>();
  const number = (word: string): number => {
    const known = ids.get(word);
    if (known !== undefined) return known;
    if (vocabulary.idOf(word) < 0) contents.isOutdated = true;
    ids.set(word, texts.length);
    return texts.push(word) - 1;
  };
  const idOf = (word: string): number => ((words.ask(word) ?? 0) > 0 ? number(word) : -1);
  const wordOf = (id: number): string => texts[id] ?? '';
  const index: PlannedIndex = {
    words: {
      size: OF_RANGE,
      idOf,
      tokenOf: wordOf,
      lengthOf: (id) => wordOf(id).length,
      entityFrequency: (id) => frequencyOf(wordOf(id)),
      weightOf: (id) => weightOf(id < 0 ? undefined : wordOf(id)),
      // More than a known word alone.
      rangeOf: () => [OF_RANGE, OF_RANGE + 2],
    },
    entityCount,
    weighsRanges: false,
    postingCount: (id) => (id >= OF_RANGE ? 0 : frequencyOf(wordOf(id))),
    typos: {
      forEachNear: (word, most, visit) => {
        for (const { word: other, distance } of neighbours.near(word, most)) visit(number(other), distance);
      },
    },
    similar: { similarTo: (word) => neighbours.similar(word).map(({ word: other, similarity }) => ({ id: number(other), similarity })) },
    heard: { soundingLike: (word) => neighbours.heard(word).map(number) },
  };
  return { index, wordOf };
}
