import { renderMatchQuery } from '../../protocols/v1-0-draft/render-suggestions.js';
import { hasConditions, type ReconciliationQuery } from '../../scoring/query.js';

/** Address of the explanation of an entity's score. */
export function explainAddress(query: ReconciliationQuery, id: string, baseUrl: string): string {
  const parameters = new URLSearchParams({
    query: isPlain(query) || hasConditions(query) ? queryField(query) : queryObject(query),
  });
  if (isPlain(query) || hasConditions(query)) for (const type of query.types) parameters.append('type', type);
  parameters.append('id', id);
  return `${baseUrl}/explain?${parameters.toString()}`;
}

/** Text of the query field: its name, or all of the query where it has conditions, which no other field can hold. */
export function queryField(query: ReconciliationQuery): string {
  return hasConditions(query) ? renderMatchQuery(query) : query.text;
}

function isPlain(query: ReconciliationQuery): boolean {
  return !hasConditions(query) && query.typeMode === 'any' && query.properties.length === 0;
}

function queryObject({ text, types, typeMode, properties }: ReconciliationQuery): string {
  return JSON.stringify({
    query: text,
    type: types,
    type_strict: typeMode,
    properties: properties.map(({ property, values }) => ({ pid: property, v: values })),
  });
}
