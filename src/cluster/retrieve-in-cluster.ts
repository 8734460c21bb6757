import { analyseInLatin } from '../text/analyse-label.js';
import type { AnalysedLabel } from '../text/analysed-label.js';
import { capitalsIn, dottedInitialsIn } from '../text/abbreviations.js';
import type { RetrievalRequest, RetrievalResult } from '../search/candidate-index.js';
import { addSimilarWords, planTolerantly, planWords } from '../search/compiled/plan-words.js';
import {
  BUDGET,
  FILTERED_FACTOR,
  LONGEST_ACRONYM,
  MAX_WORDS_WITH_ACRONYM,
  MAX_WORDS_WITH_INITIALS,
  maySuffice,
  SHORTEST_ACRONYM,
} from '../search/compiled/search-in-phases.js';
import { acronymsOf } from '../search/words/acronyms.js';
import { candidateQuery } from './candidate-query.js';
import type { Contents, Phase } from './contents.js';
import { allEntities, typeClauses } from './questions.js';
import type { SearchBody } from './search-cluster.js';
import type { Slice } from './slice.js';
import { termKey } from './term-key.js';
import type { WordsAtHand } from './words-at-hand.js';

/*
 * Candidates of a dataset in the cluster, in the phases of the search in memory (search/compiled/search-in-phases.ts): for each, the cluster is asked for the entities that its plan opens,
 * and the search in memory over those that were sent says whether another phase is needed. A name as it is written takes one search, a misspelt one mostly two.
 */

/** Input of a retrieval. */
interface RetrievalPart {
  readonly contents: Contents;
  readonly words: WordsAtHand;
  readonly slice: Slice;
  /** Entities that are asked for with a long text, more or fewer by the phase. */
  readonly depth: number;
}

const NOTHING: RetrievalResult = {
  labels: [],
  statistics: { postingsVisited: 0, secondPhase: false, thirdPhase: false, effortLowered: false },
};
/** Entities of exactly the name; of more, those first in the source. */
const MAX_OF_NAME = 1000;
/** Names that one acronym may stand for. */
const MAX_OF_ACRONYM = 40;

/** Shares of `depth`. A search without a near name gives four times as many candidates. */
const DEPTH_OF_PHASE: Readonly<Record<Phase, number>> = { exact: 0.6, tolerant: 1, similar: 2 };
/** The right entity of a text of so many words may be far behind; that of fewer is proportionately nearer. */
const WORDS_OF_LONG_TEXT = 8;

/** The same as `retrieve` of an index in memory; nothing as long as answers of the cluster are missing. */
export function retrieveInCluster(part: RetrievalPart, request: RetrievalRequest): RetrievalResult {
  const { contents, slice } = part;
  const { original } = request.label;
  const latin = analyseInLatin(original);
  const labels = latin === undefined ? [request.label] : [request.label, latin];
  const key = JSON.stringify([request.types, original]);
  const phases = contents.phases.get(key) ?? ['exact'];
  contents.phases.set(key, phases);
  const among = new Set<number>();
  let found: RetrievalResult | undefined;
  for (let asked = 0; ;) {
    const known = among.size;
    let isMissing = false;
    for (const phase of phases.slice(asked))
      for (const body of labels.flatMap((label) => searchesFor(part, label, request, phase))) {
        const entities = contents.searches.ask(body);
        isMissing ||= entities === undefined;
        for (const { id } of entities ?? []) among.add(slice.ordinalOf(id));
      }
    if (isMissing) return NOTHING;
    if (found !== undefined && among.size === known) return found;
    found = slice.candidateIndex(among).retrieve(request);
    const { secondPhase, thirdPhase } = found.statistics;
    const next = thirdPhase ? 'similar' : secondPhase ? 'tolerant' : 'exact';
    if (phases.includes(next)) return found;
    asked = phases.length;
    phases.push(next);
  }
}

/** The searches of one phase for one reading of the name. */
function searchesFor(
  { contents, words: { planned }, depth }: RetrievalPart,
  label: AnalysedLabel,
  { types, accepts }: RetrievalRequest,
  phase: Phase,
): readonly SearchBody[] {
  const key = JSON.stringify([phase, types, label.original]);
  const known = contents.plans.get(key);
  if (known !== undefined) return known;
  const { tokens, folded, original } = label;
  const initials = tokens.length > 1 && tokens.length <= MAX_WORDS_WITH_INITIALS ? dottedInitialsIn(original) : [];
  const exact = planWords(planned, tokens, initials);
  const effort = phase === 'exact' && !maySuffice(exact) ? 'tolerant' : phase;
  const groups = effort === 'exact' ? exact : planTolerantly(planned, tokens, exact);
  if (effort === 'similar') addSimilarWords(planned, tokens, groups);
  const byWords = candidateQuery(
    {
      groups,
      budget: BUDGET[effort] * (accepts !== undefined && effort !== 'exact' ? FILTERED_FACTOR : 1),
      folded,
      types,
      size: Math.ceil(depth * DEPTH_OF_PHASE[effort] * Math.min(1, tokens.length / WORDS_OF_LONG_TEXT)),
    },
    planned.words,
  );
  const searches = [
    ...(byWords === undefined ? [] : [byWords]),
    ...(phase === 'exact' ? byAcronym(label, types, planned.words.idOf) : []),
  ];
  contents.plans.set(key, searches);
  return searches;
}

/** The search for entities of exactly this folded name. */
export function homonymsOf(folded: string): SearchBody {
  return allEntities([{ term: { names: termKey(folded) } }], MAX_OF_NAME, 'source');
}

/** Entities of which the name may be the acronym, or which may be called by its acronym. */
function byAcronym(
  { original, folded, tokens }: AnalysedLabel,
  types: RetrievalRequest['types'],
  idOf: (word: string) => number,
): readonly SearchBody[] {
  const letters =
    tokens.length === 1
      ? folded.length >= SHORTEST_ACRONYM && folded.length <= LONGEST_ACRONYM
        ? [folded]
        : []
      : tokens.length <= MAX_WORDS_WITH_ACRONYM
        ? capitalsIn(original)
        : [];
  const spelt =
    tokens.length === 1
      ? []
      : acronymsOf(tokens).filter((acronym) => acronym.length >= SHORTEST_ACRONYM && idOf(acronym) >= 0);
  const should = [
    ...letters.map((acronym) => ({ term: { acronyms: acronym } })),
    ...spelt.map((acronym) => ({ term: { names: acronym } })),
  ];
  return should.length === 0
    ? []
    : [allEntities([{ bool: { should } }, ...typeClauses(types)], MAX_OF_ACRONYM, 'lightest')];
}
