import { analyseLabel } from '../text/analyse-label.js';
import { nearPrefixes } from '../search/prefixes/near-prefixes.js';
import type { Completion, CompletionRequest, NearCompletion, PrefixIndex } from '../search/prefix-index.js';
import { beginsClause } from './candidate-query.js';
import type { Contents } from './contents.js';
import { allEntities, beginningClause, typeClauses, type Clause } from './questions.js';
import type { SearchBody } from './search-cluster.js';
import type { Slice } from './slice.js';
import type { WordsAtHand } from './words-at-hand.js';
import { termKey } from './term-key.js';

/*
 * Completion of typed text over a dataset in the cluster: the best known entities whose names begin so, then those that have it later, are asked for, and the prefix index
 * over these puts them in order.
 */

/** Input of completion. */
interface CompletionPart {
  readonly contents: Contents;
  readonly slice: Slice;
  /** Over the entities that are known. */
  readonly index: PrefixIndex;
}

/** Entities that are asked for beyond the page: their other names may rank otherwise than they do. */
const MORE = 30;
const MAX_WANTED = 1000;
/** And where the names that begin so are to be among them. */
const FOR_SHORT_BEGINNINGS = 60;
/** Letters up to which beginnings have entries of their own. */
const LONGEST_ENTRY = 3;
/** Letters of the last word from which on typos are looked for. */
const MIN_FOR_TYPOS = 4;
/** Words with a typo that entities are looked for by: the most frequent of so many. */
const MAX_NEAR = 60;
const MAX_LOOKED_AT = 5_000;

/** As `complete` of an index; nothing as long as something is lacking. */
export function completeInCluster(
  { contents, slice, index }: CompletionPart,
  request: CompletionRequest,
): readonly Completion[] {
  const { folded, tokens } = analyseLabel(request.prefix);
  const last = tokens.at(-1);
  const types = typeClauses(request.types);
  const size = Math.min(MAX_WANTED, request.offset + request.limit + MORE);
  if (last === undefined)
    return among({ contents, slice }, [allEntities(types, size, 'best known')], request, index.complete);
  const anywhere = allEntities(
    [...tokens.slice(0, -1).map(wordClause), beginsClause(last), ...types],
    size,
    'best known',
  );
  const starting = allEntities([beginningClause('names', folded), ...types], size, 'best known');
  if (tokens.length > 1 || [...last].length > LONGEST_ENTRY)
    return among({ contents, slice }, [starting, anywhere], request, index.complete);
  const more = { ...anywhere, size: size + FOR_SHORT_BEGINNINGS };
  return among(
    { contents, slice },
    hasEnough(contents, more, folded, request) ? [more] : [more, starting],
    request,
    index.complete,
  );
}

/**
 * Whether what has a word with this short beginning, the best known first, holds the page of those whose names begin so: then these are the best known of them, too. To look up all the
 * names that begin with one letter takes long.
 */
function hasEnough(
  { searches }: Contents,
  body: SearchBody & { readonly size: number },
  folded: string,
  { offset, limit }: CompletionRequest,
): boolean {
  const found = searches.ask(body);
  if (found === undefined || found.length < body.size) return true;
  return found.filter(({ rows }) => rows.some(({ label }) => label.folded.startsWith(folded))).length >= offset + limit;
}

/** As `completeNearly` of an index, of the names that have all words but the last as they were typed. */
export function completeNearlyInCluster(
  { contents, slice, index }: CompletionPart,
  request: CompletionRequest,
  words: WordsAtHand,
): readonly NearCompletion[] {
  const { tokens } = analyseLabel(request.prefix);
  const last = tokens.at(-1);
  if (last === undefined || last.length < MIN_FOR_TYPOS) return [];
  const near = nearBeginnings(words, last);
  if (near.length === 0) return [];
  const size = Math.min(MAX_WANTED, request.offset + request.limit + MORE);
  return among(
    { contents, slice },
    [
      allEntities(
        [
          ...tokens.slice(0, -1).map(wordClause),
          { terms: { words: near.map(termKey) } },
          ...typeClauses(request.types),
        ],
        size,
        'best known',
      ),
    ],
    request,
    index.completeNearly,
  );
}

/** The most frequent words that begin so but for one edit behind the first letter. */
function nearBeginnings({ planned: { words } }: WordsAtHand, beginning: string): readonly string[] {
  const ids = new Set<number>();
  for (const [first, end] of nearPrefixes(
    { rangeOf: words.rangeOf, texts: { get: words.tokenOf, lengthOf: words.lengthOf } },
    beginning,
  ))
    for (let id = first; id < end && ids.size < MAX_LOOKED_AT; id++) ids.add(id);
  return [...ids]
    .sort((a, b) => words.entityFrequency(b) - words.entityFrequency(a) || a - b)
    .slice(0, MAX_NEAR)
    .map(words.tokenOf);
}

function wordClause(word: string): Clause {
  return { term: { words: termKey(word) } };
}

/** Completions among the entities that these searches found. */
function among<Found extends Completion>(
  { contents, slice }: Pick<CompletionPart, 'contents' | 'slice'>,
  searches: readonly SearchBody[],
  request: CompletionRequest,
  complete: (request: CompletionRequest) => readonly Found[],
): readonly Found[] {
  const found = searches.map((body) => contents.searches.ask(body));
  const ordinals = new Set(found.flatMap((entities = []) => entities.map(({ id }) => slice.ordinalOf(id))));
  const { accepts } = request;
  return complete({
    ...request,
    accepts:
      accepts === undefined ? (entity) => ordinals.has(entity) : (entity) => ordinals.has(entity) && accepts(entity),
  });
}
