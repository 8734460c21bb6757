import MiniSearch from 'minisearch';
import { firstAtLeast } from '../../foundation/first-at-least.js';
import { section, sharedArray, type SectionArray, type Sections } from '../../foundation/sections.js';

/** Into how many stretches the forms are cut for indexing: each can be indexed by a thread of its own. */
export const POSTING_PARTS = 2;

/** The words of each form, and the stretch of forms that is to be indexed. */
interface Stretch {
  readonly wordCount: number;
  readonly firstWordOfForm: Uint32Array;
  readonly wordsOfForms: Uint32Array;
  readonly firstForm: number;
  readonly endForm: number;
}

/**
 * Words that more forms of the stretch have are frequent: the fewest of the words that come more than once, with most of all postings.
 * Each posting costs MiniSearch an entry of a map, and a plain list one number.
 */
const FREQUENT = 3;
/** Forms that are one document for MiniSearch: a document costs it as much as a dozen words, and a form has two. */
const PAGE_FORMS = 32;

/**
 * Posting lists of one stretch of the forms, in the sections `postings.PART.offsets` and `postings.PART.forms` (forms ascending
 * within a word). MiniSearch indexes the stretch in pages of some forms, and the pages of each word are read out of it once. Two kinds of words need no
 * index: those that one form alone has, the larger part of any vocabulary, and the frequent ones; their forms are noted as
 * they are passed. See docs/decisions/0002-compiled-postings.md.
 */
export function compilePostings(sections: Sections, part: number): Map<string, SectionArray> {
  const labels = stretchOf(sections, part);
  const counts = countForms(labels);
  const offsets = sharedArray('Uint32Array', labels.wordCount + 1);
  const indexed: number[] = [];
  for (let word = 0; word < labels.wordCount; word++) {
    const count = counts[word] ?? 0;
    offsets[word + 1] = (offsets[word] ?? 0) + count;
    if (isIndexed(count)) indexed.push(word);
  }
  const postings = sharedArray('Uint32Array', offsets[labels.wordCount] ?? 0);
  noteForms(labels, counts, offsets, postings);

  const index = indexPages(labels, codesOf(indexed, labels.wordCount));
  let current = '';
  let word = 0;
  let used = 0;
  visitPostings(index, (code, page) => {
    if (code !== current) {
      // The pages of a word come one after the other, ascending.
      current = code;
      word = indexed[Number.parseInt(code, CODE_RADIX)] ?? 0;
      used = offsets[word] ?? 0;
    }
    used = formsOfPage(labels, page, word, postings, used);
  });
  return new Map<string, SectionArray>([
    [`postings.${String(part)}.offsets`, offsets],
    [`postings.${String(part)}.forms`, postings],
  ]);
}

/** Whether a word that so many forms have is MiniSearch's. */
function isIndexed(count: number): boolean {
  return count > 1 && count <= FREQUENT;
}

/**
 * `sections` with the stretches' posting lists replaced by the whole ones, `postings.offsets` and `postings.forms`. The forms
 * of a stretch come before those of the next, so that lists are joined end to end.
 */
export function joinPostings(sections: Sections): Map<string, SectionArray> {
  const joined = new Map(sections);
  const parts = Array.from({ length: POSTING_PARTS }, (_, part) => {
    const names = [`postings.${String(part)}.offsets`, `postings.${String(part)}.forms`] as const;
    names.forEach((name) => joined.delete(name));
    return { offsets: section(sections, names[0], 'Uint32Array'), forms: section(sections, names[1], 'Uint32Array') };
  });
  const wordCount = (parts[0]?.offsets.length ?? 1) - 1;
  const offsets = sharedArray('Uint32Array', wordCount + 1);
  const forms = sharedArray('Uint32Array', parts.reduce((sum, part) => sum + part.forms.length, 0));
  let used = 0;
  for (let word = 0; word < wordCount; word++) {
    for (const part of parts) {
      const end = part.offsets[word + 1] ?? 0;
      for (let i = part.offsets[word] ?? 0; i < end; i++) forms[used++] = part.forms[i] ?? 0;
    }
    offsets[word + 1] = used;
  }
  return joined.set('postings.offsets', offsets).set('postings.forms', forms);
}

/** Stretches with about as many words each. */
function stretchOf(sections: Sections, part: number): Stretch {
  const firstWordOfForm = section(sections, 'labels.formWords.offsets', 'Uint32Array');
  const wordsOfForms = section(sections, 'labels.formWords.words', 'Uint32Array');
  const boundary = (number: number): number => firstAtLeast(firstWordOfForm, Math.ceil((wordsOfForms.length * number) / POSTING_PARTS));
  const forms = firstWordOfForm.length - 1;
  return {
    wordCount: section(sections, 'words.weight', 'Float32Array').length,
    firstWordOfForm,
    wordsOfForms,
    firstForm: part === 0 ? 0 : boundary(part),
    endForm: part === POSTING_PARTS - 1 ? forms : boundary(part + 1),
  };
}

