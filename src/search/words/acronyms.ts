import { groupByKey } from '../../foundation/group-by-key.js';
import { section, toShared, type SectionArray, type Sections } from '../../foundation/sections.js';
import { ascendingNumbers } from '../../foundation/stable-order.js';
import { StringNumbers } from '../../foundation/string-numbers.js';
import { attachStringTable, orderedStringTable } from '../../foundation/string-table.js';
import { wordsOfLexicon } from '../../text/lexicon.js';
import { GrowingNumbers } from '../growing-numbers.js';

/*
 * Names by their initials: `mit` → "Massachusetts Institute of Technology", `ny` → "New York". Stop words may or may
 * not count, so a name may have two acronyms.
 */

const MIN_INITIALS = 2;
const MAX_INITIALS = 10;
/** Two initials fit far too many names to look up a label of two letters. */
const MIN_INITIALS_ASKED = 3;
let stopWords: ReadonlySet<string> | undefined; // until it is asked for
const BEGINS_WITH_LETTER = /^\p{L}/u;

interface Initial {
  readonly letter: string;
  readonly isLittle: boolean;
}

/** Acronyms of a query of these folded words: of all words, and without stop words. None below three words. */
export function acronymsOf(words: readonly string[]): readonly string[] {
  return words.length < MIN_INITIALS_ASKED ? [] : acronymsOfLabel(words);
}

/** Acronyms of a label of these folded words; none for one word. */
export function acronymsOfLabel(words: readonly string[]): readonly string[] {
  return acronymsFrom(words.length, (at) => initialOf(words[at] ?? ''));
}

/** `undefined` for a word that does not begin with a letter: the name then has no acronym. */
function initialOf(word: string): Initial | undefined {
  stopWords ??= new Set(wordsOfLexicon('acronym-stop-words'));
  return BEGINS_WITH_LETTER.test(word)
    ? { letter: String.fromCodePoint(word.codePointAt(0) ?? 0), isLittle: stopWords.has(word) }
    : undefined;
}

function acronymsFrom(wordCount: number, initialAt: (at: number) => Initial | undefined): readonly string[] {
  if (wordCount < MIN_INITIALS || wordCount > MAX_INITIALS) return [];
  let all = '';
  let telling = '';
  for (let at = 0; at < wordCount; at++) {
    const initial = initialAt(at);
    if (initial === undefined) return [];
    all += initial.letter;
    if (!initial.isLittle) telling += initial.letter;
  }
  return telling.length < 2 || telling === all ? [all] : [telling, all];
}

/** Folded names by word numbers: form i has `wordsOfForms` from `firstWordOfForm[i]` up to `firstWordOfForm[i + 1]`. */
export interface WordsOfForms {
  readonly words: readonly string[];
  readonly firstWordOfForm: Uint32Array;
  readonly wordsOfForms: Uint32Array;
}

/**
 * Sections `acronyms.*`: the forms of each acronym, ascending. Cost: less than a microsecond for each word of a name.
 */
export function buildAcronyms({ words, firstWordOfForm, wordsOfForms }: WordsOfForms): Map<string, SectionArray> {
  const initials = words.map(initialOf);
  const texts = new StringNumbers();
  // Pairs of numbers of acronym and form; forms ascend.
  const acronyms = new GrowingNumbers();
  const forms = new GrowingNumbers();
  for (let form = 0; form + 1 < firstWordOfForm.length; form++) {
    const first = firstWordOfForm[form] ?? 0;
    for (const acronym of acronymsFrom(
      (firstWordOfForm[form + 1] ?? 0) - first,
      (at) => initials[wordsOfForms[first + at] ?? 0],
    )) {
      acronyms.push(texts.numberOf(acronym));
      forms.push(form);
    }
  }
  const { offsets, members } = groupByKey(acronyms.view(), texts.size);
  return new Map<string, SectionArray>([
    ...orderedStringTable('acronyms.text', texts.view(), ascendingNumbers(texts.size)),
    ['acronyms.offsets', toShared(offsets)],
    ['acronyms.forms', toShared(members.map((pair) => forms.at(pair)))],
  ]);
}

/** Forms with a word as acronym, ascending: a temporary view, empty for none. Cost: one probe. */
export function attachAcronyms(sections: Sections): (word: string) => Uint32Array {
  const texts = attachStringTable(sections, 'acronyms.text');
  const offsets = section(sections, 'acronyms.offsets', 'Uint32Array');
  const forms = section(sections, 'acronyms.forms', 'Uint32Array');
  return (word) => {
    const number = texts.find(word);
    return number < 0 ? forms.subarray(0, 0) : forms.subarray(offsets[number] ?? 0, offsets[number + 1] ?? 0);
  };
}
