import type { SectionArray } from '../foundation/sections.js';
import { createLabelCollector, type LabelCollector } from '../search/labels/collect-labels.js';
import { labelSections, numberWords } from '../search/labels/label-sections.js';
import { unpackLabels, type LabelPack } from './label-pack.js';
import { runSteps } from './run-build-steps.js';

const EXPECTED_ENTITIES = 100_000;

/**
 * A thread that analyses names while entities are read, and then shares the steps of indexing. It gets packs of names,
 * then one task each for the sections of the words, of the labels, and of its own steps. `packsTaken` counts the
 * processed packs, for `Atomics.wait`.
 */
export function begin(packsTaken: Int32Array) {
  let collector: LabelCollector | undefined = createLabelCollector(EXPECTED_ENTITIES);
  let collected: ReturnType<LabelCollector['finish']> | undefined;
  let words: ReturnType<typeof numberWords> | undefined;
  let labels: ReadonlyMap<string, SectionArray> = new Map();

  return {
    take: (pack: LabelPack): void => {
      if (collector !== undefined) unpackLabels(pack, collector.add);
      Atomics.add(packsTaken, 0, 1);
      Atomics.notify(packsTaken, 0);
    },
    words: (): ReadonlyMap<string, SectionArray> => {
      collected = (collector ?? createLabelCollector(0)).finish();
      collector = undefined;
      words = numberWords(collected);
      return words.sections;
    },
    labels: (prominence: Float64Array): ReadonlyMap<string, SectionArray> => {
      if (collected === undefined || words === undefined) throw new Error('the words come before the labels');
      labels = labelSections(collected, words, prominence);
      // In a large dataset they take gigabytes, which the steps need.
      collected = undefined;
      words = undefined;
      return labels;
    },
    steps: ({ prominence, taken }: { readonly prominence: Float64Array; readonly taken: Int32Array }) =>
      runSteps(labels, prominence, taken),
  };
}
