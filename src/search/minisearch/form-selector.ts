import { grown } from '../../foundation/grown.js';
import { section, type Sections } from '../../foundation/sections.js';
import { nextStamp } from '../next-stamp.js';
import type { SortedVocabulary } from '../words/attach-vocabulary.js';
import { createBestForms } from './best-forms.js';
import { reachOfGroups, type Reach } from './reach-of-groups.js';
import type { WordGroup } from './word-group.js';
import { createWordsOfGroups } from './words-of-groups.js';

/*
 * Measures forms against the groups of a query while their postings are read, and keeps the best. This is the innermost
 * loop of the search. What makes it quick: forms are numbered from light to heavy and lists ascend, so once the best are
 * full, every list has a weight beyond which a form says too much else to come among them; there the list is left.
 */

/** For which query forms are selected, and how many. */
export interface Selection {
  /** Words of the query. */
  readonly queryLength: number;
  /** The form that is equal to the query, -1 for none. */
  readonly exact: number;
  /** Forms that the query may be the acronym of, or that may be its acronym. */
  readonly byAcronym: readonly number[];
  readonly wanted: number;
  readonly accepts: ((entity: number) => boolean) | undefined;
}

export interface FormSelector {
  /** Starts anew with other groups, which forms are selected from. The best forms of before are kept as the first to be measured. */
  readonly begin: (selection: Selection, groups: readonly WordGroup[]) => void;
  /** Forgets the best forms of before; call at the start of a query. */
  readonly clear: () => void;
  /** Reads the postings of the cheapest groups until `budget` is spent; the other groups only confirm. Gives the postings read. */
  readonly open: (budget: number) => number;
  /** The best forms found, best first, then by number; at most `wanted`. */
  readonly count: () => number;
  readonly formAt: (place: number) => number;
  readonly scoreAt: (place: number) => number;
  /** The least share of query and label that the nearest form has in common with the query, 0–1. */
  readonly closest: () => number;
  /** Forms that the filter left out. */
  readonly refused: () => number;
}

/** What an acronym and the name it may stand for are worth to each other, when nothing else speaks for them. */
const ACRONYM_SCORE = 0.6;
/** Postings of the rarest group at most: they come lightest form first, so what is left out would rank last. */
const MOST_OF_ONE_GROUP = 20_000;
/** Places of what is measured: the score of the last of the best, the nearest form, the weight from which on a form cannot come among the best any more. */
const LEAST = 0;
const CLOSEST = 1;
const HEAVIEST = 2;
/** How much what only the label has counts against what is shared. */
const OVER_LABEL = 0.4;

/** In a long sentence the name is a small part: what of the query is left over says little. */
function overQueryOf(queryLength: number): number {
  return queryLength <= 4 ? 0.5 : Math.max(0.12, 0.5 - 0.07 * (queryLength - 4));
}

