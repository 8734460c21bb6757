import { section, type Sections } from '../foundation/sections.js';
import { attachStringTable } from '../foundation/string-table.js';
import { ALIAS_FLAG, QUALIFIER_SHIFT, TRANSLITERATION_FLAG } from './labels/rows-of-names.js';
import type { LabelTable } from './label-table.js';
import { attachVocabulary, type SortedVocabulary } from './words/attach-vocabulary.js';

/** The texts of a label table: source texts by row, and the numbers of folded forms, -1 for none. */
export interface LabelTexts {
  readonly texts: { readonly get: (row: number) => string };
  readonly forms: { readonly get: (form: number) => string; readonly find: (folded: string) => number };
}

/** The label table over the sections of `buildSearchSections`. Cost: constant. */
export function attachLabelTable(
  sections: Sections,
  vocabulary: SortedVocabulary = attachVocabulary(sections),
  { texts, forms }: LabelTexts = {
    texts: attachStringTable(sections, 'labels.text'),
    forms: attachStringTable(sections, 'labels.forms'),
  },
): LabelTable {
  const entityOfRow = section(sections, 'labels.entity', 'Uint32Array');
  const flags = section(sections, 'labels.flags', 'Uint8Array');
  const formOfRow = section(sections, 'labels.form', 'Uint32Array');
  const entityRows = section(sections, 'labels.entityRows', 'Uint32Array');
  const formRowOffsets = section(sections, 'labels.formRows.offsets', 'Uint32Array');
  const formRows = section(sections, 'labels.formRows.rows', 'Uint32Array');
  const formWordOffsets = section(sections, 'labels.formWords.offsets', 'Uint32Array');
  const formWords = section(sections, 'labels.formWords.words', 'Uint32Array');

  const isTransliteration = (row: number): boolean => ((flags[row] ?? 0) & TRANSLITERATION_FLAG) !== 0;

  function tokenIdsOf(row: number): Uint32Array {
    const form = formOfRow[row] ?? 0;
    return formWords.subarray(formWordOffsets[form] ?? 0, formWordOffsets[form + 1] ?? 0);
  }

  function readTokenIds(row: number, target: Uint32Array): number {
    const form = formOfRow[row] ?? 0;
    const start = formWordOffsets[form] ?? 0;
    const count = (formWordOffsets[form + 1] ?? 0) - start;
    for (let i = 0; i < count && i < target.length; i++) target[i] = formWords[start + i] ?? 0;
    return count;
  }

  return {
    rowCount: entityOfRow.length,
    entityOf: (row) => entityOfRow[row] ?? 0,
    kindOf: (row) => (((flags[row] ?? 0) & ALIAS_FLAG) !== 0 ? 'alias' : 'name'),
    isTransliteration,
    qualifierOf: (row) => (flags[row] ?? 0) >>> QUALIFIER_SHIFT,
    // A transliteration follows its source row.
    textOf: (row) => texts.get(isTransliteration(row) ? row - 1 : row),
    foldedOf: (row) => forms.get(formOfRow[row] ?? 0),
    tokensOf: (row) => Array.from(tokenIdsOf(row), vocabulary.tokenOf),
    tokenIdsOf,
    readTokenIds,
    rowsOf: (entity) => [entityRows[entity] ?? 0, entityRows[entity + 1] ?? 0],
    rowsWithFolded: (folded) => {
      const form = forms.find(folded);
      return form < 0
        ? []
        : Array.from(formRows.subarray(formRowOffsets[form] ?? 0, formRowOffsets[form + 1] ?? 0)).sort((a, b) => a - b);
    },
    vocabulary,
  };
}
