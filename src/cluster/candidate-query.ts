import type { WantedTypes } from '../search/candidate-index.js';
import { groupsToOpen } from '../search/compiled/form-selector.js';
import type { WordGroup } from '../search/compiled/word-group.js';
import type { SortedVocabulary } from '../search/words/attach-vocabulary.js';
import { COMPILED_ONLY } from './compiled-entity.js';
import { HEAVIEST_INITIAL, initialEntry, LIGHTEST } from './document-of-entity.js';
import { beginningClause, entryClause, typeClauses, type Clause } from './questions.js';
import type { SearchBody } from './search-cluster.js';
import { termKey } from './term-key.js';

/*
 * The plan of a search in memory as one search of the cluster. Entities are looked for by the words whose postings the search in memory opens, and put in order by what its measure
 * (search/compiled/form-measure.ts) comes to: of names with q of the query's weight and l of their own weight W in common, those are as near as s or nearer for which
 *
 *   q (1/s − 1 + 2a) + l (1/s − 1 + 2b) − 2b W
 *
 * is large enough, where a and b are the measure's shares of what only the query and only the name has. Each word adds a fixed number, and the lightness of the name the rest.
 */

/** Words of a long text that entities are looked for by: the rarest. */
const MAX_GROUPS = 24;
/** Of all words together; the engine takes a thousand. */
const MAX_CLAUSES = 600;
/** The nearness for which the order is exact: about that of the last names that are wanted. */
const NEARNESS = 0.5;
/** Twice the measure's share of what only the query has, of a short name, and of what only the label has. */
const ONLY_QUERY = 1;
const ONLY_LABEL = 0.8;
const OF_QUERY = 1 / NEARNESS - 1 + ONLY_QUERY;
const OF_LABEL = 1 / NEARNESS - 1 + ONLY_LABEL;
/** Words that begin like one of the query are mostly longer. */
const OF_BEGINNING = 0.93;
/** Exactly the name comes first. */
const SAME_NAME = 10_000;
/** Letters up to which beginnings have entries of their own. */
const LONGEST_ENTRY = 3;
/** Words with the same beginning that are looked for one by one, and what one of more of them weighs. */
const MAX_OF_RANGE = 400;
const USUAL = 8;
/** The weight of a word is rounded to this part of a nat where many words are looked for together. */
const STEPS = 8;

/** Input of one search. */
interface Sought {
  readonly groups: readonly WordGroup[];
  /** Postings that the search in memory reads. */
  readonly budget: number;
  /** The folded name. */
  readonly folded: string;
  readonly types: WantedTypes | undefined;
  readonly size: number;
}

/** The entities that the search in memory would come by, the nearest first; `undefined` where there is no word to look for them by. */
export function candidateQuery(
  { groups, budget, folded, types, size }: Sought,
  words: SortedVocabulary,
): SearchBody | undefined {
  const heaviest = [...groups].sort((a, b) => b.weight - a.weight).slice(0, MAX_GROUPS);
  const most = Math.floor(MAX_CLAUSES / Math.max(1, heaviest.length));
  const opened = openedWithin(groups, budget).flatMap((group) => openingOf(group, words));
  if (opened.length === 0) return undefined;
  const should = [
    ...heaviest.flatMap((group) => clausesOf(group, most, words)),
    entryClause('names', folded, SAME_NAME),
  ];
  return {
    ...COMPILED_ONLY,
    size,
    track_total_hits: false,
    // Of equal ones those that the search in memory comes by first.
    sort: [{ _score: 'desc' }, { prominence: 'desc' }, { position: 'asc' }],
    query: {
      function_score: {
        query: { bool: { filter: [{ bool: { should: opened } }, ...typeClauses(types)], should } },
        functions: [{ field_value_factor: { field: 'lightness', factor: ONLY_LABEL, missing: LIGHTEST } }],
        boost_mode: 'sum',
      },
    },
  };
}

/** The groups that the search in memory opens, as if it read each to its end. */
function openedWithin(groups: readonly WordGroup[], budget: number): readonly WordGroup[] {
  let visited = 0;
  const opened: WordGroup[] = [];
  for (const group of groupsToOpen(groups)) {
    if (opened.length > 0 && visited + group.cost > budget) break;
    visited += group.cost;
    opened.push(group);
  }
  return opened;
}

