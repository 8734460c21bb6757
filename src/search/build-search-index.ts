import type { EntityStore } from '../entities/entity-store.js';
import { sharedArray, type SectionArray } from '../foundation/sections.js';
import { attachLabelSections, attachWords, LABEL_STEPS, wordSteps } from './build-steps.js';
import type { Vocabulary } from './label-table.js';
import { collectLabels } from './labels/collect-labels.js';
import { labelSections, numberWords } from './labels/label-sections.js';

/**
 * All sections for search at run time: the label table, the vocabulary with its typo neighbourhood, the postings, the
 * prefix index. Takes seconds for a million labels, all of them on the calling thread. `weights`: as for
 * `labelSections`; `furtherNames`: additional searchable names of an entity, from its names.
 */
export function buildSearchSections(
  entities: EntityStore,
  weights?: Pick<Vocabulary, 'idOf' | 'weightOf'>,
  furtherNames?: (names: readonly string[]) => readonly string[],
): Map<string, SectionArray> {
  const prominence = sharedArray('Float64Array', entities.size);
  for (let entity = 0; entity < entities.size; entity++) prominence[entity] = entities.prominenceOf(entity);
  const collected = collectLabels(entities, furtherNames);
  const words = numberWords(collected);
  const labels = labelSections(collected, words, prominence, weights);
  const read = attachLabelSections(labels, prominence);
  return new Map([
    ...labels,
    ...wordSteps(attachWords(words.sections)),
    ...LABEL_STEPS.flatMap((step) => [...step(read)]),
  ]);
}
