import MiniSearch from 'minisearch';
import { firstAtLeast } from '../../foundation/first-at-least.js';
import { section, sharedArray, toShared, type SectionArray, type Sections } from '../../foundation/sections.js';

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

/** Words whose posting lists are read by one call. */
const WORDS_A_CALL = 256;
const SEVERAL = 0xffffffff;
const NONE = 0xfffffffe;

/**
 * Indexes one stretch of the forms with MiniSearch and reads each word's posting list out of it once, into the sections
 * `postings.PART.offsets` and `postings.PART.forms` (forms ascending within a word). Words that one form of the stretch alone
 * has, the larger part of any vocabulary, need no index: their list is that form. See docs/decisions/0002-compiled-postings.md.
 */
export function compilePostings(sections: Sections, part: number): Map<string, SectionArray> {
  const labels = stretchOf(sections, part);
  const onlyForm = findOnlyForms(labels);
  const shared: number[] = [];
  for (let word = 0; word < onlyForm.length; word++) if (onlyForm[word] === SEVERAL) shared.push(word);
  const codes = codesOf(shared, labels.wordCount);
  const index = indexSharedWords(labels, codes);

  const offsets = sharedArray('Uint32Array', labels.wordCount + 1);
  const postings = new Uint32Array((labels.firstWordOfForm[labels.endForm] ?? 0) - (labels.firstWordOfForm[labels.firstForm] ?? 0));
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
  passOnlyForms(labels.wordCount);
  return new Map<string, SectionArray>([
    [`postings.${String(part)}.offsets`, offsets],
    [`postings.${String(part)}.forms`, toShared(postings, used)],
  ]);
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

/** For every word the one form of the stretch that has it, or `SEVERAL`. */
function findOnlyForms(labels: Stretch): Uint32Array {
  const onlyForm = new Uint32Array(labels.wordCount).fill(NONE);
  for (let form = labels.firstForm; form < labels.endForm; form++) {
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
function indexSharedWords(labels: Stretch, codes: readonly (string | undefined)[]): MiniSearch<number> {
  let terms: string[] = [];
  const index = new MiniSearch<number>({
    fields: ['label'],
    extractField: (form) => form,
    tokenize: () => terms,
    processTerm: (term) => term,
  });
  for (let form = labels.firstForm; form < labels.endForm; form++) {
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
