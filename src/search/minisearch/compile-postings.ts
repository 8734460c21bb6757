import MiniSearch from 'minisearch';
import { toShared, type SectionArray } from '../../foundation/sections.js';

/** What the compiler needs of the labels: words as texts, and the words of each form. */
export interface WordsOfForms {
  readonly words: readonly string[];
  readonly firstWordOfForm: Uint32Array;
  readonly wordsOfForms: Uint32Array;
}

/** Words whose posting lists are read by one call. */
const WORDS_A_CALL = 256;
const SEVERAL = 0xffffffff;
const NONE = 0xfffffffe;

/**
 * Indexes the forms with MiniSearch and reads each word's posting list out of it once, into the sections
 * `postings.offsets` and `postings.forms` (forms ascending within a word). Words that one form alone has, the larger part
 * of any vocabulary, need no index: their list is that form. See docs/decisions/0002-compiled-postings.md.
 */
export function compilePostings(labels: WordsOfForms): Map<string, SectionArray> {
  const onlyForm = findOnlyForms(labels);
  const shared: number[] = [];
  for (let word = 0; word < onlyForm.length; word++) if (onlyForm[word] === SEVERAL) shared.push(word);
  const codes = codesOf(shared, labels.words.length);
  const index = indexSharedWords(labels, codes);

  const offsets = new Uint32Array(labels.words.length + 1);
  const postings = new Uint32Array(labels.wordsOfForms.length);
  let used = 0;
  let done = 0; // words before this one have their lists
  const passOnlyForms = (until: number): void => {
    for (; done < until; done++) {
      const form = onlyForm[done] ?? NONE;
      if (form < NONE) postings[used++] = form;
      offsets[done + 1] = used;
    }
  };
  for (let first = 0; first < shared.length; first += WORDS_A_CALL) {
    const batch = shared.slice(first, first + WORDS_A_CALL);
    let place = -1;
    let current = '';
    visitPostings(index, batch.map((word) => codes[word] ?? ''), (term, form) => {
      if (term !== current) {
        // Lists come one after the other, in the order in which the words were asked for.
        current = term;
        passOnlyForms(batch[++place] ?? 0);
        done++;
      }
      postings[used++] = form;
      offsets[done] = used;
    });
  }
  passOnlyForms(labels.words.length);
  return new Map<string, SectionArray>([
    ['postings.offsets', toShared(offsets)],
    ['postings.forms', toShared(postings, used)],
  ]);
}

/** For every word the one form that has it, or `SEVERAL`. */
function findOnlyForms(labels: WordsOfForms): Uint32Array {
  const onlyForm = new Uint32Array(labels.words.length).fill(NONE);
  for (let form = 0; form + 1 < labels.firstWordOfForm.length; form++) {
    for (let i = labels.firstWordOfForm[form] ?? 0; i < (labels.firstWordOfForm[form + 1] ?? 0); i++) {
      const word = labels.wordsOfForms[i] ?? 0;
      const known = onlyForm[word] ?? NONE;
      if (known !== form) onlyForm[word] = known === NONE ? form : SEVERAL;
    }
  }
  return onlyForm;
}

/**
 * What MiniSearch is given in place of each of these words: its number in base 4. MiniSearch keeps terms in a tree and, on
 * every level, tries one child after the other; words of many scripts make over a thousand children at the root, digits make
 * four. That halves the time to index, and nothing is lost: typos, prefixes and the words themselves are looked up elsewhere.
 */
function codesOf(words: readonly number[], wordCount: number): readonly (string | undefined)[] {
  const codes = new Array<string | undefined>(wordCount);
  words.forEach((word, number) => (codes[word] = number.toString(4)));
  return codes;
}

/** A document is a form, given by its number; its terms are handed over when MiniSearch asks for them. */
function indexSharedWords(labels: WordsOfForms, codes: readonly (string | undefined)[]): MiniSearch<number> {
  let terms: string[] = [];
  const index = new MiniSearch<number>({
    fields: ['label'],
    extractField: (form) => form,
    tokenize: () => terms,
    processTerm: (term) => term,
  });
  for (let form = 0; form + 1 < labels.firstWordOfForm.length; form++) {
    terms = [];
    for (let i = labels.firstWordOfForm[form] ?? 0; i < (labels.firstWordOfForm[form + 1] ?? 0); i++) {
      const code = codes[labels.wordsOfForms[i] ?? 0];
      if (code !== undefined) terms.push(code);
    }
    if (terms.length > 0) index.add(form);
  }
  return index;
}

/** Visits the postings of the terms, list by list: a document whose boost is 0 is skipped before a result is made of it. */
function visitPostings(index: MiniSearch<number>, terms: readonly string[], visit: (term: string, form: number) => void): void {
  index.search('words', {
    tokenize: () => [...terms],
    boostDocument: (id, term) => {
      visit(term, Number(id)); // ids are the numbers given
      return 0;
    },
  });
}
