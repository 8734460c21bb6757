import type { Dataset } from '../../entities/dataset.js';
import { resolveAnyProperty } from '../extend/built-in-properties.js';
import { FEATURE_TABLE } from './feature-table.js';

/** In front of the id of a property, in the id of the feature that says how its values agree. */
export const PROPERTY_FEATURE = 'property:';

/** What people call the feature with this id: the name of the property, or that in the table of features; `undefined` where neither is known. */
export function featureName(id: string, dataset: Dataset): string | undefined {
  if (id.startsWith(PROPERTY_FEATURE)) return resolveAnyProperty(dataset, id.slice(PROPERTY_FEATURE.length))?.property.name;
  return FEATURE_TABLE.find((feature) => feature.id === id)?.name;
}
