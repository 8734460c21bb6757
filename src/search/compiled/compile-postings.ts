import { section, sharedArray, type SectionArray, type Sections } from '../../foundation/sections.js';

/**
 * The posting lists of all words, in the sections `postings.offsets` and `postings.forms`: forms ascend within a word,
 * each once. Made from `labels.formWords.*` by a counting sort: two passes over the words of all forms, tens of
 * nanoseconds for each, with eight more bytes a word of the vocabulary. See docs/decisions/0002-compiled-postings.md.
 */
export function compilePostings(sections: Sections): Map<string, SectionArray> {
  const firstWordOfForm = section(sections, 'labels.formWords.offsets', 'Uint32Array');
  const wordsOfForms = section(sections, 'labels.formWords.words', 'Uint32Array');
  const wordCount = section(sections, 'words.weight', 'Float32Array').length;
  /** Calls `visit` with every word of every form, forms ascending; once for a word repeated in a form. */
  function forEachPosting(visit: (word: number, form: number) => void): void {
    const lastForm = new Uint32Array(wordCount).fill(NO_FORM);
    for (let form = 0; form + 1 < firstWordOfForm.length; form++) {
      const end = firstWordOfForm[form + 1] ?? 0;
      for (let i = firstWordOfForm[form] ?? 0; i < end; i++) {
        const word = wordsOfForms[i] ?? 0;
        if (lastForm[word] === form) continue;
        lastForm[word] = form;
        visit(word, form);
      }
    }
  }
  const offsets = sharedArray('Uint32Array', wordCount + 1);
  forEachPosting((word) => {
    offsets[word + 1] = (offsets[word + 1] ?? 0) + 1;
  });
  for (let word = 0; word < wordCount; word++) offsets[word + 1] = (offsets[word + 1] ?? 0) + (offsets[word] ?? 0);
  const forms = sharedArray('Uint32Array', offsets[wordCount] ?? 0);
  const next = offsets.slice(0, wordCount);
  forEachPosting((word, form) => {
    const place = next[word] ?? 0;
    forms[place] = form;
    next[word] = place + 1;
  });
  return new Map<string, SectionArray>([
    ['postings.offsets', offsets],
    ['postings.forms', forms],
  ]);
}

const NO_FORM = 0xffffffff;
