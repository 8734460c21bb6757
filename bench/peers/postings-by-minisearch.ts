import MiniSearch from 'minisearch';
import { section, type SectionArray, type Sections } from '../../src/foundation/sections.js';
import { attachStringTable } from '../../src/foundation/string-table.js';

/**
 * The sections `postings.offsets` and `postings.forms` as MiniSearch's inverted index has them, made from the sections of the labels: each folded form is a document
 * of its words, and the documents of each word are read by its documented visitor, a `boostDocument` that returns 0.
 */
export function postingsByMiniSearch(labels: Sections): Map<string, SectionArray> {
  const words = attachStringTable(labels, 'words.text');
  const firstWordOfForm = section(labels, 'labels.formWords.offsets', 'Uint32Array');
  const wordsOfForms = section(labels, 'labels.formWords.words', 'Uint32Array');
  let terms: string[] = [];
  const index = new MiniSearch<number>({
    fields: ['label'],
    extractField: (form) => form,
    tokenize: () => terms,
    processTerm: (term) => term,
  });
  for (let form = 0; form + 1 < firstWordOfForm.length; form++) {
    terms = Array.from(wordsOfForms.subarray(firstWordOfForm[form], firstWordOfForm[form + 1]), (word) =>
      words.get(word),
    );
    index.add(form);
  }
  const offsets = new Uint32Array(words.size + 1);
  const forms: number[] = [];
  for (let word = 0; word < words.size; word++) {
    terms = [words.get(word)];
    index.search('one word', {
      boostDocument: (form) => {
        forms.push(Number(form)); // ids are the numbers given
        return 0;
      },
    });
    offsets[word + 1] = forms.length;
  }
  return new Map<string, SectionArray>([
    ['postings.offsets', offsets],
    ['postings.forms', Uint32Array.from(forms)],
  ]);
}
