import { grown } from '../../foundation/grown.js';
import { section, type Sections } from '../../foundation/sections.js';
import { nextStamp } from '../next-stamp.js';
import type { SortedVocabulary } from '../words/attach-vocabulary.js';
import { FormMeasure, type WordsOfGroups } from './form-measure.js';
import { type Reach, reachOfGroups } from './reach-of-groups.js';
import type { WordGroup } from './word-group.js';

/*
 * Measures forms against the groups of a query while their postings are read, and keeps the best: the innermost loop of
 * the search. It is fast because forms are numbered by ascending weight and lists ascend: once the best are full, every
 * list has a weight beyond which no form can enter; there the list ends.
 */

export interface Selection {
  readonly queryLength: number;
  /** The form equal to the query, -1 for none. */
  readonly exact: number;
  /** Forms that are acronyms of the query, or have it as acronym. */
  readonly byAcronym: readonly number[];
  readonly wanted: number;
  readonly accepts: ((entity: number) => boolean) | undefined;
}

export interface FormSelector {
  /** Restarts with other groups. The previous best forms are measured first. */
  readonly begin: (selection: Selection, groups: readonly WordGroup[]) => void;
  /** Forgets the previous best forms; call at the start of a query. */
  readonly clear: () => void;
  /**
   * Reads the postings of the cheapest groups until `budget` is spent; the other groups only confirm. `thorough` skips
   * less. Returns the postings read; `inWhole`: those in the dataset that the postings are a part of.
   */
  readonly open: (budget: number, thorough: boolean, inWhole?: boolean) => number;
  /** The best forms, best first, then by number; at most `wanted`. */
  readonly count: () => number;
  readonly formAt: (place: number) => number;
  readonly scoreAt: (place: number) => number;
  /** The smaller share of query and label in common for the nearest form, 0–1. */
  readonly closest: () => number;
  readonly refused: () => number;
}

/** Forms by word. */
export interface PostingLists {
  readonly countOf: (word: number) => number;
  /** Forms of the word, ascending, each once, from `firstOf` on; valid until the next call. */
  readonly listOf: (word: number) => Uint32Array;
  readonly firstOf: (word: number) => number;
}

const ACRONYM_SCORE = 0.6;
/** Maximum postings of the rarest group: lightest forms first, so that skipped ones would rank last. */
const MAX_OF_ONE_GROUP = 20_000;
/**
 * Slots of the measured values: the score of the last of the best, the nearest form, the weight beyond which no form
 * can enter.
 */
const LEAST = 0;
const CLOSEST = 1;
const HEAVIEST = 2;

/**
 * A selector over the sections of the label table and posting lists; it allocates its scratch memory, so create it at
 * the first query.
 */