/** For every word how many forms of the stretch have it. */
function countForms(labels: Stretch): Uint32Array {
  const counts = new Uint32Array(labels.wordCount);
  const lastForm = new Uint32Array(labels.wordCount).fill(NO_FORM);
  for (let form = labels.firstForm; form < labels.endForm; form++) {
    for (let i = labels.firstWordOfForm[form] ?? 0; i < (labels.firstWordOfForm[form + 1] ?? 0); i++) {
      const word = labels.wordsOfForms[i] ?? 0;
      if (lastForm[word] === form) continue;
      lastForm[word] = form;
      counts[word] = (counts[word] ?? 0) + 1;
    }
  }
  return counts;
}

const NO_FORM = 0xffffffff;

/** Fills in the lists of the words that are not indexed. */
function noteForms(labels: Stretch, counts: Uint32Array, offsets: Uint32Array, postings: Uint32Array): void {
  const next = offsets.slice();
  for (let form = labels.firstForm; form < labels.endForm; form++) {
    for (let i = labels.firstWordOfForm[form] ?? 0; i < (labels.firstWordOfForm[form + 1] ?? 0); i++) {
      const word = labels.wordsOfForms[i] ?? 0;
      if (isIndexed(counts[word] ?? 0)) continue;
      const at = next[word] ?? 0;
      // A word may stand twice in a form.
      if (at > (offsets[word] ?? 0) && postings[at - 1] === form) continue;
      postings[at] = form;
      next[word] = at + 1;
    }
  }
}

/**
 * What MiniSearch is given in place of each of these words: its number, in base 32. MiniSearch keeps terms in a tree and, on
 * every level, tries one child after the other; words of many scripts make over a thousand children at the root and are long,
 * numbers make 32 and have three or four digits. That halves the time to index, and nothing is lost: typos, prefixes and the words
 * themselves are looked up elsewhere.
 */
function codesOf(words: readonly number[], wordCount: number): readonly (string | undefined)[] {
  const codes = new Array<string | undefined>(wordCount);
  words.forEach((word, number) => (codes[word] = number.toString(CODE_RADIX)));
  return codes;
}

const CODE_RADIX = 32;
const CODE_BEGINNINGS: readonly string[] = Array.from({ length: CODE_RADIX }, (_, digit) => digit.toString(CODE_RADIX));

/** A document is a page of forms, given by the number of its first form; its terms are handed over when MiniSearch asks for them. */
function indexPages(labels: Stretch, codes: readonly (string | undefined)[]): MiniSearch<number> {
  let terms: string[] = [];
  const index = new MiniSearch<number>({
    fields: ['label'],
    extractField: (page) => page,
    tokenize: () => terms,
    processTerm: (term) => term,
  });
  for (let page = labels.firstForm; page < labels.endForm; page += PAGE_FORMS) {
    terms = [];
    const end = labels.firstWordOfForm[Math.min(page + PAGE_FORMS, labels.endForm)] ?? 0;
    for (let i = labels.firstWordOfForm[page] ?? 0; i < end; i++) {
      const code = codes[labels.wordsOfForms[i] ?? 0];
      if (code !== undefined) terms.push(code);
    }
    if (terms.length > 0) index.add(page);
  }
  return index;
}

/**
 * Visits all postings, term by term, pages ascending: a search for every way in which a code begins meets every term. A document
 * whose boost is 0 is skipped before a result is made of it, and asking for the terms one by one would cost more than reading them.
 */
function visitPostings(index: MiniSearch<number>, visit: (code: string, page: number) => void): void {
  index.search('all', {
    tokenize: () => [...CODE_BEGINNINGS],
    prefix: true,
    boostDocument: (id, term) => {
      visit(term, Number(id)); // ids are the numbers given
      return 0;
    },
  });
}

/** Writes the forms of the page that have the word to `postings` from `at` on; gives the place behind them. */
function formsOfPage(labels: Stretch, page: number, word: number, postings: Uint32Array, at: number): number {
  let next = at;
  for (let form = page; form < Math.min(page + PAGE_FORMS, labels.endForm); form++) {
    const end = labels.firstWordOfForm[form + 1] ?? 0;
    let i = labels.firstWordOfForm[form] ?? 0;
    while (i < end && labels.wordsOfForms[i] !== word) i++;
    if (i < end) postings[next++] = form;
  }
  return next;
}
