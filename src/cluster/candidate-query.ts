import type { WantedTypes } from '../search/candidate-index.js';
import type { WordGroup } from '../search/compiled/word-group.js';
import { beginningClause, bestEntities, entryClause, typeClauses, type Clause } from './questions.js';
import type { SearchBody } from './search-cluster.js';

/*
 * The words that a query may mean, as a search: an entity counts for each word of the query as much as the best of what that word may be, times how rare the word is,
 * and the best by that a little more the fewer words their shortest name has. What comes first by this is measured and scored as in memory.
 */

/** Words of a long text that entities are looked for by: the rarest. */
const MAX_GROUPS = 24;
/** Of all words together; the engine takes a thousand. */
const MAX_CLAUSES = 600;
/** Words that begin like one of the query are mostly longer. */
const OF_BEGINNING = 0.93;
/** What a word that a name has beyond the query's takes from it, of a usual word's weight. */
const OF_SIZE = 0.05;
const SIZES_COUNTED = 6;
/** The same beside one word of a long text. */
const OF_SIZE_IN_TEXT = 0.35;
/** A longer text is more than a name. */
const MAX_WORDS_OF_NAME = 5;
/** Its rarest words, and the entities that are asked for by each. */
const MAX_BESIDE = 16;
const SIZE_BESIDE = 50;
/** All entities with such a word are looked at: of a more frequent one they are too many, and it says too little. */
const MAX_WITH_WORD_BESIDE = 50_000;
/** Letters up to which beginnings have entries of their own. */
const LONGEST_ENTRY = 3;

/** What a word of a query may be in names. */
export interface NamedGroup {
  readonly weight: number;
  /** `weight`: of this word; `frequency`: entities that have it; `opens`: whether an entity is looked for by it, and not just set before others. */
  readonly words: readonly {
    readonly word: string;
    readonly similarity: number;
    readonly weight: number;
    readonly frequency: number;
    readonly opens: boolean;
  }[];
  readonly ranges: WordGroup['ranges'];
  /** Whether entities are looked for by what begins like it. */
  readonly rangesOpen: boolean;
}

/** What of the dataset the searches depend on. */
interface Sought {
  readonly types: WantedTypes | undefined;
  readonly size: number;
  /** Of a word of names. */
  readonly usualWeight: number;
}

/**
 * The entities that have most of these words; and of a long text, in which the name is a small part, those that have most beside each of its rarest words, the shorter names
 * first: all that such a text says of other things together would count for more than the name.
 */
export function candidateQueries(groups: readonly NamedGroup[], sought: Sought): readonly SearchBody[] {
  const heaviest = [...groups].sort((a, b) => b.weight - a.weight).slice(0, MAX_GROUPS);
  const most = Math.floor(MAX_CLAUSES / Math.max(1, heaviest.length));
  const clauses = heaviest.map((group) => clausesOf(group, most));
  const opening = clauses.flatMap((group) => bestOf(group.opening));
  const confirming = clauses.flatMap((group) => bestOf(group.confirming));
  if (opening.length === 0) return [];
  const filter = typeClauses(sought.types);
  // One sum of words, and nothing that most entities have beside it: the engine leaves out whole stretches of frequent words whose entities can no longer be among the best.
  const whole = bestEntities(
    { bool: { should: [...opening, ...confirming], minimum_should_match: 1, filter } },
    sought.size,
    { bool: { should: shortness(OF_SIZE, sought) } },
  );
  if (opening.length <= MAX_WORDS_OF_NAME) return [whole];
  const rare = heaviest.flatMap((group, i) =>
    frequencyOf(group) <= MAX_WITH_WORD_BESIDE ? bestOf(clauses[i]?.opening ?? []) : [],
  );
  const beside = rare.slice(0, MAX_BESIDE).map((word) =>
    bestEntities(
      {
        bool: {
          must: [word],
          should: [...opening.filter((other) => other !== word), ...confirming, ...shortness(OF_SIZE_IN_TEXT, sought)],
          filter,
        },
      },
      SIZE_BESIDE,
    ),
  );
  return [whole, ...beside];
}

/** Entities that have one of the words of a group that open it. */
function frequencyOf({ words }: NamedGroup): number {
  return words.reduce((sum, { opens, frequency }) => sum + (opens ? frequency : 0), 0);
}

/** Counts as much as the best of these. */
function bestOf(queries: readonly Clause[]): readonly Clause[] {
  return queries.length < 2 ? queries : [{ dis_max: { queries, tie_breaker: 0 } }];
}

function shortness(share: number, { usualWeight }: Sought): readonly Clause[] {
  return Array.from({ length: SIZES_COUNTED }, (_, i) =>
    entryClause('size', String(i + 1), share * usualWeight * (SIZES_COUNTED - i)),
  );
}

/** A word that stands for another one counts as much as both weigh: a frequent one, though it may be meant, says little. */
function clausesOf(
  { weight, words, ranges, rangesOpen }: NamedGroup,
  most: number,
): { readonly opening: readonly Clause[]; readonly confirming: readonly Clause[] } {
  const ofWords = [...words]
    .sort((a, b) => b.similarity - a.similarity)
    .map(({ word, similarity, weight: own, opens }) => ({
      opens,
      clause: entryClause('words', word, (similarity * (weight + own)) / 2),
    }));
  const ofRanges = ranges.map(({ beginning, similarity, length }) => {
    const boost = weight * similarity * (length === 0 ? 1 : OF_BEGINNING);
    const clause: Clause =
      [...beginning].length <= LONGEST_ENTRY
        ? entryClause('beginnings', beginning, boost)
        : { constant_score: { filter: beginningClause('words', beginning), boost } };
    return { opens: rangesOpen && length > 0, clause };
  });
  const all = [...ofRanges, ...ofWords].slice(0, most);
  return {
    opening: all.filter(({ opens }) => opens).map(({ clause }) => clause),
    confirming: all.filter(({ opens }) => !opens).map(({ clause }) => clause),
  };
}
