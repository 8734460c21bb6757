import { analyseInLatin } from '../text/analyse-label.js';
import type { AnalysedLabel } from '../text/analysed-label.js';
import { capitalsIn, dottedInitialsIn } from '../text/short-forms-in.js';
import type { CandidateIndex, RetrievalRequest, RetrievalResult } from '../search/candidate-index.js';
import { addSimilarWords, planTolerantly, planWords } from '../search/compiled/plan-words.js';
import type { WordGroup } from '../search/compiled/word-group.js';
import { acronymsOf } from '../search/words/acronyms.js';
import { candidateQueries, type NamedGroup } from './candidate-query.js';
import type { Contents } from './contents.js';
import type { PlacedEntity } from './placed-entity.js';
import { allEntities, typeClauses, type Clause } from './questions.js';
import type { SearchBody } from './search-cluster.js';
import { termKey } from './term-key.js';
import { neighboursIn, planElsewhere, type NeighbourWords, type PlannedElsewhere } from './words-elsewhere.js';
import type { WeightOf } from './slice.js';
import { appendAll } from '../foundation/append-all.js';

/*
 * Candidates of a dataset in the cluster. The planner of the search in memory says what each word of the query may be; the cluster is asked for the entities that have most of these
 * words; and the search in memory, over these alone, measures them and chooses. Where they are far, similar words are asked for and the same is done once more.
 * What is chosen depends on what was asked for this query alone, whatever else is known.
 */

/** What a retrieval reads beside the contents. */
export interface RetrievalPart {
  readonly contents: Contents;
  readonly entityCount: number;
  readonly weightOf: WeightOf;
  readonly frequencyOf: (word: string) => number;
  /** Of the words of names. */
  readonly usualWeight: number;
  /** Entities that are asked for by their words. */
  readonly depth: number;
  /** Over the entities that are known; made when first asked for. */
  readonly index: () => CandidateIndex;
  readonly ordinalOf: (id: string) => number;
}

const NOTHING: RetrievalResult = {
  labels: [],
  statistics: { postingsVisited: 0, secondPhase: false, thirdPhase: false, effortLowered: false },
};
/** Entities of exactly the name; of more, those first in the source. */
const MAX_OF_NAME = 1000;
/** As in the search in memory: letters and words of what may be an acronym, and names that one may stand for. */
const SHORTEST_ACRONYM = 2;
const LONGEST_ACRONYM = 8;
const MAX_WORDS_WITH_ACRONYM = 3;
const MAX_OF_ACRONYM = 40;
const MAX_WORDS_WITH_INITIALS = 6;

/** What `retrieve` of an index gives; nothing as long as something is lacking. */
export function retrieveElsewhere(part: RetrievalPart, request: RetrievalRequest): RetrievalResult {
  const latin = analyseInLatin(request.label.original);
  const labels = latin === undefined ? [request.label] : [request.label, latin];
  const neighbours = neighboursIn(part.contents);
  const first = searchesFor(part, labels, request, { neighbours, withSimilar: false });
  if (first === undefined) return NOTHING;
  // Planned before: it is known that they are far.
  const isFar = part.contents.plans.has(planKey(request, true));
  part.contents.looksFurther = false;
  const nearest = isFar ? undefined : retrieveAmong(part, request, first);
  if (!isFar && (nearest === undefined || !part.contents.looksFurther)) return nearest ?? NOTHING;
  const second = searchesFor(part, labels, request, { neighbours, withSimilar: true });
  return (second === undefined ? undefined : retrieveAmong(part, request, [...first, ...second])) ?? NOTHING;
}

function planKey({ label, types }: RetrievalRequest, withSimilar: boolean): string {
  return JSON.stringify([withSimilar, types, label.original]);
}

