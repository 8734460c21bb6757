import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { z } from 'zod';
import {
  MESSAGE_NAMES,
  MESSAGE_TABLE,
  PROTOCOL_FORMS,
  type MessageName,
  type ProtocolForm,
} from '../../src/protocols/message-table.js';

/*
 * Our own examples for every message of every form, good ones and bad ones with the reason. Each is held against the schema in the code and
 * against the JSON Schema that is made from it, so that the two cannot part.
 */

const example = z.object({
  valid: z.array(z.unknown()).min(1),
  /** `onlyInCode`: a rule that JSON Schema, as it is made, does not carry. */
  invalid: z.array(z.object({ why: z.string(), message: z.unknown(), onlyInCode: z.literal(true).optional() })).min(1),
});
type Examples = Readonly<Record<MessageName, z.infer<typeof example>>>;

function readExamples(form: ProtocolForm): Examples {
  const raw: unknown = JSON.parse(readFileSync(new URL(`examples/${form}.json`, import.meta.url), 'utf8'));
  return z
    .object(Object.fromEntries(MESSAGE_NAMES.map((name) => [name, example])))
    .strict()
    .parse(raw) as Examples; // the keys are all names
}

describe.each(PROTOCOL_FORMS)('version %s', (form) => {
  const examples = readExamples(form);
  const ajv = new Ajv2020({ strict: false, allErrors: true });

  describe.each(MESSAGE_NAMES)('%s', (name) => {
    const schema = MESSAGE_TABLE[form][name];
    const validate = ajv.compile(z.toJSONSchema(schema, { target: 'draft-2020-12' }));

    it.each(examples[name].valid.map((message, i) => [i, message] as const))('good example %i', (_, message) => {
      expect(schema.safeParse(message).error).toBeUndefined();
      validate(message);
      expect(validate.errors ?? []).toEqual([]);
    });

    it.each(examples[name].invalid)('bad example: $why', ({ message, onlyInCode }) => {
      expect(schema.safeParse(message).success).toBe(false);
      expect(validate(message)).toBe(onlyInCode === true);
    });
  });
});
