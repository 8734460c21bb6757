import type { Dataset } from '../entities/dataset.js';
import { formatPartialDate } from '../entities/partial-date.js';
import type { PropertyValue } from '../entities/property.js';
import type { PropertyCondition, QueryValue, ReconciliationQuery } from '../scoring/query.js';

/** How an entity is asked for among the others. */
export interface AskingForOthers {
  /** Ids of entities that are no candidates, beside the one that is asked for. */
  readonly leftOut: readonly string[];
  /** What of the entity is sent: its name, what the list says of it, or both. */
  readonly by: 'name' | 'properties' | 'both';
  /** Whether entities of other types come, too. */
  readonly anyType: boolean;
}

/**
 * The question which of the *other* entities a name of the list means, as if the entity that has it were missing. It is left out by a condition, so that
 * neither the search nor the decision meets it: no rival is nearer to a name than the entity that has it. One candidate is asked for.
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

/** What the list says of an entity, as conditions of a query. Cost: its record decoded. */
export function conditionsOf(dataset: Dataset, entity: number): readonly PropertyCondition[] {
  return Object.entries(dataset.entities.entity(entity).properties).map(([property, values]) => ({
    property,
    values: values.map((value) => asAskedFor(dataset, value)),
  }));
}

function asAskedFor({ entities }: Dataset, value: PropertyValue): QueryValue {
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
      // With its name: what is referred to may be in the list twice, too.
      const target = entities.ordinalOf(value.id);
      return target < 0 ? { id: value.id } : { id: value.id, name: entities.nameOf(target) };
    }
  }
}
