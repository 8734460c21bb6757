import { section, type Sections } from '../../foundation/sections.js';
import { attachStringTable } from '../../foundation/string-table.js';
import { analyseInLatin } from '../../text/analyse-label.js';
import type { AnalysedLabel } from '../../text/analysed-label.js';
import { capitalsIn, dottedInitialsIn } from '../../text/abbreviations.js';
import { attachLabelTable } from '../attach-label-table.js';
import type {
  CandidateIndex,
  CandidateIndexName,
  RetrievalRequest,
  RetrievalResult,
  RetrievedLabel,
  SearchPhase,
  WordLookedFor,
} from '../candidate-index.js';
import { acronymsOf } from '../words/acronyms.js';
import type { SortedVocabulary } from '../words/attach-vocabulary.js';
import type { LabelTable } from '../label-table.js';
import type { WordsOfGroups } from './form-measure.js';
import { createFormSelector, type FormSelector, type PostingLists } from './form-selector.js';
import { addSimilarWords, type PlannedIndex, planTolerantly, planWords } from './plan-words.js';
import type { WordGroup } from './word-group.js';

/** Maximum listed variants of a word. */
const MAX_LISTED = 12;

/** Postings read in each phase. */
export const BUDGET = { exact: 500, tolerant: 1000, similar: 600 } as const;
/** Budget factor with a type filter that refuses most candidates. */
export const FILTERED_FACTOR = 8;
/** A label with this common share on both sides makes a search for typos unnecessary. */
const NEARLY_EQUAL = 0.93;
/**
 * If no label has this share, words of the query may have typos beyond two letters, and the right label is one of many
 * with as little.
 */
const FAR = 0.6;
/** Factor on the requested rows in that case, up to a limit. */
const TIMES_WHEN_FAR = 4;
const MAX_WHEN_FAR = 300;
/** Maximum rows of one folded form: homonyms of the query or of another form. */
const MAX_HOMONYMS = 100;
/** Maximum names of one acronym; the lightest are used. */
const MAX_OF_ONE_ACRONYM = 300;
export const SHORTEST_ACRONYM = 2;
export const LONGEST_ACRONYM = 8;
/** Maximum words of a text whose acronyms are looked up. */
export const MAX_WORDS_WITH_ACRONYM = 3;
const MAX_BESIDE_WORDS = 20;
/** Maximum words of a text with initials; in a longer one dotted letters are rather those of a state or a note. */
export const MAX_WORDS_WITH_INITIALS = 6;

/** Access to words, and posting lists of words and acronyms, apart from the label table of the sections. */
export interface SearchedIndex {
  readonly planned: PlannedIndex;
  readonly postings: PostingLists;
  /** Forms with a word as acronym, ascending: a temporary view. */
  readonly acronyms: (word: string) => Uint32Array;
  /** Omitted for a whole dataset. */
  readonly part?: PartOfDataset;
}

/**
 * Some labels of a dataset with the words of all: postings cost as much as there, and the results are the same labels,
 * as far as present.
 */
interface PartOfDataset {
  readonly labels: LabelTable;
  /** The form of a folded name, -1 for none. */
  readonly formOf: (folded: string) => number;
  /** Scratch memory of all searches of this thread. */
  readonly groups: WordsOfGroups;
}

/**
 * A candidate index over the label table of these sections, in up to three phases. Cost: constant; scratch memory is
 * allocated at the first query.
 */
