import { alphabeticalOrder } from '../../foundation/alphabetical-order.js';
import { sharedArray, toShared, type SectionArray } from '../../foundation/sections.js';
import { attachStringTable, orderedStringTable } from '../../foundation/string-table.js';
import type { Vocabulary } from '../label-table.js';
import type { CollectedLabels } from './collect-labels.js';
import { numberLabels } from './number-labels.js';

/** The words, numbered for good: all that is needed to look for words that are like one another. */
export interface NumberedWords {
  /** Numbers of the words as collected, in the order of their code units: a prefix is a range of places. */
  readonly order: Uint32Array;
  /** The sections `words.text`. */
  readonly sections: Map<string, SectionArray>;
}

/** Puts the words that were collected in their final order. */
export function numberWords({ words }: CollectedLabels): NumberedWords {
  const order = alphabeticalOrder(words);
  return { order, sections: orderedStringTable('words.text', words, order) };
}

/**
 * Numbers what was collected and keeps it as sections: `labels.*`, `words.text`, `words.entityFrequency`, `words.weight`.
 * Everything else that search needs is made from these (build-steps.ts). `prominence` is that of each entity. `weights`: the words of a larger set of labels,
 * which say what words weigh (`words.unknownWeight`: those that neither has).
 */
export function labelSections(
  collected: CollectedLabels,
  words: NumberedWords,
  prominence: Float64Array,
  weights?: Pick<Vocabulary, 'idOf' | 'weightOf'>,
): Map<string, SectionArray> {
  const texts = attachStringTable(words.sections, 'words.text');
  const weightOf =
    weights === undefined ? undefined : (word: number): number => weights.weightOf(weights.idOf(texts.get(word)));
  const numbered = numberLabels(collected, words.order, (entity) => prominence[entity] ?? 0, weightOf);
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
    ...orderedStringTable('labels.forms', collected.forms, numbered.formOrder),
    ...words.sections,
    ['words.entityFrequency', toShared(numbered.entityFrequency)],
    ['words.weight', toShared(numbered.wordWeights)],
    ...(weights === undefined
      ? []
      : [['words.unknownWeight', toShared(Float32Array.of(weights.weightOf(-1)))] as const]),
  ]);
}
