import { resolve } from 'node:path';
import type { CandidateIndexChoice } from '../entities/dataset.js';
import type { DatasetSource } from '../datasets/dataset-source.js';
import { isLocalFile } from '../datasets/sources/source-address.js';
import { memoryRanOut } from '../datasets/refuse-too-large.js';
import { loadDataset } from '../datasets/load-dataset.js';
import { attachDataset } from '../entities/packed-entity-store.js';
import { defined } from '../foundation/defined.js';
import { saysOutOfMemory } from '../foundation/out-of-memory.js';
import { type ReportProgress, noProgress } from '../foundation/progress.js';
import { gatherSections, section } from '../foundation/sections.js';
import { createPropertyValueCollector } from '../scoring/property-values.js';
import { estimateScoringModel } from '../scoring/estimate-statistics.js';
import { memorySource } from '../scoring/estimation-source.js';
import { attachLabelTable } from '../search/attach-label-table.js';
import { type SnapshotImage, indexChosenFor, snapshotId } from './snapshot-image.js';
import { type SearchBuilderOptions, SearchBuilder } from './search-builder.js';
import { SOFTWARE_VERSION } from '../foundation/software-version.js';
import { statSync } from 'node:fs';

interface BuildOptions extends SearchBuilderOptions {
  readonly tell?: ReportProgress;
  /** `auto` by default. */
  readonly candidateIndex?: CandidateIndexChoice;
}

/** Property values, names and the scoring model, before the steps of the search index. */
const STEPS_BEFORE = 3;
/** Bytes of files that are worth two threads. */
const MANY_BYTES = 4_000_000;

/**
 * Files → a transferable snapshot: load, index, estimate. Takes seconds for large files, so it runs in a worker thread
 * (prepare-in-worker.ts) wherever HTTP is served; for large files a second thread indexes names during reading. `tell`
 * gets the progress. Throws the errors of `loadDataset`.
 */
export async function buildSnapshot(
  source: DatasetSource,
  { tell = noProgress, candidateIndex: choice = 'auto', ...options }: BuildOptions = {},
): Promise<SnapshotImage> {
  const search = new SearchBuilder(options);
  try {
    return await buildWith(search, source, { tell, choice });
  } catch (thrown) {
    throw saysOutOfMemory(thrown) ? memoryRanOut(thrown) : thrown;
  } finally {
    await search.close();
  }
}

async function buildWith(
  search: SearchBuilder,
  source: DatasetSource,
  { tell, choice }: { readonly tell: ReportProgress; readonly choice: CandidateIndexChoice },
): Promise<SnapshotImage> {
  const values = createPropertyValueCollector();
  if (sourceBytes(source) >= MANY_BYTES) search.expectMany();
  const { facts, entitySections, report, filesRead, changesThrough } = await loadDataset(
    source,
    (entity, rewrittenNames) => {
      search.add(entity, rewrittenNames);
      values.add(entity);
    },
    tell,
  );
  const indexing = (done: number): void =>
    tell({ phase: 'indexing', unit: 'steps', done, all: STEPS_BEFORE + search.steps });
  indexing(0);
  const labelled = search.labels(section(entitySections, 'entities.prominence', 'Float64Array'), (labels) =>
    indexChosenFor({ facts, sections: labels }, choice),
  );
  const valueSections = values.finish();
  indexing(1);
  const labels = await labelled;
  indexing(2);
  const scoring = estimateScoringModel(memorySource(attachDataset(facts, entitySections), attachLabelTable(labels)));
  indexing(STEPS_BEFORE);
  const searchSections = await search.finish((done) => indexing(STEPS_BEFORE + done));
  const sections = gatherSections(new Map([...entitySections, ...searchSections, ...valueSections]));
  return {
    id: snapshotId(facts.metadata.contentHash, scoring.scorer, SOFTWARE_VERSION),
    ...{ facts, sections, scoring, report },
    candidateIndex: indexChosenFor({ facts, sections }, choice),
    files: filesRead.filter(isLocalFile).map((file) => resolve(file)),
    ...defined({ changesThrough }),
  };
}

/** Typical compression factor of datasets. */
const GZIP_FACTOR = 5;

/** Approximate bytes of text to read; 0 for unreadable files, which reading will report. Cost: a stat of each file. */
export function sourceBytes(source: DatasetSource): number {
  return source.files.reduce(
    (sum, file) =>
      sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0) * (file.endsWith('.gz') ? GZIP_FACTOR : 1),
    0,
  );
}