export function searchInPhases(
  name: CandidateIndexName,
  sections: Sections,
  { planned, postings, acronyms, part }: SearchedIndex,
): CandidateIndex {
  const { words } = planned;
  const labels = part?.labels ?? attachLabelTable(sections, words);
  const formOf = part?.formOf ?? attachStringTable(sections, 'labels.forms').find;
  const formRowOffsets = section(sections, 'labels.formRows.offsets', 'Uint32Array');
  const formRows = section(sections, 'labels.formRows.rows', 'Uint32Array');
  const entityOfRow = section(sections, 'labels.entity', 'Uint32Array');
  // Created at the first query: the thread that only serves HTTP never needs it.
  let selector: FormSelector | undefined;

  function retrieve(request: RetrievalRequest): RetrievalResult {
    selector ??= createFormSelector(sections, words, postings, part?.groups);
    const found = retrieveOne(selector, request.label, request);
    const latin = analyseInLatin(request.label.original);
    return latin === undefined ? found : mergeRetrievals(found, retrieveOne(selector, latin, request));
  }

  function retrieveOne(
    selected: FormSelector,
    label: AnalysedLabel,
    { wanted, accepts, deadline, watch }: RetrievalRequest,
  ): RetrievalResult {
    let postingsVisited = 0;
    let secondPhase = false;
    let thirdPhase = false;
    let effortLowered = false;
    const { tokens } = label;
    const exact = formOf(label.folded);
    let selection = { queryLength: tokens.length, exact, byAcronym: formsByAcronym(label), wanted, accepts };
    selected.clear();
    const initials =
      tokens.length > 1 && tokens.length <= MAX_WORDS_WITH_INITIALS ? dottedInitialsIn(label.original) : [];
    let since = watch === undefined ? 0 : performance.now();
    let groups = planWords(planned, tokens, initials);
    const look = (budget: number, phase: SearchPhase['phase']): void => {
      selected.begin(selection, groups);
      const visited = selected.open(budget, secondPhase, part !== undefined);
      postingsVisited += visited;
      if (watch === undefined) return;
      const now = performance.now();
      watch({
        phase,
        lookedFor: wordsLookedFor(words, tokens, groups),
        postingsVisited: visited,
        names: selected.count(),
        elapsedMs: now - since,
      });
      since = now;
    };
    const widen = (): void => {
      selection = { ...selection, wanted: Math.max(wanted, Math.min(wanted * TIMES_WHEN_FAR, MAX_WHEN_FAR)) };
    };
    // With unknown words, no label can be near enough to skip the other phases.
    const suffices = maySuffice(groups);
    if (suffices) look(BUDGET.exact, 'words');
    if (!suffices || selected.closest() < NEARLY_EQUAL) {
      if (deadline.expired()) {
        if (!suffices) look(BUDGET.exact, 'words');
        effortLowered = true;
      } else {
        secondPhase = true;
        groups = planTolerantly(planned, tokens, groups);
        if (suffices && selected.closest() < FAR) widen();
        look(BUDGET.tolerant, 'typos');
      }
    }
    if (secondPhase && selected.closest() < FAR) {
      if (deadline.expired()) effortLowered = true;
      else {
        const wide = selection.wanted > wanted;
        widen();
        if (addSimilarWords(planned, tokens, groups)) {
          thirdPhase = true;
          look(BUDGET.similar, 'similar words');
        } else if (!wide) look(BUDGET.tolerant, 'typos');
      }
    }
    // Refused candidates may have used up the budget of the accepted ones; a part of a dataset has none of them.
    if (
      accepts !== undefined &&
      selected.closest() < NEARLY_EQUAL &&
      (part !== undefined || selected.refused() > selected.count()) &&
      selected.count() < wanted
    ) {
      if (deadline.expired()) effortLowered = true;
      else look(BUDGET.tolerant * FILTERED_FACTOR, 'more of the types');
    }
    const given = selected.closest() < FAR ? selection.wanted : wanted;
    return {
      labels: rowsOf(selected, exact, given, accepts),
      statistics: { postingsVisited, secondPhase, thirdPhase, effortLowered },
    };
  }

  /**
   * Names with a query of one short word, or a word of a short query, as acronym, and labels that are the acronym of a
   * long query.
   */
  function formsByAcronym({ original, folded, tokens }: AnalysedLabel): readonly number[] {
    if (tokens.length === 1) {
      if (folded.length < SHORTEST_ACRONYM || folded.length > LONGEST_ACRONYM) return [];
      return Array.from(acronyms(folded).subarray(0, MAX_OF_ONE_ACRONYM));
    }
    const spelt = acronymsOf(tokens)
      .filter((acronym) => acronym.length >= SHORTEST_ACRONYM)
      .map(formOf)
      .filter((form) => form >= 0);
    if (tokens.length > MAX_WORDS_WITH_ACRONYM) return spelt;
    return [
      ...spelt,
      ...capitalsIn(original).flatMap((letters) => Array.from(acronyms(letters).subarray(0, MAX_BESIDE_WORDS))),
    ];
  }

  /** Rows of the best forms: all homonyms of the query (up to a limit), others up to `wanted`. */
  function rowsOf(
    selected: FormSelector,
    exact: number,
    wanted: number,
    accepts: ((entity: number) => boolean) | undefined,
  ): RetrievedLabel[] {
    const rows: RetrievedLabel[] = [];
    for (let place = 0; place < selected.count(); place++) {
      const form = selected.formAt(place);
      const selection = selected.scoreAt(place);
      if (form !== exact && rows.length >= wanted) break;
      let left = form === exact ? Math.max(wanted, MAX_HOMONYMS) : Math.max(1, wanted - rows.length);
      for (let i = formRowOffsets[form] ?? 0; i < (formRowOffsets[form + 1] ?? 0) && left > 0; i++) {
        const row = formRows[i] ?? 0;
        const entity = entityOfRow[row] ?? 0;
        if (accepts !== undefined && !accepts(entity)) continue;
        rows.push({ row, entity, selection });
        left--;
      }
    }
    return rows.sort((a, b) => b.selection - a.selection || a.row - b.row);
  }

  return { name, labels, retrieve };
}

