import { grown } from '../../foundation/grown.js';
import { section, type Sections } from '../../foundation/sections.js';
import type { SortedVocabulary } from '../words/attach-vocabulary.js';
import type { WordGroup, WordRange } from './word-group.js';

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
/** Places of what is measured: the score of the last of the best, the nearest form, the weight from which on a form cannot come among the best any more … */
const LEAST = 0;
const CLOSEST = 1;
const HEAVIEST = 2;
/** … and how well the word that `groupByRange` was asked about last stands for the query's. */
const OF_RANGE = 3;
/** Power of two; several words may share a place. */
const NAMED_PLACES = 1 << 12;
const PASSED_OVER = 1 << 8;
const NO_WORD = 0xffff_ffff;
const MOST_MARKS = 0xffff_0000;
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

  // Stamps take the place of clearing arrays for every query.
  let formStamp = 0;
  const formStamps = new Uint8Array(formWeight.length);
  let marksUsed = 0;
  // Of each word that a group names that group, counted from `firstMark`; less for the others.
  let firstMark = 0;
  const wordMarks = new Uint32Array(words.size);
  const wordSimilarity = new Float32Array(words.size);
  // Whether a group names a word of these last bits. Nearly every word of a form is met once and belongs to no group; this list, which never leaves the
  // nearest memory, says so without a look at what is noted of the word, which would be the dearest step of all.
  let namedStamp = 0;
  const named = new Uint8Array(NAMED_PLACES);
  /** Words met lately that belong to no group, by their last bits: frequent words come again and again. */
  const passedOver = new Uint32Array(PASSED_OVER);
  let groupBest = new Float64Array(64);
  let groupWeight = new Float64Array(64);

  let topForms = new Uint32Array(64);
  let topScores = new Float64Array(64);
  let topCount = 0;
  let refused = 0;
  // What changes with every form that comes among the best: in variables, each change would put a number on the heap.
  const measured = new Float64Array(4);

  let groups: readonly WordGroup[] = [];
  let exact = -1;
  let wanted = 0;
  let accepts: ((entity: number) => boolean) | undefined;
  let overQuery = 0.5;
  let queryWeight = 0;
  // The ranges of all groups, one behind the other.
  let rangeCount = 0;
  let rangeFirst = new Uint32Array(64);
  let rangeEnd = new Uint32Array(64);
  let rangeGroup = new Uint32Array(64);
  let rangeLength = new Uint32Array(64);
  let rangeSimilarity = new Float64Array(64);
  /** The most that a form which is still unread can have in common with the query: of the query's weight, and of its own. */
  let reachOfQuery = 0;
  let reachOfLabel = 0;

  function clear(): void {
    topCount = 0;
  }

  function begin(selection: Selection, selectedFrom: readonly WordGroup[]): void {
    groups = selectedFrom;
    ({ exact, wanted, accepts } = selection);
    overQuery = overQueryOf(selection.queryLength);
    spreadGroups();
    if (topScores.length < wanted) {
      topScores = grown(topScores, wanted);
      topForms = grown(topForms, wanted);
    }
    formStamp = nextStamp(formStamp, formStamps);
    const before = topForms.slice(0, topCount);
    topCount = 0;
    measured[LEAST] = -1;
    measured[CLOSEST] = 0;
    refused = 0;
    measured[HEAVIEST] = Infinity;
    reachOfQuery = queryWeight;
    reachOfLabel = Infinity;
    if (exact >= 0) offer(exact, 0);
    for (const form of selection.byAcronym) offer(form, ACRONYM_SCORE);
    for (const form of before) offer(form, 0);
  }

  /** Spreads the groups over the words of the index, so that a form's word finds its group by one array read. */
  function spreadGroups(): void {
    firstMark = nextMark();
    namedStamp = nextStamp(namedStamp, named);
    passedOver.fill(NO_WORD);
    if (groups.length > groupBest.length) {
      groupBest = new Float64Array(groups.length * 2);
      groupWeight = new Float64Array(groups.length * 2);
    }
    queryWeight = 0;
    rangeCount = 0;
    for (let g = 0; g < groups.length; g++) {
      const group = groups[g];
      if (group === undefined) continue;
      groupWeight[g] = group.weight;
      if (group.counts) queryWeight += group.weight;
      for (const range of group.ranges) addRange(range, g);
      for (let k = 0; k < group.words.length; k++) {
        const word = group.words[k] ?? 0;
        const similarity = group.similarities[k] ?? 0;
        if ((wordMarks[word] ?? 0) >= firstMark && (wordSimilarity[word] ?? 0) >= similarity) continue;
        named[word % NAMED_PLACES] = namedStamp;
        wordMarks[word] = firstMark + g;
        wordSimilarity[word] = similarity;
      }
    }
  }

  function addRange({ first, end, length, similarity }: WordRange, group: number): void {
    if (rangeCount === rangeFirst.length) {
      rangeFirst = grown(rangeFirst);
      rangeEnd = grown(rangeEnd);
      rangeGroup = grown(rangeGroup);
      rangeLength = grown(rangeLength);
      rangeSimilarity = grown(rangeSimilarity);
    }
    rangeFirst[rangeCount] = first;
    rangeEnd[rangeCount] = end;
    rangeGroup[rangeCount] = group;
    rangeLength[rangeCount] = length;
    rangeSimilarity[rangeCount] = similarity;
    rangeCount++;
  }

  /** A mark above all that were given for the groups of before. */
  function nextMark(): number {
    if (marksUsed > MOST_MARKS - groups.length) {
      wordMarks.fill(0);
      marksUsed = 0;
    }
    const mark = marksUsed + 1;
    marksUsed += groups.length;
    return mark;
  }

  /** The group, if any, that has a word which no group names, because a range of it holds the word; -1 for none. Leaves the word's similarity in `measured`. */
  function groupByRange(word: number): number {
    let found = -1;
    let best = 0;
    for (let r = 0; r < rangeCount; r++) {
      if (word < (rangeFirst[r] ?? 0) || word >= (rangeEnd[r] ?? 0)) continue;
      const length = rangeLength[r] ?? 0;
      const whole = rangeSimilarity[r] ?? 0;
      const group = rangeGroup[r] ?? 0;
      const similarity = length === 0 ? whole : whole * (0.75 + (0.25 * length) / words.lengthOf(word));
      const gain = similarity * (groupWeight[group] ?? 0);
      if (gain <= best) continue;
      best = gain;
      found = group;
      measured[OF_RANGE] = similarity;
    }
    return found;
  }

  /** Measures a form, whatever its words; it counts for at least `atLeast`. */
  function offer(form: number, atLeast: number): void {
    if (formStamps[form] === formStamp) return;
    formStamps[form] = formStamp;
    measure(form, atLeast);
  }

  function measure(form: number, atLeast: number): void {
    const groupCount = groups.length;
    const best = groupBest;
    for (let g = 0; g < groupCount; g++) best[g] = 0;
    let ofLabel = 0;
    const end = formWordOffsets[form + 1] ?? 0;
    for (let i = formWordOffsets[form] ?? 0; i < end; i++) {
      const word = formWords[i] ?? 0;
      if (passedOver[word % PASSED_OVER] === word) continue;
      const mark = named[word % NAMED_PLACES] === namedStamp ? (wordMarks[word] ?? 0) : 0;
      const isNamed = mark >= firstMark;
      const group = isNamed ? mark - firstMark : groupByRange(word);
      if (group < 0) {
        passedOver[word % PASSED_OVER] = word;
        continue;
      }
      const similarity = isNamed ? (wordSimilarity[word] ?? 0) : Math.fround(measured[OF_RANGE] ?? 0);
      ofLabel += similarity * (wordWeights[word] ?? 0);
      if (similarity > (best[group] ?? 0)) best[group] = similarity;
    }
    let ofQuery = 0;
    for (let g = 0; g < groupCount; g++) ofQuery += (best[g] ?? 0) * (groupWeight[g] ?? 0);
    ofQuery = Math.min(ofQuery, queryWeight);
    const weight = formWeight[form] ?? 0;
    ofLabel = Math.min(ofLabel, weight);
    const matched = ofQuery + ofLabel;
    const alike = form === exact ? 1 : Math.min(0.999, matched / (matched + 2 * overQuery * (queryWeight - ofQuery) + 2 * OVER_LABEL * (weight - ofLabel)));
    // As the greater of two numbers, not by a comparison and a choice: what may be any value is put on the heap.
    const score = Math.max(alike, atLeast);
    if (!(score > 0)) return;
    const least = measured[LEAST] ?? 0;
    if (topCount === wanted && (score < least || (score === least && form > (topForms[wanted - 1] ?? 0)))) return;
    if (accepts !== undefined && !isAccepted(form, accepts)) {
      refused++;
      return;
    }
    const share = form === exact ? 1 : Math.min(ofQuery / queryWeight, ofLabel / weight);
    if (share > (measured[CLOSEST] ?? 0)) measured[CLOSEST] = share;
    insert(form, score);
    if (topCount < wanted) return;
    const last = topScores[wanted - 1] ?? -1;
    if (last === measured[LEAST]) return;
    measured[LEAST] = last;
    limitWeight();
  }

  function isAccepted(form: number, accepted: (entity: number) => boolean): boolean {
    for (let i = formRowOffsets[form] ?? 0; i < (formRowOffsets[form + 1] ?? 0); i++) {
      if (accepted(entityOfRow[formRows[i] ?? 0] ?? 0)) return true;
    }
    return false;
  }

  function insert(form: number, score: number): void {
    let place = topCount < wanted ? topCount++ : wanted - 1;
    while (place > 0) {
      const above = topScores[place - 1] ?? 0;
      if (above > score || (above === score && (topForms[place - 1] ?? 0) < form)) break;
      topScores[place] = above;
      topForms[place] = topForms[place - 1] ?? 0;
      place--;
    }
    topScores[place] = score;
    topForms[place] = form;
  }

  /**
   * The weight at which a form that has all within reach in common with the query would score as the last of the best.
   * It holds for forms in which no word of the query comes twice.
   */
  function limitWeight(): void {
    const least = measured[LEAST] ?? 0;
    if (topCount < wanted || least <= 0) measured[HEAVIEST] = Infinity;
    else {
      const spare = (reachOfQuery + reachOfLabel) * (1 / least - 1) - 2 * overQuery * (queryWeight - reachOfQuery);
      measured[HEAVIEST] = spare < 0 ? -1 : reachOfLabel + spare / (2 * OVER_LABEL);
    }
  }

  function open(budget: number): number {
    const order = groups.filter((group) => group.opening.length > 0).sort((a, b) => a.cost - b.cost);
    // What a group can add to a form, unread or read already: of a group that was read, only what its other words give.
    const added = groups.map((group) => reachOf(group, false));
    const sumReach = (): void => {
      let ofQuery = 0;
      reachOfLabel = 0;
      for (let g = 0; g < groups.length; g++) {
        ofQuery += (added[g]?.similarity ?? 0) * (groupWeight[g] ?? 0);
        reachOfLabel += added[g]?.ofLabel ?? 0;
      }
      reachOfQuery = Math.min(queryWeight, ofQuery);
      limitWeight();
    };
    let visited = 0;
    for (const [place, group] of order.entries()) {
      if (place > 0 && visited + group.cost > budget) break;
      sumReach();
      if ((measured[HEAVIEST] ?? 0) < 0) break;
      let left = MOST_OF_ONE_GROUP;
      for (const word of group.opening) {
        const read = openWord(word, left);
        visited += read;
        left -= read;
        if (left <= 0) break;
      }
      added[groups.indexOf(group)] = reachOf(group, true);
    }
    return visited;
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

  /**
   * The most that a group can add to a form; once it is `read`, to a form that none of its opening words has. Of what is
   * not opened, only the words that an initial may stand for are reckoned with then: the rest is worth little.
   */
  function reachOf(group: WordGroup, read: boolean): { readonly similarity: number; readonly ofLabel: number } {
    let similarity = 0;
    let ofLabel = 0;
    for (let k = 0; k < group.words.length && !read; k++) {
      const alike = group.similarities[k] ?? 0;
      similarity = Math.max(similarity, alike);
      ofLabel = Math.max(ofLabel, alike * (wordWeights[group.words[k] ?? 0] ?? 0));
    }
    for (const range of group.ranges) {
      if (read && range.length > 0) continue;
      similarity = Math.max(similarity, range.similarity);
      ofLabel = Math.max(ofLabel, range.similarity * mostWeight);
    }
    return { similarity, ofLabel };
  }

  return {
    begin,
    clear,
    open,
    count: () => topCount,
    formAt: (place) => topForms[place] ?? 0,
    scoreAt: (place) => topScores[place] ?? 0,
    closest: () => measured[CLOSEST] ?? 0,
    refused: () => refused,
  };
}

function nextStamp(stamp: number, stamps: Uint8Array): number {
  if (stamp < 0xff) return stamp + 1;
  stamps.fill(0);
  return 1;
}
