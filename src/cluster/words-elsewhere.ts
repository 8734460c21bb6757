import type { LabelTable } from '../search/label-table.js';
import type { WholeIndex } from '../search/compiled/attach-compiled-index.js';
import type { PlannedIndex } from '../search/compiled/plan-words.js';
import type { Contents } from './contents.js';
import type { WeightOf } from './slice.js';
import { wordSearch, type Neighbour, type WordQuestion } from './word-questions.js';

/*
 * The words of all names, which lie in the cluster, as the planner of the search reads those in memory: by numbers. Words get theirs as they are met.
 */

/** Words that are like a given one; what they measure is said in word-questions.ts. */
export interface NeighbourWords {
  readonly near: (word: string, most: number) => readonly Neighbour[];
  readonly similar: (word: string) => readonly Neighbour[];
  readonly heard: (word: string) => readonly Neighbour[];
}

/** As far as they are known; what is not is noted. */
export function neighboursIn({ neighbours }: Contents): NeighbourWords {
  const found = (question: WordQuestion): readonly Neighbour[] =>
    wordSearch(question) === undefined ? [] : (neighbours.ask(question)?.words ?? []);
  return {
    near: (word, most) => {
      if (most === 0) return [];
      // What is within two edits has what is within one.
      const wider: WordQuestion = { kind: 'edits', word, most: 2 };
      if (most === 1 && neighbours.peek(wider)?.isWhole === true)
        return neighbours.ask(wider)?.words.filter(({ measure }) => measure === 1) ?? [];
      return found({ kind: 'edits', word, most });
    },
    similar: (word) => found({ kind: 'similar', word }),
    heard: (word) => found({ kind: 'heard', word }),
  };
}

/** The words that names were looked for by. */
export function wordsPlanned({ plans }: Contents): ReadonlySet<string> {
  return new Set(Array.from(plans.values()).flatMap(({ words }) => words));
}

/** How many entities have a word, 0 as long as that is not known, which is noted; a neighbour was sent with its own. */
export function frequencies({ words, neighbours }: Contents): (word: string) => number {
  const ofNeighbours = new Map<string, number>();
  for (const [, found] of neighbours.entries())
    for (const { word, entities } of found.words) ofNeighbours.set(word, entities);
  return (word) => words.peek(word) ?? ofNeighbours.get(word) ?? words.ask(word) ?? 0;
}

/** What an index over a slice knows of the whole dataset. */
export function wholeIndex(
  contents: Contents,
  { vocabulary }: LabelTable,
  neighbours: NeighbourWords,
  { entityCount, frequencyOf }: { readonly entityCount: number; readonly frequencyOf: (word: string) => number },
): WholeIndex {
  const known = (word: string): readonly number[] => {
    const id = vocabulary.idOf(word);
    if (id >= 0) return [id];
    // What no name was looked for by yet is in the tables of the next reading.
    contents.isOutdated = true;
    return [];
  };
  return {
    entityCount,
    weighsRanges: false,
    postingCount: (id) => frequencyOf(vocabulary.tokenOf(id)),
    typos: {
      forEachNear: (word, most, visit) => {
        for (const { word: other, measure } of neighbours.near(word, most))
          for (const id of known(other)) visit(id, measure);
      },
    },
    similar: {
      similarTo: (word) => {
        contents.looksFurther = true;
        return neighbours
          .similar(word)
          .flatMap(({ word: other, measure }) => known(other).map((id) => ({ id, similarity: measure })));
      },
    },
    heard: { soundingLike: (word) => neighbours.heard(word).flatMap(({ word: other }) => known(other)) },
  };
}

/** The words as the planner reads them before any entity is known, and what they are by their numbers. */
export interface PlannedElsewhere {
  readonly index: PlannedIndex;
  readonly wordOf: (id: number) => string;
  /** All that were met. */
  readonly words: readonly string[];
}

/** A number for all words that begin so: which they are is not known, and not asked. */
const OF_RANGE = 2 ** 30;

/** Numbers words as they are met; whether the dataset has them is asked. */
export function planElsewhere(
  contents: Contents,
  neighbours: NeighbourWords,
  {
    entityCount,
    weightOf,
    frequencyOf,
  }: { readonly entityCount: number; readonly weightOf: WeightOf; readonly frequencyOf: (word: string) => number },
): PlannedElsewhere {
  const { words } = contents;
  const texts: string[] = [];
  const ids = new Map<string, number>();
  const number = (word: string): number => {
    const known = ids.get(word);
    if (known !== undefined) return known;
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
        for (const { word: other, measure } of neighbours.near(word, most)) visit(number(other), measure);
      },
    },
    similar: {
      similarTo: (word) =>
        neighbours.similar(word).map(({ word: other, measure }) => ({ id: number(other), similarity: measure })),
    },
    heard: { soundingLike: (word) => neighbours.heard(word).map(({ word: other }) => number(other)) },
  };
  return { index, wordOf, words: texts };
}
