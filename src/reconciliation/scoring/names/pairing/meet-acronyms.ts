import { NAME_WEIGHTS } from '../name-weights.js';
import { acronymRun, mayBeAcronym } from './acronym-runs.js';
import type { WordPairs } from './word-pairs.js';

/** "mit" and "massachusetts institute of technology", either way round. `withOthers`: whether other words of the two names are equal. */
export function meetAcronyms(pairs: WordPairs, withOthers: boolean): void {
  const { query, label } = pairs;
  const ofLabel = freeLabelWords(pairs) > 1;
  const ofQuery = freeQueryWords(pairs) > 1;
  // Two letters are the beginnings of far too many names, unless they are all there is.
  if (ofLabel) for (let i = 0; i < query.words.length; i++) meetLettersInLabel(pairs, i, query.words.length === 1 || withOthers);
  if (ofQuery) for (let j = 0; j < label.count; j++) meetLettersInQuery(pairs, j, withOthers);
}

/** Words of the label whose first letters are this word of the query. */
function meetLettersInLabel(pairs: WordPairs, i: number, twoSuffice: boolean): void {
  const { query, label, taken, freeLabelWord } = pairs;
  const acronym = query.words[i]?.shape.text ?? '';
  if (taken[i] !== 0 || !mayBeAcronym(acronym, twoSuffice) || !beginsFreeLabelWord(pairs, query.firstLetters[i] ?? 0)) return;
  const run = acronymRun(acronym, label.count, freeLabelWord);
  if (run === undefined) return;
  for (let j = run[0]; j < run[1]; j++) pairs.byAcronym += NAME_WEIGHTS.acronym * pairs.meet(j, i, i, 'acronym');
}

/** The same the other way round. */
function meetLettersInQuery(pairs: WordPairs, j: number, twoSuffice: boolean): void {
  const { query, label, metBy, freeQueryWord } = pairs;
  const acronym = label.words[j]?.shape.text ?? '';
  if (metBy[j] !== -1 || !mayBeAcronym(acronym, twoSuffice) || !beginsFreeQueryWord(pairs, label.words[j]?.firstLetter ?? 0)) return;
  const run = acronymRun(acronym, query.words.length, freeQueryWord);
  if (run === undefined) return;
  for (let i = run[0]; i < run[1]; i++) pairs.lostByAcronym += (1 - NAME_WEIGHTS.acronym) * (query.weights[i] ?? 0);
  pairs.byAcronym += NAME_WEIGHTS.acronym * pairs.meet(j, run[0], run[1] - 1, 'acronym');
}

function freeQueryWords({ query, taken }: WordPairs): number {
  let free = 0;
  for (let i = 0; i < query.words.length; i++) if (taken[i] === 0) free++;
  return free;
}

function freeLabelWords({ label, metBy }: WordPairs): number {
  let free = 0;
  for (let j = 0; j < label.count; j++) if (metBy[j] === -1) free++;
  return free;
}

function beginsFreeQueryWord({ query, taken }: WordPairs, letter: number): boolean {
  for (let i = 0; i < query.words.length; i++) if (taken[i] === 0 && query.firstLetters[i] === letter) return true;
  return false;
}

function beginsFreeLabelWord({ label, metBy }: WordPairs, letter: number): boolean {
  for (let j = 0; j < label.count; j++) if (metBy[j] === -1 && label.words[j]?.firstLetter === letter) return true;
  return false;
}
