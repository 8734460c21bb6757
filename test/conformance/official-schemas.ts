import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import type { MessageName, ProtocolForm } from '../../src/protocols/message-table.js';

/** The faults of a message, none when it is valid. A message that has no schema is valid. */
export type Check = (name: MessageName, body: unknown) => readonly unknown[];

/** The file of a message among the published schemas. */
const FILES: Readonly<Partial<Record<MessageName, string>>> = {
  manifest: 'manifest',
  queryBatch: 'reconciliation-query-batch',
  resultBatch: 'reconciliation-result-batch',
  suggestEntities: 'suggest-entities-response',
  suggestTypes: 'suggest-types-response',
  suggestProperties: 'suggest-properties-response',
  propertyProposal: 'data-extension-property-proposal',
  extensionQuery: 'data-extension-query',
  extensionAnswer: 'data-extension-response',
};

/** The schemas of one version, from a folder with `<version>/schemas/*.json`. They lean on one another by file name, and each version on its own. */
export function officialSchemas(folder: string, version: Exclude<ProtocolForm, 'freebase'>): Check {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  const schemas = new Map(readJsonFolder(join(folder, version, 'schemas')));
  for (const [name, schema] of schemas) {
    // They name a draft of JSON Schema that has no meta-schema at its address.
    const { $schema: _, ...rest } = schema as { readonly $schema?: string; readonly id?: string }; // objects, all of them
    const { id: oldId, ...withoutOldId } = rest;
    ajv.addSchema(withoutOldId, name === 'openapi' ? (oldId ?? 'http://swagger.io/v2/schema.json') : `file:${name}`);
  }
  return (message, body) => {
    const name = FILES[message];
    if (name === undefined || !schemas.has(name)) return [];
    const validate = ajv.getSchema(`file:${name}`);
    if (validate === undefined) throw new Error(`The schema ${name} of version ${version} cannot be used`);
    void validate(body);
    return validate.errors ?? [];
  };
}

/** The published examples of a message of one version, good and bad ones, by their names. */
export function officialExamples(
  folder: string,
  version: string,
  message: string,
): {
  readonly valid: readonly (readonly [string, unknown])[];
  readonly invalid: readonly (readonly [string, unknown])[];
} {
  const examples = join(folder, version, 'examples', message);
  return { valid: readJsonFolder(join(examples, 'valid')), invalid: readJsonFolder(join(examples, 'invalid')) };
}

function readJsonFolder(folder: string): readonly (readonly [name: string, json: unknown])[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => [name.slice(0, -'.json'.length), JSON.parse(readFileSync(join(folder, name), 'utf8'))] as const);
}