export function createFormSelector(
  sections: Sections,
  words: SortedVocabulary,
  postings: PostingLists,
  grouped?: WordsOfGroups,
): FormSelector {
  const formWeight = section(sections, 'labels.formWeight', 'Float32Array');
  const formRowOffsets = section(sections, 'labels.formRows.offsets', 'Uint32Array');
  const formRows = section(sections, 'labels.formRows.rows', 'Uint32Array');
  const entityOfRow = section(sections, 'labels.entity', 'Uint32Array');
  const wordWeights = section(sections, 'words.weight', 'Float32Array');
  const mostWeight = words.weightOf(-1);

  const measure = new FormMeasure(sections, words, grouped);
  const best = createBestForms();
  let formStamp = 0;
  const formStamps = new Uint8Array(formWeight.length);
  let refused = 0;
  // Values that change with every new best form: as variables, each change would allocate a number on the heap.
  const measured = new Float64Array(3);

  let groups: readonly WordGroup[] = [];
  let exact = -1;
  let accepts: ((entity: number) => boolean) | undefined;
  /** Maximum common share of an unread form with the query. */
  let reach: Reach = { ofQuery: 0, ofLabel: 0 };

  function begin(selection: Selection, selectedFrom: readonly WordGroup[]): void {
    groups = selectedFrom;
    measure.begin(groups, selection.queryLength);
    ({ exact, accepts } = selection);
    formStamp = nextStamp(formStamp, formStamps);
    const before = best.restart(selection.wanted);
    measured[LEAST] = -1;
    measured[CLOSEST] = 0;
    measured[HEAVIEST] = Infinity;
    refused = 0;
    reach = { ofQuery: measure.queryWeight, ofLabel: Infinity };
    if (exact >= 0) offer(exact, 0);
    for (const form of selection.byAcronym) offer(form, ACRONYM_SCORE);
    for (const form of before) offer(form, 0);
  }

  /** Adds a form, whatever its words, if it is among the best; its score is at least `atLeast`. */
  function offer(form: number, atLeast: number): void {
    if (formStamps[form] === formStamp) return;
    formStamps[form] = formStamp;
    select(form, atLeast);
  }

  function select(form: number, atLeast: number): void {
    measure.apply(form);
    const likeness = form === exact ? 1 : measure.likeness();
    // Math.max instead of a comparison, whose result would be allocated on the heap.
    const score = Math.max(likeness, atLeast);
    if (!(score > 0) || !best.admits(form, score)) return;
    if (accepts !== undefined && !isAccepted(form, accepts)) {
      refused++;
      return;
    }
    const share = form === exact ? 1 : measure.shareInCommon();
    if (share > (measured[CLOSEST] ?? 0)) measured[CLOSEST] = share;
    best.insert(form, score);
    const least = best.least();
    if (least === measured[LEAST]) return;
    measured[LEAST] = least;
    measured[HEAVIEST] = measure.heaviestWith(least, reach);
  }

  function isAccepted(form: number, accepted: (entity: number) => boolean): boolean {
    for (let i = formRowOffsets[form] ?? 0; i < (formRowOffsets[form + 1] ?? 0); i++) {
      if (accepted(entityOfRow[formRows[i] ?? 0] ?? 0)) return true;
    }
    return false;
  }

  function open(budget: number, thorough: boolean, inWhole = false): number {
    const order = groupsToOpen(groups);
    const reaches = reachOfGroups(groups, { wordWeights, mostWeight, thorough });
    let visited = 0;
    for (const [place, group] of order.entries()) {
      if (place > 0 && visited + group.cost > budget) break;
      const { ofQuery, ofLabel } = reaches.unread();
      reach = { ofQuery: Math.min(measure.queryWeight, ofQuery), ofLabel };
      measured[HEAVIEST] = measure.heaviestWith(measured[LEAST] ?? 0, reach);
      if ((measured[HEAVIEST] ?? 0) < 0) break;
      const read = openGroup(group);
      visited += inWhole ? group.cost : read;
      reaches.markRead(groups.indexOf(group));
    }
    return visited;
  }

  function openGroup({ opening }: WordGroup): number {
    let read = 0;
    for (const word of opening) {
      read += openWord(word, MAX_OF_ONE_GROUP - read);
      if (read >= MAX_OF_ONE_GROUP) break;
    }
    return read;
  }

  function openWord(word: number, most: number): number {
    const list = postings.listOf(word);
    const start = postings.firstOf(word);
    const end = start + Math.min(postings.countOf(word), most);
    for (let i = start; i < end; i++) {
      const form = list[i] ?? 0;
      if ((formWeight[form] ?? 0) > (measured[HEAVIEST] ?? 0)) return i - start + 1;
      if (formStamps[form] === formStamp) continue;
      formStamps[form] = formStamp;
      select(form, 0);
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

/** The groups whose postings are read, in order. */
export function groupsToOpen(groups: readonly WordGroup[]): readonly WordGroup[] {
  return groups.filter((group) => group.opening.length > 0).sort((a, b) => a.cost - b.cost);
}

/** The best forms for a query, best first, then by number, up to a limit. */
interface BestForms {
  /** Restarts with this capacity; returns the previous best forms. */
  readonly restart: (most: number) => Uint32Array;
  readonly clear: () => void;
  /** Whether a form of this score would be among the best. */
  readonly admits: (form: number, score: number) => boolean;
  /** Inserts an admitted form, evicting the last one if full. */
  readonly insert: (form: number, score: number) => void;
  /** Score of the last of the best, which others must exceed; -1 while there is room. */
  readonly least: () => number;
  readonly count: () => number;
  readonly formAt: (place: number) => number;
  readonly scoreAt: (place: number) => number;
}

/** An empty list with growing capacity. */
export function createBestForms(): BestForms {
  let forms = new Uint32Array(64);
  let scores = new Float64Array(64);
  let count = 0;
  let wanted = 0;

  function restart(most: number): Uint32Array {
    const before = forms.slice(0, count);
    count = 0;
    wanted = most;
    if (scores.length < wanted) {
      scores = grown(scores, wanted);
      forms = grown(forms, wanted);
    }
    return before;
  }

  function admits(form: number, score: number): boolean {
    if (count < wanted) return true;
    const last = scores[wanted - 1] ?? -1;
    return score > last || (score === last && form < (forms[wanted - 1] ?? 0));
  }

  function insert(form: number, score: number): void {
    let place = count < wanted ? count++ : wanted - 1;
    while (place > 0) {
      const above = scores[place - 1] ?? 0;
      if (above > score || (above === score && (forms[place - 1] ?? 0) < form)) break;
      scores[place] = above;
      forms[place] = forms[place - 1] ?? 0;
      place--;
    }
    scores[place] = score;
    forms[place] = form;
  }

  return {
    restart,
    clear: () => {
      count = 0;
    },
    admits,
    insert,
    least: () => (count < wanted ? -1 : (scores[wanted - 1] ?? -1)),
    count: () => count,
    formAt: (place) => forms[place] ?? 0,
    scoreAt: (place) => scores[place] ?? 0,
  };
}
