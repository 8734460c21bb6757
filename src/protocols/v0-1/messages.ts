import { z } from 'zod';

/*
 * The messages of version 0.1 as published, for those of the service and for tests. Reading clients' messages is more
 * lenient and has its own code (read-query.ts, read-extension.ts): real clients of all ages break these rules.
 *
 * Two shapes are wider than the published ones, on purpose: a failed query has `error` instead of `result`, and a cell
 * may be a boolean. docs/protocols.md gives the reasons.
 */

/** A type with its name, or in places only its id. */
const typeObject = z.looseObject({ id: z.string().min(1), name: z.string() });
export const typeReference = z.union([z.string(), z.looseObject({ id: z.string(), name: z.string().optional() })]);

/** A URL template in which `{{id}}` stands for an identifier. */
export const urlTemplate = z.looseObject({ url: z.string().regex(/\{\{id\}\}/) });

export const suggestAddress = z.looseObject({
  service_url: z.string(),
  service_path: z.string(),
  flyout_service_url: z.string().optional(),
  flyout_service_path: z
    .string()
    .regex(/\$\{id\}/)
    .optional(),
});

const choice = z.object({ value: z.string(), name: z.string() });

/** An option of a property when columns are added. */
export const propertySetting = z.looseObject({
  name: z.string(),
  label: z.string(),
  type: z.enum(['number', 'text', 'checkbox', 'select']),
  default: z.union([z.number(), z.string(), z.boolean()]).optional(),
  help_text: z.string().optional(),
  choices: z.array(choice).optional(),
});

export const manifest = z.looseObject({
  name: z.string(),
  identifierSpace: z.string(),
  schemaSpace: z.string(),
  view: urlTemplate.optional(),
  defaultTypes: z.array(typeObject).optional(),
  preview: z.looseObject({ url: z.string().regex(/\{\{id\}\}/), width: z.int(), height: z.int() }).optional(),
  suggest: z
    .looseObject({
      entity: suggestAddress.optional(),
      property: suggestAddress.optional(),
      type: suggestAddress.optional(),
    })
    .optional(),
  extend: z
    .looseObject({
      propose_properties: z.looseObject({ service_url: z.string(), service_path: z.string() }).optional(),
      property_settings: z.array(propertySetting).optional(),
    })
    .optional(),
});

const queryValue = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.looseObject({ id: z.string(), name: z.string().optional() }),
]);

const queryFields = {
  query: z.string(),
  limit: z.number().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  type_strict: z.enum(['any', 'all', 'should']).optional(),
  properties: z.array(z.looseObject({ pid: z.string(), v: z.union([queryValue, z.array(queryValue)]) })).optional(),
};

export const query = z.strictObject(queryFields);
export const queryBatch = z.record(z.string(), query);

export const candidate = z.looseObject({
  id: z.string(),
  name: z.string(),
  type: z.array(typeReference),
  score: z.number(),
  match: z.boolean(),
});

/** Replaces candidates when one query of a batch is at fault or failed. */
export const queryFault = z.looseObject({ error: z.looseObject({ code: z.string(), message: z.string() }) });

export const queryAnswer = z.union([z.looseObject({ result: z.array(candidate) }), queryFault]);
export const resultBatch = z.record(z.string(), queryAnswer);

/** Envelope of suggest results; `start` and `cursor` exist only when there is more. */
const suggestEnvelope = {
  code: z.string().optional(),
  status: z.string().optional(),
  prefix: z.string().optional(),
  start: z.int().optional(),
  cursor: z.int().optional(),
};
const suggestion = { id: z.string(), name: z.string(), description: z.string().optional() };

export const suggestEntities = z.looseObject({
  ...suggestEnvelope,
  result: z.array(z.looseObject({ ...suggestion, notable: z.array(typeReference).optional() })),
});
export const suggestTypes = z.looseObject({ ...suggestEnvelope, result: z.array(z.looseObject(suggestion)) });
export const suggestProperties = suggestTypes;

export const flyout = z.looseObject({ id: z.string(), html: z.string() });

export const propertyProposal = z.looseObject({
  type: z.string().optional(),
  limit: z.int().optional(),
  properties: z.array(z.looseObject({ id: z.string(), name: z.string(), description: z.string().optional() })),
});

export const extensionQuery = z.looseObject({
  ids: z.array(z.string()),
  properties: z.array(z.looseObject({ id: z.string(), settings: z.looseObject({}).optional() })),
});

/** A full date and time with its offset. */
const dateTime = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})?$/);

export const cell = z.union([
  z.strictObject({ str: z.string() }),
  z.strictObject({ int: z.int() }),
  z.strictObject({ float: z.number() }),
  z.strictObject({ date: dateTime }),
  z.strictObject({ bool: z.boolean() }),
  z.strictObject({ id: z.string(), name: z.string() }),
  z.strictObject({}),
]);

export const extensionAnswer = z.looseObject({
  meta: z.array(
    z.looseObject({
      id: z.string(),
      name: z.string(),
      type: z.looseObject({ id: z.string(), name: z.string().optional() }).optional(),
    }),
  ),
  rows: z.record(z.string(), z.record(z.string(), z.array(cell))),
});
