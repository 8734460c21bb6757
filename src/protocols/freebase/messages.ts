import { z } from 'zod';
import * as later from '../v0-1/messages.js';

/*
 * Messages of the seed's form, the protocol before its first specification: addresses of the manifest may rely on
 * default paths, properties may be named by `p`, types of candidates are plain ids.
 */

const suggestAddress = z.looseObject({
  service_url: z.string().regex(/[^/]$/, 'must not end with a slash'),
  service_path: z.string().optional(),
  flyout_service_url: z.string().optional(),
  flyout_service_path: z.string().optional(),
});

export const manifest = later.manifest.extend({
  view: later.urlTemplate,
  suggest: z
    .looseObject({
      entity: suggestAddress.optional(),
      property: suggestAddress.optional(),
      type: suggestAddress.optional(),
    })
    .optional(),
});

const value = z.union([z.string(), z.number(), z.looseObject({ id: z.string() })]);

export const query = z.looseObject({
  query: z.string(),
  limit: z.int().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  type_strict: z.enum(['any', 'all', 'should']).optional(),
  properties: z
    .array(
      z
        .looseObject({ p: z.string().optional(), pid: z.string().optional(), v: z.union([value, z.array(value)]) })
        .refine((property) => property.p !== undefined || property.pid !== undefined, 'must have p or pid'),
    )
    .optional(),
});
export const queryBatch = z.record(z.string(), query);

export const candidate = z.looseObject({
  id: z.string(),
  name: z.string(),
  type: z.array(z.string()),
  score: z.number(),
  match: z.boolean(),
});
export const queryAnswer = z.union([z.looseObject({ result: z.array(candidate) }), later.queryFault]);
export const resultBatch = z.record(z.string(), queryAnswer);

export const suggestEntities = later.suggestEntities;
export const suggestTypes = later.suggestTypes;
export const suggestProperties = later.suggestProperties;
export const flyout = z.looseObject({ id: z.string().optional(), html: z.string() });
export const propertyProposal = later.propertyProposal;
export const extensionQuery = later.extensionQuery;
export const extensionAnswer = later.extensionAnswer;
