import type { Dataset } from '../../entities/dataset.js';
import type { Property } from '../../entities/property.js';
import { builtInPropertiesOf } from './built-in-properties.js';

export interface ProposedProperty {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
}

/**
 * Properties worth a column for entities of this type, most used first, then those that every entity has. Without a type,
 * or with one that is not known, those of the whole dataset. `limit` 0: all.
 */
export function proposeProperties(dataset: Dataset, type: string, limit: number): readonly ProposedProperty[] {
  const own = propertiesUsedBy(dataset, type).map(toProposal);
  const always = builtInPropertiesOf(dataset).map(({ id, name, description }) => ({ id, name, description }));
  const all = [...own, ...always];
  return limit === 0 ? all : all.slice(0, limit);
}

/** Properties whose values entities of this type (or of one below or above it) have; all of them when that says nothing. */
export function propertiesUsedBy(dataset: Dataset, type: string): readonly Property[] {
  const wanted = type === '' ? undefined : dataset.types.resolve(type);
  if (wanted === undefined) return dataset.properties;
  const used = dataset.properties.filter(
    (property) =>
      property.usedBy.length === 0 || property.usedBy.some((id) => dataset.types.isA(id, wanted.id) || dataset.types.isA(wanted.id, id)),
  );
  return used.length === 0 ? dataset.properties : used;
}

function toProposal({ id, name, description }: Property): ProposedProperty {
  return description === undefined ? { id, name } : { id, name, description };
}
