import { resolveProperty, type Dataset } from '../entities/dataset.js';
import type { QueryValue, ReconciliationQuery } from '../reconciliation/reconciliation-query.js';
import type { AskedRow, ComparedProperty } from './compare-candidates.js';

/** Candidates by name alone are looked at so far down, and with properties at least so far. */
const CANDIDATES_BY_NAME = 25;
const CANDIDATES_WITH_PROPERTIES = 10;

/** A row with its values by property, in the order of the properties. */
export function askedRowOf(
  dataset: Dataset,
  { text, properties }: ReconciliationQuery,
  compared: readonly ComparedProperty[],
): AskedRow {
  const byId = new Map<string, string[]>();
  for (const { property, values } of properties) {
    const id = resolveProperty(dataset, property)?.id;
    if (id !== undefined) byId.set(id, [...(byId.get(id) ?? []), ...values.map(plainText)]);
  }
  return { text, values: compared.map(({ id }) => (byId.get(id) ?? []).filter((value) => value.trim() !== '')) };
}

/** The two queries that tell what a row may mean: its name alone, and with its properties but those that were learned to mislead. */
export function queriesOfRow(
  dataset: Dataset,
  query: ReconciliationQuery,
  leftOut: ReadonlySet<string>,
): readonly [ReconciliationQuery, ReconciliationQuery] {
  return [
    { ...query, properties: [], limit: CANDIDATES_BY_NAME },
    { ...withoutProperties(dataset, query, leftOut), limit: Math.max(CANDIDATES_WITH_PROPERTIES, query.limit) },
  ];
}

function withoutProperties(
  dataset: Dataset,
  query: ReconciliationQuery,
  leftOut: ReadonlySet<string>,
): ReconciliationQuery {
  return leftOut.size === 0
    ? query
    : {
        ...query,
        properties: query.properties.filter(
          ({ property }) => !leftOut.has(resolveProperty(dataset, property)?.id ?? property),
        ),
      };
}

function plainText(value: QueryValue): string {
  return String(typeof value === 'object' ? (value.name ?? value.id) : value);
}
