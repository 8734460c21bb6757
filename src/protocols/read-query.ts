import { z } from 'zod';
import { isJsonObject } from '../foundation/is-json-object.js';
import { SameasError } from '../foundation/sameas-error.js';
import {
  DEFAULT_LIMIT,
  MAX_LIMIT,
  type PropertyCondition,
  type QueryValue,
  type ReconciliationQuery,
} from '../scoring/query.js';

/*
 * One query object of the keyed forms (seed, 0.1, 0.2), read leniently: queries of real clients of all ages are
 * accepted, meaningless ones refused with the place of the fault. Unknown keys are ignored.
 */

/** Only the beginning of a longer name is searched: no label of any dataset is as long. */
const MAX_NAME_CHARACTERS = 2_000;
/** More conditions in one query are a mistake. */
export const MAX_CONDITIONS = 200;
/** The same for the values of one condition. */
export const MAX_VALUES = 200;

const text = z.union([z.string(), z.number().transform(String), z.boolean().transform(String)], {
  error: 'must be text',
});

const identifier = z.union([z.string(), z.number().transform(String)], { error: 'must be text' });

const referenceValue = z.object({ id: identifier, name: z.string().nullish() });

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null(), referenceValue], {
  error: 'must be text, a number, true, false, or an object with an id',
});

const value = z
  .union([scalar, z.array(scalar)], {
    error: 'must be text, a number, true, false, an object with an id, or an array of these',
  })
  .refine((one) => !Array.isArray(one) || one.length <= MAX_VALUES, `must not hold more than ${MAX_VALUES} values`);

const propertyName = identifier.nullish();

const property = z
  .object({ pid: propertyName, p: propertyName, v: value }, { error: 'must be an object with "pid" (or "p") and "v"' })
  .refine((one) => isFilled(one.pid) || isFilled(one.p), 'must have "pid" or "p"');

const typeName = z.union([identifier, z.object({ id: identifier }).transform((type) => type.id)], {
  error: 'must be the id of a type',
});

const MODE_FAULT = 'must be "any", "all" or "should"';

const querySchema = z.object(
  {
    query: text.nullish(),
    limit: z.unknown().optional(),
    type: z
      .union([typeName.transform((id) => [id]), z.array(typeName)], {
        error: 'must be the id of a type, or an array of ids',
      })
      .nullish(),
    type_strict: z
      .string({ error: MODE_FAULT })
      .transform((word) => word.trim().toLowerCase())
      .pipe(z.enum(['any', 'all', 'should', ''], { error: MODE_FAULT }))
      .nullish(),
    properties: z
      .array(property, { error: 'must be an array of properties' })
      .max(MAX_CONDITIONS, `must not hold more than ${MAX_CONDITIONS} properties`)
      .nullish(),
  },
  { error: 'must be an object' },
);

/**
 * The query of the domain. Throws `query-invalid`, whose facts name the path of the first fault. `limit` never is at
 * fault: all but positive numbers count as absent.
 */
export function readQuery(raw: unknown): ReconciliationQuery {
  const parsed = querySchema.safeParse(raw);
  if (!parsed.success) throw queryFault(parsed.error);
  const { query, limit, type, type_strict, properties } = parsed.data;
  refuseMisnamedConditions(raw);
  if (query === undefined && (properties ?? []).length === 0)
    throw queryInvalid('The query has neither "query" nor "properties".', '');
  return {
    text: (query ?? '').slice(0, MAX_NAME_CHARACTERS),
    types: [...new Set(type ?? [])].filter(isFilled),
    typeMode: type_strict === undefined || type_strict === null || type_strict === '' ? 'any' : type_strict,
    properties: (properties ?? []).map(readCondition).filter((condition) => condition.values.length > 0),
    limit: readLimit(limit),
  };
}

/**
 * Unknown keys are ignored, but not conditions: left out, they would change the answer silently. Throws `query-invalid`
 * for a list of conditions under another name than "properties".
 */
function refuseMisnamedConditions(raw: unknown): void {
  if (!isJsonObject(raw)) return;
  const misnamed = Object.keys(raw).find(
    (key) => !Object.hasOwn(querySchema.shape, key) && isListOfConditions(raw[key]),
  );
  if (misnamed !== undefined)
    throw queryInvalid(
      `"${misnamed.slice(0, 100)}" of the query is not known; conditions on properties are called "properties".`,
      misnamed,
    );
}

function isListOfConditions(value: unknown): boolean {
  return Array.isArray(value) && value.some((one) => isJsonObject(one) && ('pid' in one || 'p' in one) && 'v' in one);
}

/** Whether the query is empty: the answer is an empty result, not a fault. */
export function asksNothing({ text, properties, identifiers = [] }: ReconciliationQuery): boolean {
  return text.trim() === '' && properties.length === 0 && identifiers.length === 0;
}

/**
 * A limit as clients write it, `5` or `"5"`; everything else, also 0 and below, is the default. At most `MAX_LIMIT`.
 */
export function readLimit(raw: unknown): number {
  const number = typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : raw;
  if (typeof number !== 'number' || !Number.isFinite(number) || number < 1) return DEFAULT_LIMIT;
  return Math.min(MAX_LIMIT, Math.floor(number));
}

function readCondition(raw: z.infer<typeof property>): PropertyCondition {
  const values = Array.isArray(raw.v) ? raw.v : [raw.v];
  return {
    property: isFilled(raw.pid) ? raw.pid : (raw.p ?? ''),
    values: values.map(readValue).filter((one) => one !== undefined),
  };
}

/** `undefined` for null, blank text, an object with a blank id. */
export function readValue(raw: z.infer<typeof scalar>): QueryValue | undefined {
  if (raw === null) return undefined;
  if (typeof raw === 'string') return isFilled(raw) ? raw.slice(0, MAX_NAME_CHARACTERS) : undefined;
  if (typeof raw !== 'object') return raw;
  if (!isFilled(raw.id)) return undefined;
  return isFilled(raw.name) ? { id: raw.id, name: raw.name } : { id: raw.id };
}

function isFilled(word: string | null | undefined): word is string {
  return typeof word === 'string' && word.trim() !== '';
}

function queryFault(error: z.ZodError): SameasError {
  const issue = error.issues[0];
  const path = (issue?.path ?? []).map(String).join('.');
  const where = path === '' ? 'The query' : `"${path}" of the query`;
  return queryInvalid(`${where} ${issue?.message ?? 'cannot be read'}.`, path);
}

function queryInvalid(message: string, path: string): SameasError {
  return new SameasError('query-invalid', message, {
    facts: { path },
    advice: 'Send an object with "query", and if wanted "limit", "type", "type_strict" and "properties".',
  });
}
