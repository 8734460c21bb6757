import { z } from 'zod';
import { securityScheme } from '../describe-service.js';
import * as older from '../v0-1/messages.js';

/*
 * The messages of the draft that calls itself "1.0-draft", with requirements of its text beyond its schemas. Unlike the
 * forms before it, these very schemas read clients' messages: a draft has no old clients to be lenient with.
 *
 * Two shapes are wider than the published ones, on purpose: a cell may be a boolean, and there is a flyout, which the
 * draft has dropped. docs/protocols.md gives the reasons.
 */

/** Language (one BCP 47 tag) and direction of the texts of an object and of all that is in it. */
const textual = {
  lang: z.string({ error: 'must be text' }).optional(),
  dir: z.enum(['ltr', 'rtl', 'auto'], { error: 'must be "ltr", "rtl" or "auto"' }).optional(),
};

const typeReference = z.union([
  z.string(),
  z.looseObject({ id: z.string().min(1), name: z.string().optional(), ...textual }),
]);
const typeObject = z.looseObject({
  id: z.string().min(1),
  name: z.string(),
  description: z.string().optional(),
  broader: z.array(typeReference).optional(),
  ...textual,
});

/** A template by RFC 6570 with the one variable `id`. */
const uriTemplate = z.looseObject({ url: z.string().regex(/\{[+#./;?&]?id\}/) });

const choice = z.looseObject({ value: z.string(), name: z.string(), ...textual });

/** An option of a property when columns are added. */
export const propertySetting = z.looseObject({
  id: z.string(),
  name: z.string(),
  type: z.enum(['number', 'text', 'checkbox', 'select']),
  default: z.union([z.number(), z.string(), z.boolean()]),
  helpText: z.string(),
  choices: z.array(choice).optional(),
  ...textual,
});

export const manifest = z.looseObject({
  versions: z.array(z.string()).refine((versions) => versions.includes('1.0-draft'), 'must name version 1.0-draft'),
  name: z.string(),
  view: uriTemplate,
  featureView: uriTemplate.optional(),
  /** Beyond the draft: descriptions of the features of candidates. */
  features: z.array(z.looseObject({ id: z.string(), name: z.string(), description: z.string() })).optional(),
  defaultTypes: z.array(typeObject).optional(),
  documentation: z.string().optional(),
  logo: z.string().optional(),
  serviceVersion: z.string().optional(),
  batchSize: z.int().min(1).optional(),
  authentication: securityScheme.optional(),
  standardizedScore: z.boolean().optional(),
  preview: z.looseObject({ width: z.int(), height: z.int() }).optional(),
  suggest: z.looseObject({ entity: z.boolean(), property: z.boolean(), type: z.boolean() }).optional(),
  extend: z
    .looseObject({ proposeProperties: z.boolean().optional(), propertySettings: z.array(propertySetting).optional() })
    .optional(),
  ...textual,
});

const scalar = z.union(
  [z.string(), z.number(), z.boolean(), z.looseObject({ id: z.string(), name: z.string().optional(), ...textual })],
  {
    error: 'must be text, a number, true, false, or an object with an id',
  },
);

const TYPES_OF_MATCH = ['name', 'id', 'property'] as const;

/** A condition on candidates. Unknown keys pass: the draft has not closed this object. */
export const condition = z
  .looseObject(
    {
      matchType: z.enum(TYPES_OF_MATCH, { error: 'must be "name", "id" or "property"' }),
      propertyId: z.string({ error: 'must be the id of a property' }).optional(),
      propertyValue: z.union([scalar, z.array(scalar)], {
        error: 'must be text, a number, true, false, an object with an id, or an array of these',
      }),
      required: z.boolean({ error: 'must be true or false' }).optional(),
      matchQuantifier: z.enum(['any', 'all', 'none'], { error: 'must be "any", "all" or "none"' }).optional(),
      matchQualifier: z.string({ error: 'must be text' }).optional(),
      ...textual,
    },
    { error: 'must be an object with "matchType" and "propertyValue"' },
  )
  .refine((one) => one.matchType !== 'property' || one.propertyId !== undefined, {
    error: 'is required where "matchType" is "property"',
    path: ['propertyId'],
  });

/** 0 is like no limit: the service decides. */
const limit = z.int({ error: 'must be a whole number' }).min(0, 'must not be negative');

export const query = z.strictObject(
  {
    conditions: z.array(condition, { error: 'must be an array of conditions' }).min(1, 'needs at least one condition'),
    type: z.string({ error: 'must be the id of one type' }).optional(),
    limit: limit.optional(),
    ...textual,
  },
  {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `must not have ${issue.keys.map((key) => `"${key}"`).join(', ')}`
        : 'must be an object with "conditions"',
  },
);

/** Queries by their place. */
export const queryBatch = z.looseObject(
  { queries: z.array(query, { error: 'must be an array of queries' }) },
  { error: 'must be an object with "queries"' },
);

export const candidate = z.looseObject({
  id: z.string(),
  name: z.string(),
  description: z.string().optional(),
  image: z.string().optional(),
  type: z.array(typeReference),
  score: z.number().min(0).max(100).optional(),
  match: z.boolean(),
  features: z
    .array(z.looseObject({ id: z.string(), name: z.string(), value: z.union([z.number(), z.boolean()]) }))
    .optional(),
  ...textual,
});

/** The answer to one query. There is no place in it for a fault. */
export const queryAnswer = z.looseObject({ candidates: z.array(candidate) });
/** As many as queries, in their order. */
export const resultBatch = z.looseObject({ results: z.array(queryAnswer) });

const suggestion = { id: z.string(), name: z.string(), description: z.string().optional(), ...textual };

export const suggestEntities = z.looseObject({
  result: z.array(
    z.looseObject({ ...suggestion, notable: z.array(typeReference).optional(), image: z.string().optional() }),
  ),
});
export const suggestTypes = z.looseObject({ result: z.array(typeObject) });
export const suggestProperties = z.looseObject({
  result: z.array(
    z.looseObject({
      ...suggestion,
      matchQualifiers: z.array(z.looseObject({ id: z.string(), name: z.string() })).optional(),
    }),
  ),
});

/** Of the forms before: the draft has no flyouts, and a client that requests one knows these. */
export const flyout = older.flyout;

export const propertyProposal = z.looseObject({
  type: z.string().optional(),
  limit: z.int().optional(),
  properties: z.array(
    z.looseObject({ id: z.string(), name: z.string(), description: z.string().optional(), ...textual }),
  ),
});

export const extensionQuery = z.looseObject(
  {
    ids: z.array(z.string({ error: 'must be text' }), { error: 'must be an array of ids' }),
    properties: z.array(
      z.looseObject(
        {
          id: z.string({ error: 'must be text' }),
          settings: z.looseObject({}, { error: 'must be an object' }).optional(),
        },
        { error: 'must be an object with an "id"' },
      ),
      { error: 'must be an array of properties' },
    ),
  },
  { error: 'must be an object with "ids" and "properties"' },
);

/** A full date and time with its offset. */
const dateTime = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})?$/);

export const cell = z.union([
  z.strictObject({ str: z.string(), ...textual }),
  z.strictObject({ int: z.int() }),
  z.strictObject({ float: z.number() }),
  z.strictObject({ date: dateTime }),
  z.strictObject({ bool: z.boolean() }),
  z.strictObject({ id: z.string(), name: z.string(), description: z.string().optional(), ...textual }),
  z.strictObject({}),
]);

export const extensionAnswer = z.looseObject({
  meta: z.array(
    z.looseObject({
      id: z.string(),
      name: z.string(),
      type: z.looseObject({ id: z.string(), name: z.string().optional() }).optional(),
      service: z
        .string()
        .regex(/^https?:\/\//)
        .optional(),
      ...textual,
    }),
  ),
  rows: z.array(
    z.looseObject({
      id: z.string(),
      properties: z.array(z.looseObject({ id: z.string(), values: z.array(cell), ...textual })),
      ...textual,
    }),
  ),
});
