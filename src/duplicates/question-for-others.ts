import type { Dataset } from '../entities/dataset.js';
import { formatPartialDate } from '../entities/partial-date.js';
import type { PropertyValue } from '../entities/property.js';
import type { PropertyCondition, QueryValue, ReconciliationQuery } from '../scoring/query.js';

export interface AskingForOthers {
  /** Ids of excluded entities, apart from the queried one. */
  readonly leftOut: readonly string[];
  /** Parts of the entity in the query: its name, its properties, or both. */
  readonly by: 'name' | 'properties' | 'both';
  readonly anyType: boolean;
}

/**
 * The query for the *other* entity that a name of the dataset denotes, as if its own entity were missing. A condition
 * excludes it from search and decision, because it would be the best candidate. Requests one candidate.
 */
export function questionForOthers(
  dataset: Dataset,
  id: string,
  { leftOut, by, anyType }: AskingForOthers,
): ReconciliationQuery {
  const { entities } = dataset;
  const entity = entities.ordinalOf(id);
  return {
    text: by === 'properties' ? '' : entities.nameOf(entity),
    types: anyType ? [] : entities.typesOf(entity),
    typeMode: 'any',
    properties: by === 'name' ? [] : conditionsOf(dataset, entity),
    limit: 1,
    identifiers: [{ values: [id, ...leftOut], quantifier: 'none', required: true }],
  };
}

/** The properties of an entity as conditions of a query. Cost: its record decoded. */
export function conditionsOf(dataset: Dataset, entity: number): readonly PropertyCondition[] {
  return Object.entries(dataset.entities.entity(entity).properties).map(([property, values]) => ({
    property,
    values: values.map((value) => queryValueOf(dataset, value)),
  }));
}

function queryValueOf({ entities }: Dataset, value: PropertyValue): QueryValue {
  switch (value.kind) {
    case 'text':
    case 'identifier':
      return value.text;
    case 'integer':
    case 'number':
      return value.number;
    case 'boolean':
      return value.boolean;
    case 'date':
      return formatPartialDate(value.date);
    case 'coordinates':
      return `${String(value.latitude)},${String(value.longitude)}`;
    case 'url':
      return value.url;
    case 'reference': {
      // With its name: the referenced entity may have duplicates, too.
      const target = entities.ordinalOf(value.id);
      return target < 0 ? { id: value.id } : { id: value.id, name: entities.nameOf(target) };
    }
  }
}
