import { z } from 'zod';
import { SameasError } from '../../foundation/sameas-error.js';

/* The engine object: the rows of an operation, an export or a page. `{"facets":[…],"mode":"row-based"}`. */

/** Clients that write every member of an object send null for missing labels. */
const label = z
  .string()
  .nullish()
  .transform((text) => text ?? undefined);
const wrappedChoice = z.object({ v: z.looseObject({ v: z.unknown(), l: label }) });

const listFacet = z.object({
  type: z.literal('list'),
  name: z.string().default(''),
  columnName: z.string().default(''),
  expression: z.string().default('value'),
  selection: z.array(wrappedChoice).default([]),
  selectBlank: z.boolean().default(false),
  selectError: z.boolean().default(false),
  omitBlank: z.boolean().default(false),
  omitError: z.boolean().default(false),
  invert: z.boolean().default(false),
});

const textFacet = z.object({
  type: z.literal('text'),
  name: z.string().default(''),
  columnName: z.string().default(''),
  query: z.string().nullish(),
  mode: z.enum(['text', 'regex']).default('text'),
  caseSensitive: z.boolean().default(false),
  invert: z.boolean().default(false),
});

const bound = z.number().nullish();

const rangeFacet = z.object({
  type: z.literal('range'),
  name: z.string().default(''),
  columnName: z.string().default(''),
  expression: z.string().default('value'),
  from: bound,
  to: bound,
  selectNumeric: z.boolean().default(true),
  selectNonNumeric: z.boolean().default(true),
  selectBlank: z.boolean().default(true),
  selectError: z.boolean().default(true),
});

const timeRangeFacet = z.object({
  type: z.literal('timerange'),
  name: z.string().default(''),
  columnName: z.string().default(''),
  expression: z.string().default('value'),
  from: bound,
  to: bound,
  selectTime: z.boolean().default(true),
  selectNonTime: z.boolean().default(true),
  selectBlank: z.boolean().default(true),
  selectError: z.boolean().default(true),
});

const scatterplotFacet = z.object({
  type: z.literal('scatterplot'),
  name: z.string().default(''),
  cx: z.string(),
  ex: z.string().default('value'),
  cy: z.string(),
  ey: z.string().default('value'),
  l: z.number().positive().default(100),
  dot: z.number().default(0.5),
  dim_x: z.enum(['lin', 'log']).default('lin'),
  dim_y: z.enum(['lin', 'log']).default('lin'),
  r: z.enum(['none', 'cw', 'ccw']).default('none'),
  color: z.string().optional(),
  from_x: bound,
  to_x: bound,
  from_y: bound,
  to_y: bound,
});

/** Unknown members are dropped; an unknown type of facet is an error. */
const facetConfigSchema = z.discriminatedUnion('type', [
  listFacet,
  textFacet,
  rangeFacet,
  timeRangeFacet,
  scatterplotFacet,
]);

/** More than a person needs; each goes through every row. */
const MAX_FACETS = 200;

export const engineConfigSchema = z.object({
  facets: z
    .array(z.unknown())
    .max(MAX_FACETS, `An engine may have at most ${MAX_FACETS} facets`)
    .pipe(z.array(facetConfigSchema))
    .nullish()
    .transform((facets) => facets ?? []),
  mode: z.enum(['row-based', 'record-based']).default('row-based'),
});

export type ListFacetConfig = z.infer<typeof listFacet>;
export type TextFacetConfig = z.infer<typeof textFacet>;
export type RangeFacetConfig = z.infer<typeof rangeFacet>;
export type TimeRangeFacetConfig = z.infer<typeof timeRangeFacet>;
export type ScatterplotFacetConfig = z.infer<typeof scatterplotFacet>;
export type FacetConfig = z.infer<typeof facetConfigSchema>;
export type EngineConfig = z.infer<typeof engineConfigSchema>;

/** All rows, one by one. */
const EVERY_ROW: EngineConfig = { facets: [], mode: 'row-based' };

/**
 * The engine of a request parameter as parsed JSON: absent or invalid means every row, as clients expect. Throws
 * `parameter-invalid` for too many facets.
 */
export function engineOfParameter(json: unknown): EngineConfig {
  const parsed = engineConfigSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const excess = parsed.error.issues.find(({ code, path }) => code === 'too_big' && path.length === 1);
  if (excess !== undefined)
    throw new SameasError('parameter-invalid', `${excess.message}.`, {
      facts: { parameter: 'engine', limit: MAX_FACETS },
    });
  return EVERY_ROW;
}
