import { once } from '../../foundation/once.js';
import { remembering } from '../../foundation/remembering.js';
import { section, type Sections } from '../../foundation/sections.js';
import type { PostingLists } from '../compiled/form-selector.js';
import type { PlannedIndex } from '../compiled/plan-words.js';
import type { SearchedIndex } from '../compiled/search-in-phases.js';
import { acronymsOfLabel } from '../words/acronyms.js';
import { attachVocabulary, type SortedVocabulary } from '../words/attach-vocabulary.js';
import { heardAmong, soundKeysOf } from '../words/heard-words.js';
import { canHaveSimilar, fewestTriplesShared, similarAmong, triplesOf } from '../words/similar-words.js';
import { canHaveTypos, editsAllowed, editsBetween } from '../words/typo-neighbourhood.js';
import { TermIndex } from './term-visits.js';

/*
 * Candidates by MiniSearch: it indexes names by words and acronyms, finds typos by its fuzzy search, and indexes words
 * by trigrams and sounds. The query plan and the measure of names are those of the compiled index. All is built from
 * the label table on the searching thread, at its first query.
 */

/** Words whose neighbours are kept; the words of a table are repeated. */
const MAX_REMEMBERED = 2_000;

/** Parts of a search over MiniSearch. Cost: nothing before the first query, then some 10 µs for each name. */
export function miniSearchParts(sections: Sections): SearchedIndex {
  const words = attachVocabulary(sections);
  const names = once(() => indexNames(sections, words));
  const likenesses = once(() => indexLikenesses(words));
  const postings = postingsOf(sections, words, names);
  return {
    planned: {
      words,
      typos: typosIn(words, names),
      similar: {
        similarTo: remembering(MAX_REMEMBERED, (word) =>
          similarAmong(word, sharingTriples(word, words, likenesses)).map(({ word: other, similarity }) => ({
            id: words.idOf(other),
            similarity,
          })),
        ),
      },
      heard: {
        soundingLike: remembering(MAX_REMEMBERED, (word) =>
          heardAmong(word, sharingSound(word, words, likenesses)).map(words.idOf),
        ),
      },
      entityCount: section(sections, 'labels.entityRows', 'Uint32Array').length - 1,
      postingCount: postings.countOf,
    },
    postings,
    acronyms: (word) => {
      const forms = new Set<number>();
      names().visit('acronyms', word, (form) => forms.add(form));
      return Uint32Array.from(forms).sort();
    },
  };
}

type NameIndex = TermIndex<'words' | 'acronyms'>;
type LikenessIndex = TermIndex<'triples' | 'sounds'>;

function indexNames(sections: Sections, words: SortedVocabulary): NameIndex {
  const index: NameIndex = new TermIndex(['words', 'acronyms']);
  forEachForm(sections, (form, ids) => {
    const texts = Array.from(ids, words.tokenOf);
    index.add(form, { words: texts.join(' '), acronyms: acronymsOfLabel(texts).join(' ') });
  });
  return index;
}

function indexLikenesses(words: SortedVocabulary): LikenessIndex {
  const index: LikenessIndex = new TermIndex(['triples', 'sounds']);
  for (let id = 0; id < words.size; id++) {
    const word = words.tokenOf(id);
    index.add(id, { triples: triplesOf(word).map(asTerm).join(' '), sounds: soundKeysOf(word).join(' ') });
  }
  return index;
}

/** The edges of a word are spaces in its trigrams, which separate terms here. */
function asTerm(triple: string): string {
  return triple.replaceAll(' ', '_');
}

function postingsOf(sections: Sections, words: SortedVocabulary, names: () => NameIndex): PostingLists {
  // Planning needs the counts of many words, of which few lists are read.
  const counts = once(() => {
    const counted = new Uint32Array(words.size);
    forEachForm(sections, (_, ids) => {
      for (const id of new Set(ids)) counted[id] = (counted[id] ?? 0) + 1;
    });
    return counted;
  });
  const lists = new Map<number, Uint32Array>();
  return {
    countOf: (word) => counts()[word] ?? 0,
    listOf: (word) => {
      const known = lists.get(word);
      if (known !== undefined) return known;
      const list = new Uint32Array(counts()[word] ?? 0);
      let read = 0;
      names().visit('words', words.tokenOf(word), (form) => (list[read++] = form));
      lists.set(word, list);
      return list;
    },
    firstOf: () => 0,
  };
}

/** Words within one or two edits. A transposition, one edit here, is two for MiniSearch. */
function typosIn(words: SortedVocabulary, names: () => NameIndex): PlannedIndex['typos'] {
  const near = remembering(MAX_REMEMBERED, (word) => {
    const found = new Set<string>();
    names().visit('words', word, (_, term) => found.add(term), 2);
    return [...found].sort();
  });
  return {
    forEachNear: (word, most, visit) => {
      if (!canHaveTypos(word) || Math.min(most, editsAllowed(word.length)) === 0) return;
      for (const other of near(word)) {
        const edits = canHaveTypos(other) ? editsBetween(word, other, most) : undefined;
        if (edits !== undefined) visit(words.idOf(other), edits);
      }
    },
  };
}

function sharingTriples(word: string, words: SortedVocabulary, likenesses: () => LikenessIndex): readonly string[] {
  if (!canHaveSimilar(word)) return [];
  const shared = new Map<number, number>();
  for (const triple of new Set(triplesOf(word)))
    likenesses().visit('triples', asTerm(triple), (id) => shared.set(id, (shared.get(id) ?? 0) + 1));
  const fewest = fewestTriplesShared(word);
  return [...shared].filter(([, count]) => count >= fewest).map(([id]) => words.tokenOf(id));
}

function sharingSound(word: string, words: SortedVocabulary, likenesses: () => LikenessIndex): readonly string[] {
  const ids = new Set<number>();
  for (const key of soundKeysOf(word)) likenesses().visit('sounds', key, (id) => ids.add(id));
  return Array.from(ids, words.tokenOf);
}

function forEachForm(sections: Sections, visit: (form: number, words: Uint32Array) => void): void {
  const offsets = section(sections, 'labels.formWords.offsets', 'Uint32Array');
  const words = section(sections, 'labels.formWords.words', 'Uint32Array');
  for (let form = 0; form + 1 < offsets.length; form++)
    visit(form, words.subarray(offsets[form] ?? 0, offsets[form + 1] ?? 0));
}
