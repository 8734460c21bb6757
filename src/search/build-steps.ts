import { section, type SectionArray, type Sections } from '../foundation/sections.js';
import { attachStringTable } from '../foundation/string-table.js';
import { compilePostings, joinPostings, POSTING_PARTS } from './minisearch/compile-postings.js';
import { buildPrefixSections } from './prefixes/build-prefix-sections.js';
import { buildAcronyms } from './words/acronyms.js';
import { buildHeardWords } from './words/heard-words.js';
import { buildWordTriples } from './words/similar-words.js';
import { buildTypoNeighbourhood } from './words/typo-neighbourhood.js';

/**
 * One piece of the search structures: made from the sections of the labels and from `entities.prominence`, and from no
 * other step, so that several threads can share the steps. Equal sections give equal sections.
 */
export type BuildStep = (labels: LabelSections) => Map<string, SectionArray>;

/** The sections of the labels, with the words as texts for those steps that read them. */
export interface LabelSections {
  readonly sections: Sections;
  /** By number; decoded when first asked for. */
  readonly words: () => readonly string[];
}

/** What the steps of a build read. Cost: nothing yet. */
export function attachLabelSections(sections: Sections): LabelSections {
  let decoded: readonly string[] | undefined;
  return {
    sections,
    words: () => {
      const table = attachStringTable(sections, 'words.text');
      return (decoded ??= Array.from({ length: table.size }, (_, word) => table.get(word)));
    },
  };
}

/** All steps, the longest first: whoever is free takes the next. */
export const BUILD_STEPS: readonly BuildStep[] = [
  ...Array.from({ length: POSTING_PARTS }, (_, part): BuildStep => ({ sections }) => compilePostings(sections, part)),
  ({ words }) => buildTypoNeighbourhood(words()),
  ({ sections }) => prefixSections(sections),
  ({ words }) => buildWordTriples(words()),
  ({ words }) => buildHeardWords(words()),
  ({ sections, words }) => acronymSections(sections, words()),
];

/** The sections of the labels and of all steps → everything that search needs at run time. */
export function joinSteps(labels: Sections, steps: Sections): Map<string, SectionArray> {
  return new Map([...labels, ...joinPostings(steps)]);
}

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
