import { section, type Sections } from '../../foundation/sections.js';
import { attachStringTable } from '../../foundation/string-table.js';
import type { AnalysedLabel } from '../../text/analysed-label.js';
import { analyseLabel } from '../../text/analyse-label.js';
import { hasLettersBeyondLatin, transliterate } from '../../text/transliterate.js';
import { attachLabelTable } from '../attach-label-table.js';
import type { CandidateIndex, RetrievalRequest, RetrievalResult, RetrievedLabel } from '../candidate-index.js';
import { acronymsOf, attachAcronyms } from '../words/acronyms.js';
import { attachVocabulary } from '../words/attach-vocabulary.js';
import { attachTypoNeighbourhood } from '../words/typo-neighbourhood.js';
import { planWords, type Effort, type PlannedIndex } from './plan-words.js';
import type { WordGroup } from './word-group.js';

/** Postings read without looking for more, in each phase. */
const BUDGET: Readonly<Record<Effort, number>> = { exact: 3000, tolerant: 4000 };
/** Postings of the rarest group at most: they come lightest label first, so what is left out would rank last. */
const MOST_OF_ONE_GROUP = 20_000;
/** With a type filter that refuses most, the budget grows by this factor. */
const FILTERED_FACTOR = 8;
/** A label with this much of the query, and of which the query has this much, needs no search for typos. */
const NEARLY_EQUAL = 0.93;
/** Rows of one folded form: homonyms of the query, and of anything else. */
const MOST_HOMONYMS = 100;
/** What an acronym and the name it may stand for are worth to each other, when nothing else speaks for them. */
const ACRONYM_SELECTION = 0.6;
/** Names that one acronym may stand for; the lightest are looked at. */
const MOST_OF_ONE_ACRONYM = 100;
const SHORTEST_ACRONYM = 2;
const LONGEST_ACRONYM = 8;
const NO_GROUP = 0xffff;

