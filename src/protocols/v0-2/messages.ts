import { z } from 'zod';
import { securityScheme } from '../describe-service.js';
import * as older from '../v0-1/messages.js';

/* The messages of version 0.2 as published: 0.1 with additions. All others are as in 0.1. */

const typeWithBroader = z.looseObject({
  id: z.string().min(1),
  name: z.string(),
  description: z.string().optional(),
  broader: z.array(older.typeReference).optional(),
});

export const manifest = older.manifest.extend({
  versions: z.array(z.string()).refine((versions) => versions.includes('0.2'), 'must name version 0.2'),
  documentation: z.string().optional(),
  logo: z.string().optional(),
  serviceVersion: z.string().optional(),
  batchSize: z.int().min(1).optional(),
  authentication: securityScheme.optional(),
  feature_view: older.urlTemplate.optional(),
});

/** A name may be left out when there are properties. */
export const query = older.query
  .extend({ query: z.string().optional() })
  .refine(
    (message) => message.query !== undefined || (message.properties !== undefined && message.properties.length > 0),
    'must have a name or at least one property',
  );
export const queryBatch = z.record(z.string(), query);

export const candidate = older.candidate.extend({
  description: z.string().optional(),
  features: z.array(z.looseObject({ id: z.string(), value: z.union([z.number(), z.boolean()]) })).optional(),
});

export const queryAnswer = z.union([z.looseObject({ result: z.array(candidate) }), older.queryFault]);
export const resultBatch = z.record(z.string(), queryAnswer);

export const suggestEntities = older.suggestEntities;
export const suggestProperties = older.suggestProperties;
export const suggestTypes = older.suggestTypes.extend({ result: z.array(typeWithBroader) });

export const flyout = older.flyout;
export const propertyProposal = older.propertyProposal;
export const extensionQuery = older.extensionQuery;
export const extensionAnswer = older.extensionAnswer;
