import type { ReconciliationQuery } from './reconciliation-query.js';

/** Whether the query has several names, or identifiers: conditions on properties alone are a filter and evidence of any query. */
export function hasNameConditions({ names, identifiers }: ReconciliationQuery): boolean {
  return names !== undefined || identifiers !== undefined;
}

/** Whether the query says more than a name and properties that need not be met. */
export function hasConditions(query: ReconciliationQuery): boolean {
  return hasNameConditions(query) || query.properties.some(({ required, quantifier }) => required === true || quantifier === 'none');
}
