import type { DatasetSnapshot } from '../../reconciliation/dataset-snapshot.js';

/** The best-known entity of the most common type: a name that a visitor has heard of. */
export function exampleEntity({ dataset, prefixIndex }: DatasetSnapshot): {
  readonly id: string;
  readonly name: string;
} {
  const [common] = dataset.types.types;
  const accepts = (ordinal: number): boolean =>
    common === undefined || dataset.entities.typesOf(ordinal).includes(common.id);
  const [best] = prefixIndex.complete({ prefix: '', limit: 1, offset: 0, accepts });
  const ordinal = best?.entity ?? 0;
  return dataset.entities.size === 0
    ? { id: '', name: 'name' }
    : { id: dataset.entities.idOf(ordinal), name: dataset.entities.nameOf(ordinal) };
}