/** A selector over the sections of the index; its scratch memory is made here, so make it at the first query. */
export function createFormSelector(sections: Sections, words: SortedVocabulary): FormSelector {
  const formWeight = section(sections, 'labels.formWeight', 'Float32Array');
  const formWordOffsets = section(sections, 'labels.formWords.offsets', 'Uint32Array');
  const formWords = section(sections, 'labels.formWords.words', 'Uint32Array');
  const formRowOffsets = section(sections, 'labels.formRows.offsets', 'Uint32Array');
  const formRows = section(sections, 'labels.formRows.rows', 'Uint32Array');
  const entityOfRow = section(sections, 'labels.entity', 'Uint32Array');
  const wordWeights = section(sections, 'words.weight', 'Float32Array');
  const postingOffsets = section(sections, 'postings.offsets', 'Uint32Array');
  const postings = section(sections, 'postings.forms', 'Uint32Array');
  const mostWeight = words.weightOf(-1);

  const grouped = createWordsOfGroups(words);
  const best = createBestForms();
  let formStamp = 0;
  const formStamps = new Uint8Array(formWeight.length);
  let refused = 0;
  // What changes with every form that comes among the best: in variables, each change would put a number on the heap.
  const measured = new Float64Array(3);

  let groups: readonly WordGroup[] = [];
  let groupWeight = new Float64Array(64);
  /** How well the words of the form that is measured stand for the query's, group by group. */
  let groupMet = new Float64Array(64);
  let exact = -1;
  let accepts: ((entity: number) => boolean) | undefined;
  let overQuery = 0.5;
  let queryWeight = 0;
  /** The most that a form which is still unread can have in common with the query. */
  let reach: Reach = { ofQuery: 0, ofLabel: 0 };

  function begin(selection: Selection, selectedFrom: readonly WordGroup[]): void {
    takeGroups(selectedFrom);
    ({ exact, accepts } = selection);
    overQuery = overQueryOf(selection.queryLength);
    formStamp = nextStamp(formStamp, formStamps);
    const before = best.restart(selection.wanted);
    measured[LEAST] = -1;
    measured[CLOSEST] = 0;
    measured[HEAVIEST] = Infinity;
    refused = 0;
    reach = { ofQuery: queryWeight, ofLabel: Infinity };
    if (exact >= 0) offer(exact, 0);
    for (const form of selection.byAcronym) offer(form, ACRONYM_SCORE);
    for (const form of before) offer(form, 0);
  }

  function takeGroups(selectedFrom: readonly WordGroup[]): void {
    groups = selectedFrom;
    grouped.spread(groups);
    if (groups.length > groupWeight.length) {
      groupWeight = grown(groupWeight, groups.length);
      groupMet = grown(groupMet, groups.length);
    }
    queryWeight = 0;
    for (const [g, { weight, counts }] of groups.entries()) {
      groupWeight[g] = weight;
      if (counts) queryWeight += weight;
    }
  }

  /** Measures a form, whatever its words; it counts for at least `atLeast`. */
  function offer(form: number, atLeast: number): void {
    if (formStamps[form] === formStamp) return;
    formStamps[form] = formStamp;
    measure(form, atLeast);
  }

  function measure(form: number, atLeast: number): void {
    const groupCount = groups.length;
    const met = groupMet;
    const { groupOf, similarity } = grouped;
    for (let g = 0; g < groupCount; g++) met[g] = 0;
    let ofLabel = 0;
    const end = formWordOffsets[form + 1] ?? 0;
    for (let i = formWordOffsets[form] ?? 0; i < end; i++) {
      const word = formWords[i] ?? 0;
      const group = groupOf(word);
      if (group < 0) continue;
      const alike = similarity[0] ?? 0;
      ofLabel += alike * (wordWeights[word] ?? 0);
      if (alike > (met[group] ?? 0)) met[group] = alike;
    }
    let ofQuery = 0;
    for (let g = 0; g < groupCount; g++) ofQuery += (met[g] ?? 0) * (groupWeight[g] ?? 0);
    ofQuery = Math.min(ofQuery, queryWeight);
    const weight = formWeight[form] ?? 0;
    ofLabel = Math.min(ofLabel, weight);
    const matched = ofQuery + ofLabel;
    const likeness = form === exact ? 1 : Math.min(0.999, matched / (matched + 2 * overQuery * (queryWeight - ofQuery) + 2 * OVER_LABEL * (weight - ofLabel)));
    // As the greater of two numbers, not by a comparison and a choice: what may be any value is put on the heap.
    const score = Math.max(likeness, atLeast);
    if (!(score > 0) || !best.admits(form, score)) return;
    if (accepts !== undefined && !isAccepted(form, accepts)) {
      refused++;
      return;
    }
    const share = form === exact ? 1 : Math.min(ofQuery / queryWeight, ofLabel / weight);
    if (share > (measured[CLOSEST] ?? 0)) measured[CLOSEST] = share;
    best.insert(form, score);
    const least = best.least();
    if (least === measured[LEAST]) return;
    measured[LEAST] = least;
    limitWeight();
  }

  function isAccepted(form: number, accepted: (entity: number) => boolean): boolean {
    for (let i = formRowOffsets[form] ?? 0; i < (formRowOffsets[form + 1] ?? 0); i++) {
      if (accepted(entityOfRow[formRows[i] ?? 0] ?? 0)) return true;
    }
    return false;
  }

  /**
   * The weight at which a form that has all within reach in common with the query would score as the last of the best.
   * It holds for forms in which no word of the query comes twice.
   */
  function limitWeight(): void {
    const least = measured[LEAST] ?? 0;
    if (least <= 0) measured[HEAVIEST] = Infinity;
    else {
      const spare = (reach.ofQuery + reach.ofLabel) * (1 / least - 1) - 2 * overQuery * (queryWeight - reach.ofQuery);
      measured[HEAVIEST] = spare < 0 ? -1 : reach.ofLabel + spare / (2 * OVER_LABEL);
    }
  }

  function open(budget: number): number {
    const order = groups.filter((group) => group.opening.length > 0).sort((a, b) => a.cost - b.cost);
    const reaches = reachOfGroups(groups, wordWeights, mostWeight);
    let visited = 0;
    for (const [place, group] of order.entries()) {
      if (place > 0 && visited + group.cost > budget) break;
      const { ofQuery, ofLabel } = reaches.unread();
      reach = { ofQuery: Math.min(queryWeight, ofQuery), ofLabel };
      limitWeight();
      if ((measured[HEAVIEST] ?? 0) < 0) break;
      visited += openGroup(group);
      reaches.markRead(groups.indexOf(group));
    }
    return visited;
  }

  function openGroup({ opening }: WordGroup): number {
    let read = 0;
    for (const word of opening) {
      read += openWord(word, MOST_OF_ONE_GROUP - read);
      if (read >= MOST_OF_ONE_GROUP) break;
    }
    return read;
  }

  function openWord(word: number, most: number): number {
    const start = postingOffsets[word] ?? 0;
    const end = Math.min(postingOffsets[word + 1] ?? 0, start + most);
    for (let i = start; i < end; i++) {
      const form = postings[i] ?? 0;
      if ((formWeight[form] ?? 0) > (measured[HEAVIEST] ?? 0)) return i - start + 1;
      if (formStamps[form] === formStamp) continue;
      formStamps[form] = formStamp;
      measure(form, 0);
    }
    return end - start;
  }

  return {
    begin,
    clear: best.clear,
    open,
    count: best.count,
    formAt: best.formAt,
    scoreAt: best.scoreAt,
    closest: () => measured[CLOSEST] ?? 0,
    refused: () => refused,
  };
}
