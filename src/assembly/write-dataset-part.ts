import { entityGraph, writeNTriples } from '../browsing/entity-graph.js';
import { recordOfEntity } from '../datasets/changes/entity-record.js';
import type { Dataset } from '../entities/dataset.js';
import type { DatasetPart, DatasetPartTask } from '../describe/served-snapshot.js';

/** A part ends with the entity that reaches this many characters: some milliseconds of a shared thread. */
const PART_CHARACTERS = 256 * 1024;

/** A part of a dataset in memory as complete lines. Cost: its entities. */
export function writeDatasetPart(dataset: Dataset, { form, from, ...spaces }: DatasetPartTask): DatasetPart {
  const { entities, properties } = dataset;
  let text = '';
  let next = from;
  for (; next < entities.size && text.length < PART_CHARACTERS; next++) {
    const entity = entities.entity(next);
    text +=
      form === 'nt'
        ? writeNTriples(entityGraph(dataset, entity, spaces))
        : `${JSON.stringify(recordOfEntity(entity, properties))}\n`;
  }
  return next < entities.size ? { text, next } : { text };
}