/** The candidate index over compiled postings. Cost of attaching: constant; scratch memory is made at the first query. */
export function attachCompiledIndex(sections: Sections): CandidateIndex {
  const labels = attachLabelTable(sections);
  const words = attachVocabulary(sections);
  const acronyms = attachAcronyms(sections);
  const typos = attachTypoNeighbourhood(sections, words);
  const forms = attachStringTable(sections, 'labels.forms');
  const formWeight = section(sections, 'labels.formWeight', 'Float32Array');
  const formWordOffsets = section(sections, 'labels.formWords.offsets', 'Uint32Array');
  const formWords = section(sections, 'labels.formWords.words', 'Uint32Array');
  const formRowOffsets = section(sections, 'labels.formRows.offsets', 'Uint32Array');
  const formRows = section(sections, 'labels.formRows.rows', 'Uint32Array');
  const entityOfRow = section(sections, 'labels.entity', 'Uint32Array');
  const wordWeights = section(sections, 'words.weight', 'Float32Array');
  const postingOffsets = section(sections, 'postings.offsets', 'Uint32Array');
  const postings = section(sections, 'postings.forms', 'Uint32Array');
  const postingCount = (word: number): number => (postingOffsets[word + 1] ?? 0) - (postingOffsets[word] ?? 0);
  const entityCount = section(sections, 'labels.entityRows', 'Uint32Array').length - 1;
  const planned: PlannedIndex = { words, typos, entityCount, postingCount };

  let scratch: Scratch | undefined;

  function retrieve(request: RetrievalRequest): RetrievalResult {
    scratch ??= createScratch(forms.size, words.size);
    const found = retrieveOne(scratch, request.label, request);
    if (!hasLettersBeyondLatin(request.label.original)) return found.result;
    const latin = retrieveOne(scratch, analyseLabel(transliterate(request.label.original)), request);
    return mergeResults(found.result, latin.result);
  }

  function retrieveOne(s: Scratch, label: AnalysedLabel, request: RetrievalRequest): { readonly result: RetrievalResult } {
    const { wanted, accepts, deadline } = request;
    let postingsVisited = 0;
    let secondPhase = false;
    let effortLowered = false;
    s.candidateCount = 0;
    s.formStamp = nextStamp(s.formStamp, s.formStamps);
    const exact = forms.find(label.folded);
    if (exact >= 0) addCandidate(s, exact);
    addAcronyms(s, label);
    let groups = planWords(planned, label.tokens, 'exact');
    postingsVisited += openGroups(s, groups, BUDGET.exact);
    let best = select(s, groups, label, exact, wanted, accepts);
    if (best < NEARLY_EQUAL) {
      if (deadline.expired()) effortLowered = true;
      else {
        secondPhase = true;
        groups = planWords(planned, label.tokens, 'tolerant');
        postingsVisited += openGroups(s, groups, BUDGET.tolerant);
        best = select(s, groups, label, exact, wanted, accepts);
      }
    }
    // Refused candidates may have used up the budget that the accepted ones needed.
    if (accepts !== undefined && best < NEARLY_EQUAL && s.refused > s.topCount && s.topCount < wanted) {
      if (deadline.expired()) effortLowered = true;
      else {
        postingsVisited += openGroups(s, groups, BUDGET.tolerant * FILTERED_FACTOR);
        select(s, groups, label, exact, wanted, accepts);
      }
    }
    return { result: { labels: rowsOf(s, exact, wanted, accepts), statistics: { postingsVisited, secondPhase, effortLowered } } };
  }

  /** Names that a query of one short word may be the acronym of, and labels that are the acronym of a long query. */
  function addAcronyms(s: Scratch, { folded, tokens }: AnalysedLabel): void {
    s.byAcronym.clear();
    const add = (form: number): void => {
      addCandidate(s, form);
      s.byAcronym.add(form);
    };
    if (tokens.length === 1) {
      if (folded.length < SHORTEST_ACRONYM || folded.length > LONGEST_ACRONYM) return;
      const found = acronyms(folded);
      for (let i = 0; i < found.length && i < MOST_OF_ONE_ACRONYM; i++) add(found[i] ?? 0);
      return;
    }
    for (const acronym of acronymsOf(tokens)) {
      const form = acronym.length < SHORTEST_ACRONYM ? -1 : forms.find(acronym);
      if (form >= 0) add(form);
    }
  }

  function addCandidate(s: Scratch, form: number): void {
    if (s.formStamps[form] === s.formStamp) return;
    s.formStamps[form] = s.formStamp;
    if (s.candidateCount === s.candidates.length) {
      const larger = new Uint32Array(s.candidates.length * 2);
      larger.set(s.candidates);
      s.candidates = larger;
    }
    s.candidates[s.candidateCount++] = form;
  }

  /** Reads the postings of the cheapest groups until the budget is spent; the others only confirm. */
  function openGroups(s: Scratch, groups: readonly WordGroup[], budget: number): number {
    const order = groups.filter((group) => group.opening.length > 0).sort((a, b) => a.cost - b.cost);
    let visited = 0;
    for (const [place, group] of order.entries()) {
      if (place > 0 && visited + group.cost > budget) break;
      let left = MOST_OF_ONE_GROUP;
      for (const word of group.opening) {
        const start = postingOffsets[word] ?? 0;
        const end = Math.min(postingOffsets[word + 1] ?? 0, start + left);
        for (let i = start; i < end; i++) addCandidate(s, postings[i] ?? 0);
        left -= end - start;
        visited += end - start;
      }
    }
    return visited;
  }

  /** Scores all candidates and keeps the best `wanted` forms; the highest score. */
  function select(
    s: Scratch,
    groups: readonly WordGroup[],
    label: AnalysedLabel,
    exact: number,
    wanted: number,
    accepts: ((entity: number) => boolean) | undefined,
  ): number {
    const matcher = prepareGroups(s, groups);
    // In a long sentence the name is a small part: what of the query is left over says little.
    const overQuery = label.tokens.length <= 4 ? 0.5 : Math.max(0.12, 0.5 - 0.07 * (label.tokens.length - 4));
    const overLabel = 0.4;
    s.topCount = 0;
    s.refused = 0;
    let least = -1;
    let closest = 0;
    for (let c = 0; c < s.candidateCount; c++) {
      const form = s.candidates[c] ?? 0;
      s.groupBest.fill(0, 0, groups.length);
      let ofLabel = 0;
      for (let i = formWordOffsets[form] ?? 0; i < (formWordOffsets[form + 1] ?? 0); i++) {
        const word = formWords[i] ?? 0;
        if (s.wordStamps[word] !== s.wordStamp) matcher.classify(word);
        const group = s.wordGroup[word] ?? NO_GROUP;
        if (group === NO_GROUP) continue;
        const similarity = s.wordSimilarity[word] ?? 0;
        ofLabel += similarity * (wordWeights[word] ?? 0);
        if (similarity > (s.groupBest[group] ?? 0)) s.groupBest[group] = similarity;
      }
      let ofQuery = 0;
      for (let g = 0; g < groups.length; g++) ofQuery += (s.groupBest[g] ?? 0) * (s.groupWeight[g] ?? 0);
      if (ofQuery > matcher.queryWeight) ofQuery = matcher.queryWeight;
      const weight = formWeight[form] ?? 0;
      if (ofLabel > weight) ofLabel = weight;
      const matched = ofQuery + ofLabel;
      let score =
        form === exact ? 1 : Math.min(0.999, matched / (matched + 2 * overQuery * (matcher.queryWeight - ofQuery) + 2 * overLabel * (weight - ofLabel)));
      if (s.byAcronym.size > 0 && score < ACRONYM_SELECTION && s.byAcronym.has(form)) score = ACRONYM_SELECTION;
      if (!(score > 0) || (s.topCount === wanted && score < least)) continue;
      if (s.topCount === wanted && score === least && form > (s.topForms[wanted - 1] ?? 0)) continue;
      if (accepts !== undefined && !isAccepted(form, accepts)) {
        s.refused++;
        continue;
      }
      const share = Math.min(ofQuery / matcher.queryWeight, ofLabel / weight);
      if (form === exact) closest = 1;
      else if (share > closest) closest = share;
      insertTop(s, form, score, wanted);
      if (s.topCount === wanted) least = s.topScores[wanted - 1] ?? -1;
    }
    return closest;
  }

  function isAccepted(form: number, accepts: (entity: number) => boolean): boolean {
    for (let i = formRowOffsets[form] ?? 0; i < (formRowOffsets[form + 1] ?? 0); i++) {
      if (accepts(entityOfRow[formRows[i] ?? 0] ?? 0)) return true;
    }
    return false;
  }

  /** Spreads the groups over the words of the index, so that a candidate's word finds its group by one array read. */
  function prepareGroups(s: Scratch, groups: readonly WordGroup[]): { readonly queryWeight: number; readonly classify: (word: number) => void } {
    s.wordStamp = nextStamp(s.wordStamp, s.wordStamps);
    if (groups.length > s.groupBest.length) {
      s.groupBest = new Float64Array(groups.length * 2);
      s.groupWeight = new Float64Array(groups.length * 2);
    }
    let queryWeight = 0;
    let ranged = false;
    for (const [g, group] of groups.entries()) {
      s.groupWeight[g] = group.weight;
      if (group.counts) queryWeight += group.weight;
      if (group.ranges.length > 0) ranged = true;
      for (const [k, word] of group.words.entries()) {
        const similarity = group.similarities[k] ?? 0;
        if (s.wordStamps[word] === s.wordStamp && (s.wordSimilarity[word] ?? 0) >= similarity) continue;
        s.wordStamps[word] = s.wordStamp;
        s.wordGroup[word] = g;
        s.wordSimilarity[word] = similarity;
      }
    }
    const classify = (word: number): void => {
      s.wordStamps[word] = s.wordStamp;
      s.wordGroup[word] = NO_GROUP;
      if (!ranged) return;
      let best = 0;
      for (let g = 0; g < groups.length; g++) {
        for (const range of groups[g]?.ranges ?? []) {
          if (word < range.first || word >= range.end) continue;
          const similarity = range.length === 0 ? range.similarity : range.similarity * (0.75 + (0.25 * range.length) / words.lengthOf(word));
          if (similarity * (s.groupWeight[g] ?? 0) <= best) continue;
          best = similarity * (s.groupWeight[g] ?? 0);
          s.wordGroup[word] = g;
          s.wordSimilarity[word] = similarity;
        }
      }
    };
    return { queryWeight, classify };
  }

  /** Rows of the best forms: all homonyms of the query (up to a limit), of the others until `wanted` is reached. */
  function rowsOf(s: Scratch, exact: number, wanted: number, accepts: ((entity: number) => boolean) | undefined): RetrievedLabel[] {
    const rows: RetrievedLabel[] = [];
    for (let place = 0; place < s.topCount; place++) {
      const form = s.topForms[place] ?? 0;
      const selection = s.topScores[place] ?? 0;
      if (form !== exact && rows.length >= wanted) break;
      let left = form === exact ? Math.max(wanted, MOST_HOMONYMS) : Math.max(1, wanted - rows.length);
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

  return { labels, retrieve };
}

function insertTop(s: Scratch, form: number, score: number, wanted: number): void {
  let place = s.topCount < wanted ? s.topCount++ : wanted - 1;
  if (s.topScores.length < wanted) {
    s.topScores = grow(s.topScores, wanted);
    s.topForms = grow(s.topForms, wanted);
  }
  while (place > 0) {
    const above = s.topScores[place - 1] ?? 0;
    if (above > score || (above === score && (s.topForms[place - 1] ?? 0) < form)) break;
    s.topScores[place] = above;
    s.topForms[place] = s.topForms[place - 1] ?? 0;
    place--;
  }
  s.topScores[place] = score;
  s.topForms[place] = form;
}

function mergeResults(a: RetrievalResult, b: RetrievalResult): RetrievalResult {
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
      effortLowered: a.statistics.effortLowered || b.statistics.effortLowered,
    },
  };
}

