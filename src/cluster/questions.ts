import type { WantedTypes } from '../search/candidate-index.js';
import { canHaveTypos, deletionsOf } from '../search/words/typo-neighbourhood.js';
import { soundKeysOf } from '../search/words/heard-words.js';
import { fewestTriplesShared, triplesOf } from '../search/words/similar-words.js';
import type { SearchBody } from './search-cluster.js';
import { termKey, termKeys } from './term-key.js';
import { largestOf } from '../foundation/largest-of.js';

/*
 * What is asked of the cluster, as searches. Every clause counts a fixed number, so that an answer does not depend on how the documents lie on the nodes.
 */

/** A clause of a search. */
export type Clause = Readonly<Record<string, unknown>>;

/** One entry of a field, counting so much. */
export function entryClause(field: string, entry: string, boost: number): Clause {
  return { constant_score: { filter: { term: { [field]: termKey(entry) } }, boost } };
}

/** Entities with any word or name that begins so. */
export function beginningClause(field: 'words' | 'names', beginning: string): Clause {
  return { prefix: { [field]: termKey(beginning) } };
}

/** What entities of these types have. */
export function typeClauses(types: WantedTypes | undefined): readonly Clause[] {
  if (types === undefined) return [];
  return types.all
    ? types.ids.map((id) => ({ term: { types: termKey(id) } }))
    : [{ terms: { types: types.ids.map(termKey) } }];
}

/** The order of entities that are equal in all else. */
const BEST_KNOWN = [{ prominence: 'desc' }, { length: 'asc' }, { position: 'asc' }] as const;

/** The best by the query that are counted once more, as a multiple of those that are sent. */
const COUNTED_AGAIN = 5;

/**
 * The entities that the clauses count most for; of equal ones those that stand first in the index, which are the best known. What `further` counts is added for the best: clauses
 * that most entities meet would have the engine look at all of them.
 */
export function bestEntities(query: Clause, size: number, further?: Clause): SearchBody {
  const once = { size, track_total_hits: false, query };
  return further === undefined
    ? once
    : { ...once, rescore: { window_size: COUNTED_AGAIN * size, query: { rescore_query: further } } };
}

/** Those that meet the filters: the best known first, or in the order of the source. */
export function allEntities(filter: readonly Clause[], size: number, order: 'best known' | 'source'): SearchBody {
  return {
    size,
    track_total_hits: false,
    query: { bool: { filter } },
    sort: order === 'source' ? [{ position: 'asc' }] : BEST_KNOWN,
  };
}

/** How many meet the filters, counted up to `most` and one. */
export function countEntities(filter: readonly Clause[], most: number): SearchBody {
  return { size: 0, track_total_hits: most + 1, query: { bool: { filter } } };
}

/** Words that are looked at for one word of a query; what more words share tells nothing. */
export const MAX_NEAR = 250;
const MAX_SIMILAR = 150;
const MAX_HEARD = 150;

/** Words with as many edits. What fewer deletions leave counts so much more that it comes first. */
export function nearWords(word: string, most: number): SearchBody | undefined {
  if (!canHaveTypos(word)) return undefined;
  const deletions = deletionsOf(word, most);
  const longest = largestOf(deletions.map(({ length }) => length));
  const should = termKeys(deletions).map((left) =>
    entryClause('deletions', left, 30 ** (2 - Math.min(2, longest - left.length))),
  );
  return { size: MAX_NEAR, track_total_hits: false, query: { bool: { should } } };
}

/** Words with many triples in common. */
export function similarWords(word: string): SearchBody | undefined {
  const triples = termKeys(triplesOf(word));
  if (triples.length === 0) return undefined;
  return {
    size: MAX_SIMILAR,
    track_total_hits: false,
    query: {
      bool: {
        should: triples.map((triple) => entryClause('triples', triple, 1)),
        minimum_should_match: Math.min(triples.length, fewestTriplesShared(word)),
      },
    },
  };
}

/** Words that sound alike, those with the same sound first. */
export function heardWords(word: string): SearchBody | undefined {
  const keys = soundKeysOf(word);
  if (keys.length === 0) return undefined;
  return {
    size: MAX_HEARD,
    track_total_hits: false,
    query: { bool: { should: keys.map((key, i) => entryClause('sounds', key, i === 0 ? 10 : 1)) } },
  };
}

/** Words that begin so but for one edit behind the first letter, the most frequent first. */
export function nearBeginnings(beginning: string): SearchBody {
  const letters = [...beginning];
  const texts = new Set<string>();
  const patterns = new Set<string>();
  for (let at = 1; at < letters.length; at++) {
    const before = letters.slice(0, at).join('');
    const rest = letters.slice(at + 1).join('');
    texts.add(before + rest);
    if (at + 1 < letters.length)
      texts.add(before + (letters[at + 1] ?? '') + (letters[at] ?? '') + letters.slice(at + 2).join(''));
    patterns.add(`${literal(before)}.${literal(rest)}.*`);
    patterns.add(`${literal(before)}.${literal(letters.slice(at).join(''))}.*`);
  }
  const should = [
    ...Array.from(texts, (text) => ({ prefix: { word: text } })),
    ...Array.from(patterns, (pattern) => ({ regexp: { word: { value: pattern, flags: 'NONE' } } })),
  ];
  return {
    size: MAX_NEAR,
    track_total_hits: false,
    query: { bool: { filter: [{ bool: { should } }] } },
    sort: [{ entities: 'desc' }],
  };
}

/** The text as part of a pattern. */
export function literal(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '\\$&');
}
