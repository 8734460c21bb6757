import { isJsonObject } from '../../foundation/is-json-object.js';

/*
 * Older names of the draft: until January 2025 batches went to `/reconcile`, `query` was apart from the conditions
 * until 2024, and names had underscores. Programs of that time still send them.
 */

const RENAMED: Readonly<Record<string, string>> = {
  match_type: 'matchType',
  pid: 'propertyId',
  v: 'propertyValue',
  match_quantifier: 'matchQuantifier',
  match_qualifier: 'matchQualifier',
};

/** A batch of an older draft in the present form, as far as possible; the rest stays as it is. Nothing throws. */
export function renameOlderDraft(raw: unknown): unknown {
  if (!isJsonObject(raw) || !Array.isArray(raw['queries'])) return raw;
  return { ...raw, queries: raw['queries'].map(renameQuery) };
}

function renameQuery(raw: unknown): unknown {
  if (!isJsonObject(raw)) return raw;
  const { query, properties, conditions, type, type_strict: _, ...rest } = raw;
  const named = query === undefined ? [] : [{ matchType: 'name', propertyValue: query }];
  const onProperties = Array.isArray(properties)
    ? properties.map((one: unknown) => renameCondition(one, 'property'))
    : [];
  const others = Array.isArray(conditions) ? conditions.map((one: unknown) => renameCondition(one, undefined)) : [];
  const types: readonly unknown[] = Array.isArray(type) ? type : [];
  const only: unknown = types.length === 1 ? types[0] : type;
  return { ...rest, ...(only === undefined ? {} : { type: only }), conditions: [...named, ...onProperties, ...others] };
}

function renameCondition(raw: unknown, matchType: 'property' | undefined): unknown {
  if (!isJsonObject(raw)) return raw;
  const renamed: Readonly<Record<string, unknown>> = Object.fromEntries(
    Object.entries(raw).map(([key, value]): [string, unknown] => [
      Object.hasOwn(RENAMED, key) ? (RENAMED[key] ?? key) : key,
      value,
    ]),
  );
  return matchType === undefined ? renamed : { matchType, ...renamed };
}
