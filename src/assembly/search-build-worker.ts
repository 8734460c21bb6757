import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import type { SectionArray } from '../foundation/sections.js';
import { createLabelCollector, type LabelCollector } from '../search/labels/collect-labels.js';
import { labelSections, numberWords } from '../search/labels/label-sections.js';
import { unpackLabels, type LabelPack } from './label-pack.js';
import { runSteps } from './run-build-steps.js';

/** What the thread that reads the entities sends: labels as they come, then that there are no more. */
export type SearchBuildTask =
  | { readonly kind: 'labels'; readonly pack: LabelPack }
  | { readonly kind: 'finish'; readonly prominence: Float64Array; readonly taken: Int32Array };

/** What the thread is started with: a count of the packs of labels that it has taken in, for `Atomics.wait`. */
export interface SearchBuildStart {
  readonly packsTaken: Int32Array;
}

/** What it gets back: the sections of the words, then those of the labels, then those of the steps that this thread took. */
export interface SearchBuildAnswer {
  readonly kind: 'words' | 'labels' | 'steps';
  readonly sections: ReadonlyMap<string, SectionArray>;
}

const EXPECTED_ENTITIES = 100_000;

/** The body of the thread that analyses names while entities are read, and shares the steps of indexing afterwards. */
function serve(): void {
  const port = parentPort;
  if (isMainThread || port === null) throw new Error('this file is the body of a worker thread');
  const { packsTaken } = workerData as SearchBuildStart; // given by search-builder.ts
  const answer = (kind: SearchBuildAnswer['kind'], sections: SearchBuildAnswer['sections']): void =>
    port.postMessage({ kind, sections } satisfies SearchBuildAnswer);
  let collector: LabelCollector | undefined = createLabelCollector(EXPECTED_ENTITIES);

  /** What was collected goes when this returns: of a large dataset it takes gigabytes, which the steps need. */
  function numberCollected(prominence: Float64Array): Map<string, SectionArray> {
    const collected = (collector ?? createLabelCollector(0)).finish();
    collector = undefined;
    const words = numberWords(collected);
    answer('words', words.sections);
    return labelSections(collected, words, prominence);
  }

  port.on('message', (task: SearchBuildTask) => {
    if (task.kind === 'labels') {
      if (collector !== undefined) unpackLabels(task.pack, collector.add);
      Atomics.add(packsTaken, 0, 1);
      Atomics.notify(packsTaken, 0);
      return;
    }
    const labels = numberCollected(task.prominence);
    answer('labels', labels);
    answer('steps', runSteps(labels, task.prominence, task.taken));
  });
}

serve();
