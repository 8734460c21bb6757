import type { WordGroup } from './word-group.js';

/** The most that a form can have in common with a query, by weight: of the query's words, and of its own. */
export interface Reach {
  readonly ofQuery: number;
  readonly ofLabel: number;
}

/** What forms that are still unread can have in common with a query at most, while its groups are read one after the other. */
interface ReachOfGroups {
  /** Cost: a look at each group. */
  readonly unread: () => Reach;
  /** All forms of the opening words of this group have been read. */
  readonly markRead: (group: number) => void;
}

/** What one group can add to a form: how well a word stands for the query's, and the weight of such a word. */
interface Addition {
  readonly similarity: number;
  readonly ofLabel: number;
}

/** What the reach of groups is measured by. */
interface ReachMeasure {
  readonly wordWeights: Float32Array;
  readonly mostWeight: number;
  readonly thorough: boolean;
}

/** Of groups none of which is read. `wordWeights`: of each word of the index; `mostWeight`: the greatest of all; `thorough`: other forms of a given name are reckoned with before they are met. */
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
    // Of what is not opened, only other forms of a given name, if that thoroughly, and the words that an initial may stand for are reckoned with then: the rest is worth little.
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

/** Words that confirm candidates and stand for the query's this well are reckoned with before they have been met. */
const MIN_UNREAD = 0.75;

/** Of a group whose opening words have been read. */
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
