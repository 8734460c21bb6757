import { type CoordinateHalf, halfOfCoordinates } from '../entities/coordinate-headings.js';
import type { Dataset } from '../entities/dataset.js';
import type { PropertyCondition, QueryValue, ReconciliationQuery } from './query.js';

/**
 * The query with its conditions on latitude and longitude made one on the coordinates, where the dataset has them in one property. A half without the other says nothing, and stays as
 * it is. Conditions of other queries, which are most, are given back as they are.
 */
export function joinCoordinates(dataset: Dataset, query: ReconciliationQuery): ReconciliationQuery {
  const halves = query.properties.map(({ property }) => halfOfCoordinates(dataset, property));
  const at = (half: CoordinateHalf): number => halves.findIndex((found) => found?.half === half);
  const [latitude, longitude] = [query.properties[at('latitude')], query.properties[at('longitude')]];
  const property = halves[at('latitude')]?.property;
  if (latitude === undefined || longitude === undefined || property === undefined) return query;
  const values = latitude.values.flatMap((value, i) => pointOf(value, longitude.values[i]));
  const joined: PropertyCondition = {
    ...latitude,
    property,
    values,
    ...(longitude.required === true && { required: true }),
  };
  return {
    ...query,
    properties: query.properties.flatMap((condition) =>
      condition === latitude ? joined : condition === longitude ? [] : condition,
    ),
  };
}

/** The first latitude goes with the first longitude, and so on. */
function pointOf(latitude: QueryValue, longitude: QueryValue | undefined): readonly string[] {
  return typeof latitude === 'object' || longitude === undefined || typeof longitude === 'object'
    ? []
    : [`${String(latitude)}, ${String(longitude)}`];
}
