import { z } from 'zod';
import { SameasError } from '../foundation/sameas-error.js';
import { DEFAULT_LIMIT, MAX_LIMIT, type QueryValue, type ReconciliationQuery } from '../scoring/query.js';

/** A query: a name alone, or with further data. */
export type QueryInput = string | DetailedQuery;

export interface DetailedQuery {
  /** Optional with sufficient properties. */
  readonly name?: string | undefined;
  /** Ids or names of types; entities of other types are excluded. */
  readonly types?: readonly string[] | undefined;
  /** Property id or name → value, or alternatives. */
  readonly properties?: Readonly<Record<string, QueryValue | readonly QueryValue[]>> | undefined;
  /** Maximum candidates, 1–100; 10 by default. */
  readonly limit?: number | undefined;
}

const value = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z
    .strictObject({ id: z.string(), name: z.string().optional() })
    .transform(({ id, name }) => ({ id, ...(name !== undefined && { name }) })),
]);

const querySchema = z.union([
  z.string().transform((name) => ({ name })),
  z.strictObject({
    name: z.string().optional(),
    types: z.array(z.string()).optional(),
    properties: z.record(z.string(), z.union([value, z.array(value)])).optional(),
    limit: z.number().int().min(1).max(MAX_LIMIT).optional(),
  }),
]);

/** The query for the matcher. Throws `query-invalid`. */
export function readQueryInput(input: QueryInput): ReconciliationQuery {
  const read = querySchema.safeParse(input);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new SameasError(
      'query-invalid',
      `The query cannot be used: ${[issue?.path.join('.') ?? '', issue?.message ?? ''].filter((part) => part !== '').join(': ')}.`,
      {
        advice: `A query is a name, or an object of name, types, properties and limit (1–${String(MAX_LIMIT)}).`,
      },
    );
  }
  const { name = '', types = [], properties = {}, limit = DEFAULT_LIMIT }: DetailedQuery = read.data;
  return {
    text: name,
    types,
    typeMode: 'any',
    properties: Object.entries(properties).map(([property, given]) => ({
      property,
      values: isList(given) ? given : [given],
    })),
    limit,
  };
}

function isList(given: QueryValue | readonly QueryValue[]): given is readonly QueryValue[] {
  return Array.isArray(given);
}