/** Arrays that are used again for every query; stamps take the place of clearing them. */
interface Scratch {
  formStamp: number;
  readonly formStamps: Uint32Array;
  candidates: Uint32Array;
  candidateCount: number;
  wordStamp: number;
  readonly wordStamps: Uint32Array;
  readonly wordGroup: Uint16Array;
  readonly wordSimilarity: Float32Array;
  groupBest: Float64Array;
  groupWeight: Float64Array;
  topForms: Float64Array;
  topScores: Float64Array;
  topCount: number;
  /** Candidates for the sake of an acronym; tens at most. */
  readonly byAcronym: Set<number>;
  refused: number;
}

function createScratch(formCount: number, wordCount: number): Scratch {
  return {
    formStamp: 0,
    formStamps: new Uint32Array(formCount),
    candidates: new Uint32Array(8192),
    candidateCount: 0,
    wordStamp: 0,
    wordStamps: new Uint32Array(wordCount),
    wordGroup: new Uint16Array(wordCount),
    wordSimilarity: new Float32Array(wordCount),
    groupBest: new Float64Array(64),
    groupWeight: new Float64Array(64),
    topForms: new Float64Array(64),
    topScores: new Float64Array(64),
    topCount: 0,
    byAcronym: new Set(),
    refused: 0,
  };
}

function nextStamp(stamp: number, stamps: Uint32Array): number {
  if (stamp < 0xffffffff) return stamp + 1;
  stamps.fill(0);
  return 1;
}

function grow(array: Float64Array, atLeast: number): Float64Array {
  const larger = new Float64Array(Math.max(atLeast, array.length * 2));
  larger.set(array);
  return larger;
}
