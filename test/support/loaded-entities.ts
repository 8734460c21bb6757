import type { DatasetSource } from '../../src/datasets/dataset-source.js';
import { loadDataset } from '../../src/datasets/load-dataset.js';
import type { LoadReport } from '../../src/datasets/load-report.js';
import { attachDataset } from '../../src/entities/packed-entity-store.js';
import type { Dataset } from '../../src/entities/dataset.js';
import type { Entity } from '../../src/entities/entity.js';
import { SameasError } from '../../src/foundation/sameas-error.js';

export interface LoadedForTest {
  readonly dataset: Dataset;
  readonly entities: readonly Entity[];
  readonly report: LoadReport;
  /** `rejected id-duplicate ×1: line 3, Label: …`, one for each example. */
  readonly problems: readonly string[];
}

/** Loads files, and takes the dataset apart for comparing. */
export async function loadForTest(source: DatasetSource | string): Promise<LoadedForTest> {
  const { facts, entitySections, report } = await loadDataset(
    typeof source === 'string' ? { files: [source] } : source,
  );
  const dataset = attachDataset(facts, entitySections);
  const entities = Array.from({ length: dataset.entities.size }, (_, ordinal) => dataset.entities.entity(ordinal));
  const problems = report.problems.flatMap(({ kind, rejects, count, examples }) =>
    examples.map(
      ({ line, column, message }) =>
        `${rejects ? 'rejected' : 'warned'} ${kind} ×${count}: ${[...(line === undefined ? [] : [`line ${line}`]), ...(column === undefined ? [] : [column])].join(', ')}: ${message}`,
    ),
  );
  return { dataset, entities, report, problems };
}

/** The SameasError that loading ends in. Fails when it does not. */
export async function loadingError(source: DatasetSource | string): Promise<SameasError> {
  try {
    await loadDataset(typeof source === 'string' ? { files: [source] } : source);
  } catch (thrown) {
    if (thrown instanceof SameasError) return thrown;
    throw thrown;
  }
  throw new Error('loading was expected to fail');
}