/** Clauses of which an entity has to meet one to be found by a group: one of these words, or one of many that begin so. */
function openingOf({ opening, words: named, ranges }: WordGroup, words: SortedVocabulary): readonly Clause[] {
  const known = new Set(named);
  const begun = opening.filter((id) => !known.has(id));
  const single = begun.length <= MAX_OF_RANGE ? opening : opening.filter((id) => known.has(id));
  return [
    ...(single.length === 0 ? [] : [{ terms: { words: single.map((id) => termKey(words.tokenOf(id))) } }]),
    ...(begun.length <= MAX_OF_RANGE ? [] : ranges)
      .filter(({ length }) => length > 0)
      .map(({ beginning }) => beginsClause(beginning)),
  ];
}

/** Entities with a word that begins so. */
export function beginsClause(beginning: string): Clause {
  return [...beginning].length <= LONGEST_ENTRY
    ? { term: { beginnings: beginning } }
    : beginningClause('words', beginning);
}

/** A word that a name may have for one of the query, and how well it stands for it. */
interface Variant {
  readonly id: number;
  readonly similarity: number;
}

/** Clauses for the weight that the words of a group add to an entity: for the query the best of them, for the name each of them. */
function clausesOf(group: WordGroup, most: number, words: SortedVocabulary): readonly Clause[] {
  const named = group.words
    .map((id, k): Variant => ({ id, similarity: group.similarities[k] ?? 0 }))
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, most);
  const ranges = rangesOf(group, words);
  const ofQuery = OF_QUERY * group.weight;
  const begun = ranges.flatMap((range) => range.begun);
  const best = [
    ...together([...named, ...begun], words, ({ similarity }) => similarity * ofQuery),
    ...ranges
      .filter((range) => range.begun.length === 0)
      .map(({ beginning, similarity }) =>
        counting({ constant_score: { filter: beginsClause(beginning) } }, similarity * OF_BEGINNING * ofQuery),
      ),
  ];
  return [
    ...(best.length === 0 ? [] : [{ dis_max: { queries: best, tie_breaker: 0 } }]),
    ...named.map(({ id, similarity }) =>
      entryClause('words', words.tokenOf(id), similarity * OF_LABEL * words.weightOf(id)),
    ),
    ...together(begun, words, ({ id, similarity }) => similarity * OF_LABEL * words.weightOf(id)),
    ...ranges
      .filter((range) => range.begun.length === 0)
      .flatMap(({ beginning, similarity, length }) =>
        length === 0
          ? Array.from({ length: HEAVIEST_INITIAL }, (_, i) =>
              entryClause('initials', initialEntry(beginning, i + 1), similarity * OF_LABEL * (i + 1)),
            )
          : [
              counting(
                { constant_score: { filter: beginsClause(beginning) } },
                similarity * OF_BEGINNING * OF_LABEL * USUAL,
              ),
            ],
      ),
  ];
}

/** The ranges of a group, with the words of short ones that it does not name. */
function rangesOf(
  group: WordGroup,
  words: SortedVocabulary,
): readonly (WordGroup['ranges'][number] & { readonly begun: readonly Variant[] })[] {
  const known = new Set(group.words);
  return group.ranges.map((range) => ({
    ...range,
    begun:
      range.length === 0 || range.end - range.first > MAX_OF_RANGE
        ? []
        : Array.from({ length: range.end - range.first }, (_, i): Variant => {
            const id = range.first + i;
            return { id, similarity: range.similarity * (0.75 + (0.25 * range.length) / words.lengthOf(id)) };
          }).filter(({ id }) => !known.has(id)),
  }));
}

function counting({ constant_score: inner }: { readonly constant_score: Clause }, boost: number): Clause {
  return { constant_score: { ...inner, boost } };
}

/** One clause for all words that add about the same. */
function together(
  variants: readonly Variant[],
  words: SortedVocabulary,
  addedBy: (variant: Variant) => number,
): readonly Clause[] {
  const byBoost = new Map<number, string[]>();
  for (const variant of variants) {
    const boost = Math.round(STEPS * addedBy(variant)) / STEPS;
    const equal = byBoost.get(boost);
    if (equal === undefined) byBoost.set(boost, [termKey(words.tokenOf(variant.id))]);
    else equal.push(termKey(words.tokenOf(variant.id)));
  }
  return Array.from(byBoost, ([boost, equal]) =>
    counting({ constant_score: { filter: { terms: { words: equal } } } }, boost),
  );
}