/** Whether a label can be so near, by these groups of the words as they stand, that no search for typos is needed. Cost: a look at the variants of each word. */
export function maySuffice(groups: readonly WordGroup[]): boolean {
  let [inCommon, all] = [0, 0];
  for (const { counts, weight, similarities, ranges } of groups) {
    if (!counts) continue;
    let most = 0;
    for (const similarity of similarities) most = Math.max(most, similarity);
    for (const { similarity } of ranges) most = Math.max(most, similarity);
    inCommon += weight * most;
    all += weight;
  }
  return all === 0 || inCommon / all >= NEARLY_EQUAL;
}

/**
 * The searched words: those of the query first, then joined and split ones, and initials. Cost: a sort of the variants.
 */
function wordsLookedFor(
  words: SortedVocabulary,
  tokens: readonly string[],
  groups: readonly WordGroup[],
): readonly WordLookedFor[] {
  const distinct = [...new Set(tokens)];
  return groups.map((group, place) => {
    const word = group.counts ? distinct[place] : undefined;
    const alone = group.words.map((id, i) => ({ text: words.tokenOf(id), similarity: group.similarities[i] ?? 0 }));
    const ranges = group.ranges.map(({ first, length, similarity }) => ({
      text: `${words.tokenOf(first).slice(0, Math.max(1, length))}…`,
      similarity,
    }));
    const variants = [...alone, ...ranges]
      .sort((a, b) => b.similarity - a.similarity || (a.text < b.text ? -1 : 1))
      .map(({ text }) => text);
    const listed = variants.slice(0, MAX_LISTED);
    return { ...(word !== undefined && { word }), variants: listed, more: variants.length - listed.length };
  });
}

/**
 * Merges the results of two searches for one query, each row once with its higher selection score; such as for a name
 * as written and in Latin letters.
 */
function mergeRetrievals(a: RetrievalResult, b: RetrievalResult): RetrievalResult {
  const best = new Map<number, RetrievedLabel>();
  for (const label of [...a.labels, ...b.labels]) {
    const known = best.get(label.row);
    if (known === undefined || known.selection < label.selection) best.set(label.row, label);
  }
  return {
    labels: [...best.values()].sort((x, y) => y.selection - x.selection || x.row - y.row),
    statistics: {
      postingsVisited: a.statistics.postingsVisited + b.statistics.postingsVisited,
      secondPhase: a.statistics.secondPhase || b.statistics.secondPhase,
      thirdPhase: a.statistics.thirdPhase || b.statistics.thirdPhase,
      effortLowered: a.statistics.effortLowered || b.statistics.effortLowered,
    },
  };
}
