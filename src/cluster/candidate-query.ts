import type { WantedTypes } from '../search/candidate-index.js';
import type { WordGroup } from '../search/compiled/word-group.js';
import { beginningClause, bestEntities, entryClause, typeClauses, type Clause } from './questions.js';
import type { SearchBody } from './search-cluster.js';

/*
 * The words that a query may mean, as a search: an entity counts for each word of the query as much as the best of what that word may be, times how rare the word is,
 * and a little more the fewer words its shortest name has. What comes first by this is measured and scored as in memory.
 */

/** Words of a long text that entities are looked for by: the rarest. */
const MOST_GROUPS = 24;
/** Of all words together; the engine takes a thousand. */
const MOST_CLAUSES = 600;
/** Words that begin like one of the query are mostly longer. */
const OF_BEGINNING = 0.93;
/** What a word that a name has beyond the query's takes from it, of a usual word's weight. */
const OF_SIZE = 0.05;
const SIZES_COUNTED = 6;
/** Letters up to which beginnings have entries of their own. */
const LONGEST_ENTRY = 3;

/** What a word of a query may be in names. */
export interface NamedGroup {
  readonly weight: number;
  readonly words: readonly { readonly word: string; readonly similarity: number }[];
  readonly ranges: WordGroup['ranges'];
}

/** The entities that have most of these words. `usualWeight`: of a word of names. */
export function candidateQuery(groups: readonly NamedGroup[], { types, size, usualWeight }: { readonly types: WantedTypes | undefined; readonly size: number; readonly usualWeight: number }): SearchBody | undefined {
  const heaviest = [...groups].sort((a, b) => b.weight - a.weight).slice(0, MOST_GROUPS);
  const most = Math.floor(MOST_CLAUSES / Math.max(1, heaviest.length));
  const words = heaviest.flatMap((group): Clause[] => {
    const queries = clausesOf(group).slice(0, most);
    const [only] = queries;
    return only === undefined ? [] : queries.length === 1 ? [only] : [{ dis_max: { queries, tie_breaker: 0 } }];
  });
  if (words.length === 0) return undefined;
  const shortness = Array.from({ length: SIZES_COUNTED }, (_, i) => entryClause('size', String(i + 1), OF_SIZE * usualWeight * (SIZES_COUNTED - i)));
  return bestEntities({ bool: { must: [{ bool: { should: words, minimum_should_match: 1 } }], should: shortness, filter: typeClauses(types) } }, size);
}

function clausesOf({ weight, words, ranges }: NamedGroup): readonly Clause[] {
  const ofWords = [...words].sort((a, b) => b.similarity - a.similarity).map(({ word, similarity }) => entryClause('words', word, similarity * weight));
  const ofRanges = ranges.map(({ beginning, similarity, length }): Clause => {
    const boost = weight * similarity * (length === 0 ? 1 : OF_BEGINNING);
    return [...beginning].length <= LONGEST_ENTRY ? entryClause('beginnings', beginning, boost) : { constant_score: { filter: beginningClause('words', beginning), boost } };
  });
  return [...ofRanges, ...ofWords];
}
