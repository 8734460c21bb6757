import { stringify } from 'yaml';
import { z } from 'zod';
import * as seed from '../../src/protocols/freebase/messages.js';
import * as v01 from '../../src/protocols/v0-1/messages.js';
import * as v02 from '../../src/protocols/v0-2/messages.js';
import * as draft from '../../src/protocols/v1-0-draft/messages.js';

/** Schemas that openapi.yaml takes from the code: name in the document → message, of version 0.2 where nothing else is said. */
const SCHEMAS = {
  Manifest: v02.manifest,
  OlderManifest: v01.manifest,
  SeedManifest: seed.manifest,
  Query: v02.query,
  QueryBatch: v02.queryBatch,
  Candidate: v02.candidate,
  QueryFault: v01.queryFault,
  QueryAnswer: v02.queryAnswer,
  ResultBatch: v02.resultBatch,
  SuggestEntities: v02.suggestEntities,
  SuggestTypes: v02.suggestTypes,
  SuggestProperties: v02.suggestProperties,
  Flyout: v02.flyout,
  PropertyProposal: v02.propertyProposal,
  ExtensionQuery: v02.extensionQuery,
  ExtensionAnswer: v02.extensionAnswer,
  DraftManifest: draft.manifest,
  DraftQueryBatch: draft.queryBatch,
  DraftResultBatch: draft.resultBatch,
  DraftSuggestEntities: draft.suggestEntities,
  DraftSuggestTypes: draft.suggestTypes,
  DraftSuggestProperties: draft.suggestProperties,
  DraftExtensionQuery: draft.extensionQuery,
  DraftExtensionAnswer: draft.extensionAnswer,
} as const satisfies Readonly<Record<string, z.ZodType>>;

/** The last line of openapi.yaml that is written by hand. */
const MARK = '    # From here on made from src/protocols/ by scripts/openapi-schemas.ts; do not edit.\n';

/** Name → JSON Schema, as they must stand in openapi.yaml; where one holds another, it refers to it. */
export function generatedSchemas(): Readonly<Record<string, unknown>> {
  const registry = z.registry<{ id: string }>();
  for (const [name, schema] of Object.entries(SCHEMAS)) registry.add(schema, { id: name });
  const { schemas } = z.toJSONSchema(registry, {
    target: 'draft-2020-12',
    io: 'output',
    uri: (name) => `#/components/schemas/${name}`,
  });
  return Object.fromEntries(Object.entries(schemas).map(([name, { $schema: _, $id: __, ...rest }]) => [name, rest]));
}

/** The document with everything after the mark made anew. */
export function withGeneratedSchemas(document: string, schemas: Readonly<Record<string, unknown>>): string {
  const end = document.indexOf(MARK);
  if (end < 0) throw new Error('openapi.yaml has lost the line after which schemas are generated');
  const text = stringify(schemas, { lineWidth: 0, aliasDuplicateObjects: false });
  return document.slice(0, end + MARK.length) + text.replace(/^(?=.)/gm, '    ');
}
