import type { ConditionMode, ReconciliationQuery } from '../../scoring/query.js';

/** A query as a query object of the draft, which `readMatchQuery` reads again, all but its types. */
export function renderMatchQuery({ text, properties, names, identifiers, limit }: ReconciliationQuery): string {
  const nameConditions = names ?? (text.trim() === '' ? [] : [{ values: [text] }]);
  return JSON.stringify({
    conditions: [
      ...nameConditions.map(({ values, ...mode }) => ({ matchType: 'name', propertyValue: values, ...wireMode(mode) })),
      ...(identifiers ?? []).map(({ values, ...mode }) => ({
        matchType: 'id',
        propertyValue: values,
        ...wireMode(mode),
      })),
      ...properties.map(({ property, values, ...mode }) => ({
        matchType: 'property',
        propertyId: property,
        propertyValue: values,
        ...wireMode(mode),
      })),
    ],
    limit,
  });
}

function wireMode({ required, quantifier, exact }: ConditionMode): Readonly<Record<string, unknown>> {
  return {
    ...(required === true && { required }),
    ...(quantifier !== undefined && { matchQuantifier: quantifier }),
    ...(exact === true && { matchQualifier: 'ExactMatch' }),
  };
}
