import MiniSearch from 'minisearch';
import { toShared, type SectionArray } from '../../foundation/sections.js';

/** What the compiler needs of the labels: words as texts, and the words of each form. */
export interface WordsOfForms {
  readonly words: readonly string[];
  readonly firstWordOfForm: Uint32Array;
  readonly wordsOfForms: Uint32Array;
}

interface FormDocument {
  readonly id: number;
  readonly label: string;
}

/**
 * Indexes every form with MiniSearch and reads each word's posting list out of it once, into the sections
 * `postings.offsets` and `postings.forms` (forms ascending within a word). See docs/decisions/0002-compiled-postings.md.
 */
export function compilePostings(labels: WordsOfForms): Map<string, SectionArray> {
  const formCount = labels.firstWordOfForm.length - 1;
  const offsets = new Uint32Array(labels.words.length + 1);
  const postings = new Uint32Array(labels.wordsOfForms.length);
  const index = indexForms(labels, 0, formCount);
  let used = 0;
  for (const [word, text] of labels.words.entries()) {
    used = readPostings(index, text, postings, used);
    offsets[word + 1] = used;
  }
  return new Map<string, SectionArray>([
    ['postings.offsets', toShared(offsets)],
    ['postings.forms', toShared(postings, used)],
  ]);
}

function indexForms(labels: WordsOfForms, from: number, to: number): MiniSearch<FormDocument> {
  const index = new MiniSearch<FormDocument>({
    fields: ['label'],
    // Labels come analysed; a word never holds a space.
    tokenize: (text) => text.split(' '),
    processTerm: (term) => term,
  });
  for (let form = from; form < to; form++) {
    const words: string[] = [];
    for (let i = labels.firstWordOfForm[form] ?? 0; i < (labels.firstWordOfForm[form + 1] ?? 0); i++) {
      words.push(labels.words[labels.wordsOfForms[i] ?? 0] ?? '');
    }
    if (words.length > 0) index.add({ id: form, label: words.join(' ') });
  }
  return index;
}

/** Visits the postings of one term: a document whose boost is 0 is skipped before any result is made for it. */
function readPostings(index: MiniSearch<FormDocument>, term: string, into: Uint32Array, used: number): number {
  let end = used;
  index.search(term, {
    tokenize: (text) => [text],
    boostDocument: (id: number) => {
      into[end++] = id;
      return 0;
    },
  });
  return end;
}
