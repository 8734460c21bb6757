import { z } from 'zod';
import { isJsonObject } from '../foundation/is-json-object.js';
import { SameasError } from '../foundation/sameas-error.js';
import { DEFAULT_PROPERTY_SETTINGS, type ExtensionRequest, readPropertySettings } from '../describe/extend-data.js';

/** An answer with more cells is refused; it would not fit a client either. */
const MAX_EXTENSION_CELLS = 500_000;

const identifier = z.union([z.string(), z.number().transform(String)], { error: 'must be text' });

const requestedProperty = z.union(
  [
    identifier.transform((id) => ({ id, settings: DEFAULT_PROPERTY_SETTINGS })),
    z.object({ id: identifier, settings: z.unknown().optional() }).transform(({ id, settings }) => ({
      id,
      settings: isJsonObject(settings) ? readPropertySettings(settings) : DEFAULT_PROPERTY_SETTINGS,
    })),
  ],
  { error: 'must be an object with an id' },
);

const extensionSchema = z.object(
  {
    ids: z.array(identifier, { error: 'must be an array of ids' }),
    properties: z.array(requestedProperty, { error: 'must be an array of properties' }),
  },
  { error: 'must be an object with "ids" and "properties"' },
);

/** An extension query, parsed from JSON. Throws `extend-invalid` or `batch-too-large`. */
export function readExtensionObject(raw: unknown): ExtensionRequest {
  const parsed = extensionSchema.safeParse(raw);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const path = (issue?.path ?? []).map(String).join('.');
    throw new SameasError(
      'extend-invalid',
      `${path === '' ? 'The parameter "extend"' : `"${path}" of the parameter "extend"`} ${issue?.message ?? 'cannot be read'}.`,
      {
        facts: { path },
        advice: 'Send, for example, extend={"ids":["DE"],"properties":[{"id":"capital"}]}.',
      },
    );
  }
  const cells = parsed.data.ids.length * parsed.data.properties.length;
  if (cells > MAX_EXTENSION_CELLS) {
    throw new SameasError(
      'batch-too-large',
      `The extension asks for ${String(cells)} cells; the service gives ${String(MAX_EXTENSION_CELLS)} at once.`,
      {
        facts: { cells, limit: MAX_EXTENSION_CELLS },
        advice: 'Ask for fewer ids at a time.',
      },
    );
  }
  return parsed.data;
}
