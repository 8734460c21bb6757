import type { ReconciliationQuery } from '../../reconciliation/reconciliation-query.js';

/** The page that explains the score of an entity for a query; what a plain name cannot say is put as a query object. */
export function explainAddress(query: ReconciliationQuery, id: string, baseUrl: string): string {
  const { text, types, typeMode, properties } = query;
  const whole = { query: text, type: types, type_strict: typeMode, properties: properties.map(({ property, values }) => ({ pid: property, v: values })) };
  const isPlain = typeMode === 'any' && properties.length === 0;
  const parameters = new URLSearchParams({ query: isPlain ? text : JSON.stringify(whole) });
  if (isPlain) for (const type of types) parameters.append('type', type);
  parameters.append('id', id);
  return `${baseUrl}/explain?${parameters.toString()}`;
}
