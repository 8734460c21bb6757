import { z } from 'zod';
import { jsonObjectSchema } from '../keyed-by-text.js';
import { readCheckedJson, replaceCheckedJson } from './checked-json.js';
import { isMissing, NODE_DISK } from './disk.js';
import { asUnwritable, damaged } from './store-errors.js';

const preferencesSchema = z.object({
  /** Whatever clients keep under a name of theirs. */
  values: jsonObjectSchema,
  /** Expressions that people used, the latest first, each once. */
  expressions: z.array(z.object({ code: z.string(), starred: z.boolean() })),
});

/** What is kept for all projects together. */
export type Preferences = z.infer<typeof preferencesSchema>;

const NO_PREFERENCES: Preferences = { values: {}, expressions: [] };

/** Throws `project-damaged`, for a file that is not what was written. */
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

/** Returns when the preferences cannot be lost any more. Only one at a time may write. Throws `project-unwritable`. */
export function writePreferences(path: string, preferences: Preferences): void {
  try {
    replaceCheckedJson(NODE_DISK, path, preferences);
  } catch (thrown) {
    throw asUnwritable('The preferences', thrown);
  }
}
