import { z } from 'zod';
import { SameasError } from '../../foundation/sameas-error.js';
import { jsonObjectSchema } from '../keyed-by-text.js';
import { readCheckedJson, replaceCheckedJson } from './checked-json.js';
import { isMissing, NODE_DISK } from './disk.js';
import { asUnwritable, damaged } from './store-errors.js';

const preferencesSchema = z.object({
  /** Values of clients by their own names. */
  values: jsonObjectSchema,
  /** Used expressions, latest first, each once. */
  expressions: z.array(z.object({ code: z.string(), starred: z.boolean() })),
});

export type Preferences = z.infer<typeof preferencesSchema>;

/** Characters of the file, which every command about preferences reads. */
const MAX_LENGTH = 16 * 1024 * 1024;

const NO_PREFERENCES: Preferences = { values: {}, expressions: [] };

/** Throws `project-damaged`. */
export function readPreferences(path: string): Preferences {
  let read: { readonly content: unknown } | undefined;
  try {
    read = readCheckedJson(NODE_DISK, path);
  } catch (thrown) {
    if (isMissing(thrown)) return NO_PREFERENCES;
    throw thrown;
  }
  const preferences = preferencesSchema.safeParse(read?.content);
  if (!preferences.success) throw damaged('(preferences)', 'preferences.json', 'is not as it was written');
  return preferences.data;
}

/** Returns when the preferences cannot be lost any more. Only one at a time may write. Throws `project-unwritable`, and `parameter-invalid` when they are too many. */
export function writePreferences(path: string, preferences: Preferences): void {
  if (JSON.stringify(preferences).length > MAX_LENGTH) {
    throw new SameasError(
      'parameter-invalid',
      `All preferences and expressions together may take ${MAX_LENGTH} characters.`,
      { advice: 'Remove some with set-preference without a value.', facts: { limit: MAX_LENGTH } },
    );
  }
  try {
    replaceCheckedJson(NODE_DISK, path, preferences);
  } catch (thrown) {
    throw asUnwritable('The preferences', thrown);
  }
}
