import { meetAcronyms } from './meet-acronyms.js';
import { meetAlikeWords } from './meet-alike-words.js';
import { meetEqualWords } from './meet-equal-words.js';
import { meetGivenAcronym } from './meet-given-acronym.js';
import { meetJoinedWords } from './meet-joined-words.js';
import type { WordPairs } from './word-pairs.js';

/** Pairs the words of a label with those of the query, the surest first: what has met is free for nothing else. Weakens the note of the label. */
export function pairWords(pairs: WordPairs): void {
  const { label } = pairs;
  pairs.begin();
  const equal = meetEqualWords(pairs);
  if (equal === label.count) return;
  label.weakenNote();
  if (equal === 1 && label.noteWords === 1) meetGivenAcronym(pairs);
  meetJoinedWords(pairs);
  meetAlikeWords(pairs);
  meetAcronyms(pairs, equal > 0);
  if (pairs.query.beside.length > 0) pairs.markBeside();
}
