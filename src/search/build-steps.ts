import { section, sharedArray, type SectionArray, type Sections } from '../foundation/sections.js';
import { attachStringTable } from '../foundation/string-table.js';
import { buildPrefixSections } from './prefixes/build-prefix-sections.js';
import { buildAcronyms } from './words/acronyms.js';
import { buildHeardWords } from './words/heard-words.js';
import { buildWordTriples } from './words/similar-words.js';
import { buildTypoNeighbourhood } from './words/typo-neighbourhood.js';

/*
 * The search structures, in pieces for several threads: first those that need only the words, which are known first,
 * then independent steps from the sections of the labels. Equal sections give equal sections.
 */

/** The sections that need only the words, from `words.text`. */
export function wordSteps(words: readonly string[]): Map<string, SectionArray> {
  return new Map([...buildTypoNeighbourhood(words), ...buildWordTriples(words)]);
}

/** A step from the sections of the labels and `entities.prominence`. */
export type BuildStep = (labels: LabelSections) => Map<string, SectionArray>;

/** The sections of the labels, with the words as texts. */
interface LabelSections {
  readonly sections: Sections;
  /** By number; decoded on first use. */
  readonly words: () => readonly string[];
}

/** The words as texts, by number. */
export function attachWords(sections: Sections): readonly string[] {
  const table = attachStringTable(sections, 'words.text');
  return Array.from({ length: table.size }, (_, word) => table.get(word));
}

/** Input of the build steps. Cost: constant. */
export function attachLabelSections(labels: Sections, prominence: Float64Array): LabelSections {
  let decoded: readonly string[] | undefined;
  return {
    sections: new Map<string, SectionArray>([...labels, ['entities.prominence', prominence]]),
    words: () => (decoded ??= attachWords(labels)),
  };
}

/** The sections of the prefix index: the only step for a dataset with MiniSearch. */
export const PREFIX_STEP: BuildStep = ({ sections }) => prefixSections(sections);

const ACRONYM_STEP: BuildStep = ({ sections, words }) => acronymSections(sections, words());

/** All such steps, the longest first: an idle thread takes the next. */
export const LABEL_STEPS: readonly BuildStep[] = [
  PREFIX_STEP,
  ({ words }) => buildHeardWords(words()),
  ({ sections }) => compilePostings(sections),
  ACRONYM_STEP,
];

function prefixSections(sections: Sections): Map<string, SectionArray> {
  const entityOfRow = section(sections, 'labels.entity', 'Uint32Array');
  const forms = attachStringTable(sections, 'labels.forms');
  const prominence = section(sections, 'entities.prominence', 'Float64Array');
  return buildPrefixSections({
    rowCount: entityOfRow.length,
    entityCount: prominence.length,
    wordCount: section(sections, 'words.weight', 'Float32Array').length,
    entityOfRow,
    formOfRow: section(sections, 'labels.form', 'Uint32Array'),
    flagsOfRow: section(sections, 'labels.flags', 'Uint8Array'),
    firstWordOfForm: section(sections, 'labels.formWords.offsets', 'Uint32Array'),
    wordsOfForms: section(sections, 'labels.formWords.words', 'Uint32Array'),
    lengthOfForm: forms.lengthOf,
    prominenceOf: (entity) => prominence[entity] ?? 0,
  });
}

function acronymSections(sections: Sections, words: readonly string[]): Map<string, SectionArray> {
  return buildAcronyms({
    words,
    firstWordOfForm: section(sections, 'labels.formWords.offsets', 'Uint32Array'),
    wordsOfForms: section(sections, 'labels.formWords.words', 'Uint32Array'),
  });
}

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
