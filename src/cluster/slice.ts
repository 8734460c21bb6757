import { sharedArray } from '../foundation/sections.js';
import { attachLabelSections, ACRONYM_STEP, PREFIX_STEP } from '../search/build-steps.js';
import type { CandidateIndex } from '../search/candidate-index.js';
import { attachCompiledIndex, type WholeIndex } from '../search/compiled/attach-compiled-index.js';
import { compilePostings } from '../search/compiled/compile-postings.js';
import type { LabelTable } from '../search/label-table.js';
import { createLabelCollector } from '../search/labels/collect-labels.js';
import { labelSections, numberWords } from '../search/labels/label-sections.js';
import type { PrefixIndex } from '../search/prefix-index.js';
import { attachPrefixIndex } from '../search/attach-prefix-index.js';
import { miniSearchParts } from '../search/minisearch/minisearch-parts.js';
import { attachLabelTable } from '../search/attach-label-table.js';
import type { PlacedEntity } from './placed-entity.js';

/*
 * The entities that one reader was told, as a small dataset in memory: with the tables and indexes of a whole one, but what words weigh is what they weigh in the whole.
 */

/** Entities by their places in the slice, which are in the order of the source. */
export interface Slice {
  readonly entities: readonly PlacedEntity[];
  /** -1 for one that is not in it. */
  readonly ordinalOf: (id: string) => number;
  readonly labels: LabelTable;
  /** Made when first asked for, over what is known of the whole then. */
  readonly candidateIndex: (whole: (labels: LabelTable) => WholeIndex) => CandidateIndex;
  readonly prefixIndex: () => PrefixIndex;
}

/** What words weigh in the whole dataset; `undefined`: a word that it lacks. */
export type WeightOf = (word: string | undefined) => number;

/** A slice of these entities. `furtherWords`: of the dataset, beside those of the entities. Cost: some microseconds for each word. */
export function createSlice(found: readonly PlacedEntity[], furtherWords: Iterable<string>, weightOf: WeightOf): Slice {
  const entities = [...found].sort((a, b) => a.position - b.position);
  const ordinals = new Map(entities.map(({ record }, ordinal) => [record.id, ordinal]));
  const collector = createLabelCollector(entities.length);
  const prominence = sharedArray('Float64Array', entities.length);
  for (const [ordinal, { rows, record }] of entities.entries()) {
    collector.addRows(rows);
    prominence[ordinal] = record.prominence;
  }
  const collected = collector.finish(furtherWords);
  const asked: string[] = [];
  const sections = labelSections(collected, numberWords(collected), prominence, {
    idOf: (word) => asked.push(word) - 1,
    weightOf: (id) => weightOf(asked[id]),
  });
  const steps = attachLabelSections(sections, prominence);
  const labels = attachLabelTable(sections);
  let candidates: CandidateIndex | undefined;
  let prefixes: PrefixIndex | undefined;
  return {
    entities,
    ordinalOf: (id) => ordinals.get(id) ?? -1,
    labels,
    candidateIndex: (whole) =>
      (candidates ??= attachCompiledIndex(
        new Map([...sections, ...compilePostings(sections), ...ACRONYM_STEP(steps)]),
        { ...whole(labels), readsAll: true },
      )),
    prefixIndex: () =>
      (prefixes ??= attachPrefixIndex(new Map([...sections, ...PREFIX_STEP(steps)]), miniSearchParts(sections))),
  };
}
