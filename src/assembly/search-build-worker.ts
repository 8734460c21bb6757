import { isMainThread, parentPort } from 'node:worker_threads';
import type { SectionArray } from '../foundation/sections.js';
import { createLabelCollector } from '../search/labels/collect-labels.js';
import { labelSections, numberWords } from '../search/labels/label-sections.js';
import { unpackLabels, type LabelPack } from './label-pack.js';
import { runSteps } from './run-build-steps.js';

/** What the thread that reads the entities sends: labels as they come, then that there are no more. */
export type SearchBuildTask =
  | { readonly kind: 'labels'; readonly pack: LabelPack }
  | { readonly kind: 'finish'; readonly prominence: Float64Array; readonly taken: Int32Array };

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
  const collector = createLabelCollector(EXPECTED_ENTITIES);
  port.on('message', (task: SearchBuildTask) => {
    if (task.kind === 'labels') {
      unpackLabels(task.pack, collector.add);
      return;
    }
    const collected = collector.finish();
    const words = numberWords(collected);
    port.postMessage({ kind: 'words', sections: words.sections } satisfies SearchBuildAnswer);
    const labels = labelSections(collected, words, task.prominence);
    port.postMessage({ kind: 'labels', sections: labels } satisfies SearchBuildAnswer);
    port.postMessage({ kind: 'steps', sections: runSteps(labels, task.prominence, task.taken) } satisfies SearchBuildAnswer);
  });
}

serve();
