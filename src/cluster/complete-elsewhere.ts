import { analyseLabel } from '../text/analyse-label.js';
import type { Completion, CompletionRequest, PrefixIndex } from '../search/prefix-index.js';
import type { Contents } from './contents.js';
import { allEntities, beginningClause, typeClauses, type Clause } from './questions.js';
import type { SearchBody } from './search-cluster.js';
import type { Slice } from './slice.js';
import { termKey } from './term-key.js';

/*
 * What somebody types, completed over a dataset in the cluster: the best known entities whose names begin so, then those that have it later, are asked for, and the prefix index
 * over these puts them in order.
 */

/** What completing reads. */
export interface CompletionPart {
  readonly contents: Contents;
  readonly slice: Slice;
  /** Over the entities that are known. */
  readonly index: PrefixIndex;
}

/** Entities that are asked for beyond the page: their other names may rank otherwise than they do. */
const MORE = 30;
const MOST_WANTED = 1000;
/** Letters up to which beginnings have entries of their own. */
const LONGEST_ENTRY = 3;
/** Letters of the last word from which on typos are looked for. */
const LEAST_FOR_TYPOS = 4;
/** Words with a typo that entities are looked for by: the most frequent. */
const MOST_NEAR = 60;

/** As `complete` of an index; nothing as long as something is lacking. */
export function completeElsewhere({ contents, slice, index }: CompletionPart, request: CompletionRequest): readonly Completion[] {
  const { folded, tokens } = analyseLabel(request.prefix);
  const last = tokens.at(-1);
  const types = typeClauses(request.types);
  const size = Math.min(MOST_WANTED, request.offset + request.limit + MORE);
  const starting = last === undefined ? [] : [beginningClause('names', folded)];
  const searches: SearchBody[] = [allEntities([...starting, ...types], size, 'best known')];
  if (last !== undefined) searches.push(allEntities([...tokens.slice(0, -1).map(wordClause), beginsClause(last), ...types], size, 'best known'));
  return among({ contents, slice }, searches, request, index.complete);
}

/** As `completeWithTypos` of an index. */
export function completeWithTyposElsewhere({ contents, slice, index }: CompletionPart, request: CompletionRequest): readonly Completion[] {
  const { tokens } = analyseLabel(request.prefix);
  const last = tokens.at(-1);
  if (last === undefined || last.length < LEAST_FOR_TYPOS) return [];
  const near = contents.neighbours.ask({ kind: 'beginning', word: last })?.words;
  if (near === undefined || near.length === 0) return [];
  const words = near.slice(0, MOST_NEAR).map(({ word }) => termKey(word));
  const size = Math.min(MOST_WANTED, request.offset + request.limit + MORE);
  return among({ contents, slice }, [allEntities([...tokens.slice(0, -1).map(wordClause), { terms: { words } }, ...typeClauses(request.types)], size, 'best known')], request, index.completeWithTypos);
}

function wordClause(word: string): Clause {
  return { term: { words: termKey(word) } };
}

function beginsClause(word: string): Clause {
  return [...word].length <= LONGEST_ENTRY ? { term: { beginnings: word } } : beginningClause('words', word);
}

/** What the index gives of the entities that these searches found, and of no others. */
function among({ contents, slice }: Pick<CompletionPart, 'contents' | 'slice'>, searches: readonly SearchBody[], request: CompletionRequest, complete: PrefixIndex['complete']): readonly Completion[] {
  const found = searches.map((body) => contents.searches.ask(body));
  const ordinals = new Set(found.flatMap((entities = []) => entities.map(({ record }) => slice.ordinalOf(record.id))));
  const { accepts } = request;
  return complete({ ...request, accepts: accepts === undefined ? (entity) => ordinals.has(entity) : (entity) => ordinals.has(entity) && accepts(entity) });
}
