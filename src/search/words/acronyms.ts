import { section, toShared, type SectionArray, type Sections } from '../../foundation/sections.js';
import { attachStringTable, StringTableBuilder } from '../../foundation/string-table.js';

/*
 * Names of three words and more under their initials: `mit` → "Massachusetts Institute of Technology". Little words
 * count or do not, as people please, so a name may stand under two acronyms.
 */

const LEAST_WORDS = 3;
const MOST_WORDS = 10;
const LITTLE_WORDS = new Set(['of', 'the', 'and', 'for', 'in', 'on', 'at', 'to', 'a', 'de', 'la', 'le', 'les', 'des', 'du', 'et', 'der', 'die', 'das', 'und', 'fur', 'von', 'y', 'el', 'del', 'da', 'do', 'e', 'di', 'van', 'het', 'och', 'og']);
const BEGINS_WITH_LETTER = /^\p{L}/u;

/** The acronyms of a name, given by its folded words: of all words, and of those that are not little. None for short names. */
export function acronymsOf(words: readonly string[]): readonly string[] {
  if (words.length < LEAST_WORDS || words.length > MOST_WORDS || !words.every((word) => BEGINS_WITH_LETTER.test(word))) return [];
  const initials = (some: readonly string[]): string => some.map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0)).join('');
  const all = initials(words);
  const telling = initials(words.filter((word) => !LITTLE_WORDS.has(word)));
  return telling.length < 2 || telling === all ? [all] : [telling, all];
}

/** Sections `acronyms.*`: for each acronym the forms it may stand for, ascending. `wordsOf` gives the words of a form. */
export function buildAcronyms(formCount: number, wordsOf: (form: number) => readonly string[]): Map<string, SectionArray> {
  const formsOf = new Map<string, number[]>();
  for (let form = 0; form < formCount; form++) {
    for (const acronym of acronymsOf(wordsOf(form))) {
      const known = formsOf.get(acronym);
      if (known === undefined) formsOf.set(acronym, [form]);
      else known.push(form);
    }
  }
  const texts = new StringTableBuilder();
  const offsets = new Uint32Array(formsOf.size + 1);
  const forms: number[] = [];
  for (const [acronym, members] of formsOf) {
    const number = texts.add(acronym);
    for (const form of members) forms.push(form);
    offsets[number + 1] = forms.length;
  }
  return new Map<string, SectionArray>([
    ...texts.finish('acronyms.text', { findable: true }),
    ['acronyms.offsets', toShared(offsets)],
    ['acronyms.forms', toShared(Uint32Array.from(forms))],
  ]);
}

/** Forms that a word may be the acronym of, ascending: a view that must not be kept; empty for none. Cost: one probe. */
export function attachAcronyms(sections: Sections): (word: string) => Uint32Array {
  const texts = attachStringTable(sections, 'acronyms.text');
  const offsets = section(sections, 'acronyms.offsets', 'Uint32Array');
  const forms = section(sections, 'acronyms.forms', 'Uint32Array');
  return (word) => {
    const number = texts.find(word);
    return number < 0 ? forms.subarray(0, 0) : forms.subarray(offsets[number] ?? 0, offsets[number + 1] ?? 0);
  };
}
