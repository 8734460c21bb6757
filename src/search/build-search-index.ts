import type { EntityStore } from '../entities/entity-store.js';
import { sharedArray, toShared, type SectionArray } from '../foundation/sections.js';
import { StringTableBuilder } from '../foundation/string-table.js';
import { collectLabels } from './labels/collect-labels.js';
import { numberLabels } from './labels/number-labels.js';
import { buildPrefixSections } from './prefixes/build-prefix-sections.js';
import { compilePostings } from './minisearch/compile-postings.js';
import { buildAcronyms } from './words/acronyms.js';
import { buildWordTriples } from './words/similar-words.js';
import { buildTypoNeighbourhood } from './words/typo-neighbourhood.js';

/**
 * Everything that search needs at run time, as sections: the label table, the vocabulary with its typo neighbourhood, the
 * postings, the prefix index. Takes seconds for a million labels; may be run in a worker thread.
 */
export function buildSearchSections(entities: EntityStore): Map<string, SectionArray> {
  const collected = collectLabels(entities);
  const numbered = numberLabels(collected, entities.prominenceOf);
  const flags = sharedArray('Uint8Array', collected.rowCount);
  flags.set(collected.flagsOfRow);
  return new Map<string, SectionArray>([
    ...collected.texts,
    ['labels.entity', toShared(collected.entityOfRow)],
    ['labels.flags', flags],
    ['labels.form', toShared(numbered.formOfRow)],
    ['labels.entityRows', toShared(collected.firstRowOfEntity)],
    ['labels.formRows.offsets', toShared(numbered.firstRowOfForm)],
    ['labels.formRows.rows', toShared(numbered.rowsOfForms)],
    ['labels.formWords.offsets', toShared(numbered.firstWordOfForm)],
    ['labels.formWords.words', toShared(numbered.wordsOfForms)],
    ['labels.formWeight', toShared(numbered.formWeights)],
    ...stringTable('labels.forms', numbered.forms),
    ...stringTable('words.text', numbered.words),
    ['words.entityFrequency', toShared(numbered.entityFrequency)],
    ['words.weight', toShared(numbered.wordWeights)],
    ...compilePostings(numbered),
    ...buildTypoNeighbourhood(numbered.words),
    ...buildWordTriples(numbered.words),
    ...buildAcronyms(numbered.forms.length, (form) =>
      Array.from(numbered.wordsOfForms.subarray(numbered.firstWordOfForm[form], numbered.firstWordOfForm[form + 1]), (word) => numbered.words[word] ?? ''),
    ),
    ...buildPrefixSections({
      rowCount: collected.rowCount,
      entityCount: collected.entityCount,
      wordCount: numbered.words.length,
      entityOfRow: collected.entityOfRow,
      formOfRow: numbered.formOfRow,
      flagsOfRow: collected.flagsOfRow,
      firstWordOfForm: numbered.firstWordOfForm,
      wordsOfForms: numbered.wordsOfForms,
      lengthOfForm: (form) => numbered.forms[form]?.length ?? 0,
      prominenceOf: entities.prominenceOf,
    }),
  ]);
}

function stringTable(prefix: string, strings: readonly string[]): Map<string, SectionArray> {
  const builder = new StringTableBuilder();
  for (const text of strings) builder.add(text);
  return builder.finish(prefix, { findable: true });
}