/** What the search in memory chooses of these; `undefined` as long as they are not known. */
function retrieveAmong(
  { contents, index, ordinalOf }: RetrievalPart,
  request: RetrievalRequest,
  searches: readonly SearchBody[],
): RetrievalResult | undefined {
  const found = searches.map((body) => contents.searches.ask(body));
  if (found.includes(undefined)) return undefined;
  const among = new Set(
    found.flatMap((entities: readonly PlacedEntity[] = []) => entities.map(({ record }) => ordinalOf(record.id))),
  );
  const { accepts } = request;
  return index().retrieve({
    ...request,
    accepts: accepts === undefined ? (entity) => among.has(entity) : (entity) => among.has(entity) && accepts(entity),
  });
}

/** The searches for all readings of the name; `undefined` as long as not all words are known. */
function searchesFor(
  part: RetrievalPart,
  labels: readonly AnalysedLabel[],
  request: RetrievalRequest,
  { neighbours, withSimilar }: { readonly neighbours: NeighbourWords; readonly withSimilar: boolean },
): readonly SearchBody[] | undefined {
  const { contents, usualWeight, depth } = part;
  const { types } = request;
  const key = planKey(request, withSimilar);
  const planned = contents.plans.get(key);
  if (planned !== undefined) return planned.searches;
  const missed = contents.words.misses + contents.neighbours.misses;
  const words: string[] = [];
  const searches = labels.flatMap((label): SearchBody[] => {
    const plan = planElsewhere(contents, neighbours, part);
    const { tokens } = label;
    const initials =
      tokens.length > 1 && tokens.length <= MAX_WORDS_WITH_INITIALS ? dottedInitialsIn(label.original) : [];
    const groups = planTolerantly(plan.index, tokens, planWords(plan.index, tokens, initials));
    if (withSimilar) addSimilarWords(plan.index, tokens, groups);
    appendAll(words, plan.words);
    const byWords = candidateQueries(
      groups.map((group) => namedGroup(group, plan)),
      { types, size: depth, usualWeight },
    );
    return [...(withSimilar ? [] : wholeNames(label, typeClauses(types))), ...byWords];
  });
  if (contents.words.misses + contents.neighbours.misses > missed) return undefined;
  contents.plans.set(key, { searches, words });
  // The slice is to have these words.
  contents.isOutdated = true;
  return searches;
}

function namedGroup(
  { weight, words, similarities, ranges, opening }: WordGroup,
  { wordOf, index }: PlannedElsewhere,
): NamedGroup {
  const named = words.map((id, k) => ({
    word: wordOf(id),
    similarity: similarities[k] ?? 0,
    weight: index.words.weightOf(id),
    frequency: index.words.entityFrequency(id),
    opens: opening.includes(id),
  }));
  // What begins like a word has a number without a word.
  return {
    weight,
    ranges,
    rangesOpen: opening.some((id) => wordOf(id) === ''),
    words: named.filter(({ word }) => word !== ''),
  };
}

/** The search for entities of exactly this folded name. */
export function homonymsOf(folded: string): SearchBody {
  return allEntities([{ term: { names: termKey(folded) } }], MAX_OF_NAME, 'source');
}

/** Entities of exactly the name, and those of which it may be the acronym or which may be its acronym. */
function wholeNames({ original, folded, tokens }: AnalysedLabel, filter: readonly Clause[]): readonly SearchBody[] {
  const letters =
    tokens.length === 1
      ? folded.length >= SHORTEST_ACRONYM && folded.length <= LONGEST_ACRONYM
        ? [folded]
        : []
      : tokens.length <= MAX_WORDS_WITH_ACRONYM
        ? capitalsIn(original)
        : [];
  const spelt = tokens.length === 1 ? [] : acronymsOf(tokens).filter((acronym) => acronym.length >= SHORTEST_ACRONYM);
  const should = [
    ...letters.map((acronym) => ({ term: { acronyms: acronym } })),
    ...spelt.map((acronym) => ({ term: { names: acronym } })),
  ];
  return [
    homonymsOf(folded),
    ...(should.length === 0
      ? []
      : [
          {
            ...allEntities([{ bool: { should } }, ...filter], MAX_OF_ACRONYM, 'best known'),
            sort: [{ length: 'asc' }, { prominence: 'desc' }, { position: 'asc' }],
          },
        ]),
  ];
}
