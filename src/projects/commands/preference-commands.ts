import { z } from 'zod';
import { SameasError } from '../../foundation/sameas-error.js';
import { jsonObjectSchema } from '../keyed-by-text.js';
import { readCheckedJson, replaceCheckedJson } from '../store/checked-json.js';
import { isMissing, NODE_DISK } from '../store/disk.js';
import { damaged, asUnwritable } from '../store/store-errors.js';
import { json, ok, type CommandHandler } from './command-call.js';

/** Remembered expressions without a star. */
const REMEMBERED = 100;

/** `get-preference`: null for an unknown name. */
const getPreference: CommandHandler = ({ parameters, tools }) =>
  json({ value: readPreferences(tools.preferencesFile).values[parameters.required('name')] ?? null });

const getAllPreferences: CommandHandler = ({ tools }) => json(readPreferences(tools.preferencesFile).values);

/** `set-preference`; the value is kept as text. Without a value the name is removed. */
const setPreference: CommandHandler = ({ parameters, tools }) => {
  const name = parameters.required('name');
  const text = parameters.text('value');
  const preferences = readPreferences(tools.preferencesFile);
  const { [name]: _, ...others } = preferences.values;
  writePreferences(tools.preferencesFile, {
    ...preferences,
    values: text === undefined ? others : { ...others, [name]: text },
  });
  return ok();
};

const getExpressionHistory: CommandHandler = ({ tools }) =>
  json({ expressions: expressionsJson(readPreferences(tools.preferencesFile)) });

const getStarredExpressions: CommandHandler = ({ tools }) =>
  json({ expressions: expressionsJson(readPreferences(tools.preferencesFile)).filter(({ starred }) => starred) });

/** `log-expression`: puts a used expression first. */
const logExpression: CommandHandler = ({ parameters, tools }) => {
  const code = parameters.required('expression');
  changeExpressions(tools.preferencesFile, (expressions) => {
    const starred = expressions.find((one) => one.code === code)?.starred ?? false;
    return [{ code, starred }, ...expressions.filter((one) => one.code !== code)];
  });
  return ok();
};

const toggleStarredExpression: CommandHandler = ({ parameters, tools }) => {
  const code = parameters.required('expression');
  changeExpressions(tools.preferencesFile, (expressions) =>
    expressions.some((one) => one.code === code)
      ? expressions.map((one) => (one.code === code ? { code, starred: !one.starred } : one))
      : [{ code, starred: true }, ...expressions],
  );
  return ok();
};

function expressionsJson({
  expressions,
}: Preferences): readonly { readonly code: string; readonly global: boolean; readonly starred: boolean }[] {
  return expressions.map(({ code, starred }) => ({ code, global: true, starred }));
}

function changeExpressions(
  path: string,
  change: (expressions: Preferences['expressions']) => Preferences['expressions'],
): void {
  const preferences = readPreferences(path);
  let unstarred = 0;
  const expressions = change(preferences.expressions).filter(
    ({ starred }) => starred || (unstarred += 1) <= REMEMBERED,
  );
  writePreferences(path, { ...preferences, expressions });
}

const preferencesSchema = z.object({
  /** Values of clients by their own names. */
  values: jsonObjectSchema,
  /** Used expressions, latest first, each once. */
  expressions: z.array(z.object({ code: z.string(), starred: z.boolean() })),
});

type Preferences = z.infer<typeof preferencesSchema>;

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

/** Commands on preferences and remembered expressions. */
export const PREFERENCE_COMMANDS = {
  'get-preference': getPreference,
  'get-all-preferences': getAllPreferences,
  'set-preference': setPreference,
  'get-expression-history': getExpressionHistory,
  'get-starred-expressions': getStarredExpressions,
  'log-expression': logExpression,
  'toggle-starred-expression': toggleStarredExpression,
} satisfies Readonly<Record<string, CommandHandler>>;
