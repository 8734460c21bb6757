import { resolve } from 'node:path';
import { attachDataset } from '../entities/dataset-facts.js';
import type { DatasetSource } from '../datasets/dataset-source.js';
import { loadDataset } from '../datasets/load-dataset.js';
import { SOFTWARE_VERSION } from './software-version.js';
import { estimateScoringModel } from '../reconciliation/scoring/estimate-scoring-model.js';
import { attachLabelTable } from '../search/attach-label-table.js';
import { buildSearchSections } from '../search/build-search-index.js';
import { generationId, type GenerationImage } from './generation-image.js';

/**
 * Files → a generation image: load, index, estimate. Takes seconds for large files, so it is run in a worker thread
 * (build-generation-in-worker.ts) wherever HTTP is being served. Throws what `loadDataset` throws.
 */
export async function buildGeneration(source: DatasetSource): Promise<GenerationImage> {
  const { facts, entitySections, report, filesRead } = await loadDataset(source);
  const entities = attachDataset(facts, entitySections);
  const sections = new Map([...entitySections, ...buildSearchSections(entities.entities)]);
  const scoring = estimateScoringModel(attachDataset(facts, sections), attachLabelTable(sections));
  return { id: generationId(facts.metadata.contentHash, scoring.scorer, SOFTWARE_VERSION), facts, sections, scoring, report, files: filesRead.map((file) => resolve(file)) };
}
