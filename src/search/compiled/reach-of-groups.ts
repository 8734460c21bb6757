import type { WordGroup } from './word-group.js';

/** The maximum common weight of a form with a query: of the query's words, and of its own. */
export interface Reach {
  readonly ofQuery: number;
  readonly ofLabel: number;
}

/** Maximum common weight of unread forms, while the groups of a query are read one by one. */
interface ReachOfGroups {
  /** Cost: a look at each group. */
  readonly unread: () => Reach;
  /** Marks all forms of the opening words of this group as read. */
  readonly markRead: (group: number) => void;
}

/** Contribution of one group to a form: the similarity to the query's word, and the weight. */
interface Addition {
  readonly similarity: number;
  readonly ofLabel: number;
}

/** Inputs for the reach of groups. */
interface ReachMeasure {
  readonly wordWeights: Float32Array;
  readonly mostWeight: number;
  readonly thorough: boolean;
}

/**
 * Reach with all groups unread. `wordWeights`: of each word of the index; `mostWeight`: their maximum; `thorough`:
 * other forms of a given name count before they are met.
 */
export function reachOfGroups(
  groups: readonly WordGroup[],
  { wordWeights, mostWeight, thorough }: ReachMeasure,
): ReachOfGroups {
  const added: Addition[] = [];
  for (const group of groups)
    added.push(
      ofRanges(
        group.ranges,
        mostWeight,
        ofWords(group, wordWeights, () => true),
      ),
    );
  return {
    unread: () => {
      let ofQuery = 0;
      let ofLabel = 0;
      for (const [g, { similarity, ofLabel: own }] of added.entries()) {
        ofQuery += similarity * (groups[g]?.weight ?? 0);
        ofLabel += own;
      }
      return { ofQuery, ofLabel };
    },
    // Of words that are not opened, only other forms of a given name (if thorough) and expansions of an initial count
    // then: the rest has little weight.
    markRead: (group) => {
      const read = groups[group];
      if (read !== undefined)
        added[group] = ofRanges(
          read.ranges.filter(({ length }) => length === 0),
          mostWeight,
          thorough ? ofWords(read, wordWeights, isReckonedUnread(read)) : NOTHING,
        );
    },
  };
}

const NOTHING: Addition = { similarity: 0, ofLabel: 0 };

const MIN_UNREAD = 0.75;

/** Test for the words of a group whose opening words have been read. */
function isReckonedUnread({ opening }: WordGroup): (word: number, alike: number) => boolean {
  return (word, alike) => alike >= MIN_UNREAD && !opening.includes(word);
}

function ofWords(
  { words, similarities }: WordGroup,
  wordWeights: Float32Array,
  isReckoned: (word: number, alike: number) => boolean,
): Addition {
  let { similarity, ofLabel } = NOTHING;
  for (const [k, word] of words.entries()) {
    const alike = similarities[k] ?? 0;
    if (!isReckoned(word, alike)) continue;
    similarity = Math.max(similarity, alike);
    ofLabel = Math.max(ofLabel, alike * (wordWeights[word] ?? 0));
  }
  return { similarity, ofLabel };
}

function ofRanges(ranges: WordGroup['ranges'], mostWeight: number, { similarity, ofLabel }: Addition): Addition {
  for (const range of ranges) {
    similarity = Math.max(similarity, range.similarity);
    ofLabel = Math.max(ofLabel, range.similarity * mostWeight);
  }
  return { similarity, ofLabel };
}
