import { readPreferences, writePreferences, type Preferences } from '../store/preferences-file.js';
import { json, ok, type CommandHandler } from './command-call.js';

/** Remembered expressions without a star. */
const REMEMBERED = 100;

/** `get-preference`: null for an unknown name. */
export const getPreference: CommandHandler = ({ parameters, tools }) =>
  json({ value: readPreferences(tools.preferencesFile).values[parameters.required('name')] ?? null });

export const getAllPreferences: CommandHandler = ({ tools }) => json(readPreferences(tools.preferencesFile).values);

/** `set-preference`; the value is kept as text. Without a value the name is removed. */
export const setPreference: CommandHandler = ({ parameters, tools }) => {
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

export const getExpressionHistory: CommandHandler = ({ tools }) =>
  json({ expressions: expressionsJson(readPreferences(tools.preferencesFile)) });

export const getStarredExpressions: CommandHandler = ({ tools }) =>
  json({ expressions: expressionsJson(readPreferences(tools.preferencesFile)).filter(({ starred }) => starred) });

/** `log-expression`: puts a used expression first. */
export const logExpression: CommandHandler = ({ parameters, tools }) => {
  const code = parameters.required('expression');
  changeExpressions(tools.preferencesFile, (expressions) => {
    const starred = expressions.find((one) => one.code === code)?.starred ?? false;
    return [{ code, starred }, ...expressions.filter((one) => one.code !== code)];
  });
  return ok();
};

export const toggleStarredExpression: CommandHandler = ({ parameters, tools }) => {
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
