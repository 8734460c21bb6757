import { nearestWord } from '../foundation/nearest-word.js';
import { SameasError } from '../foundation/sameas-error.js';
import { parseSetting, environmentVariableOf, flagOf } from './parse-setting.js';
import { settingEntries, type SettingName, type Settings } from './setting-definitions.js';
import { DATASETS_KEY } from './dataset-entries.js';
import { readSettingsFile, type SettingsFile } from './settings-file.js';

export interface SettingSources {
  readonly flags: Readonly<Partial<Record<SettingName, string>>>;
  /** The environment; only variables with the prefix SAMEAS_ are used. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly configFile?: string;
  /** Processors of this machine, for automatic settings. */
  readonly processors: number;
}

/** A value as written, with its place in words for a message. */
interface GivenValue {
  readonly raw: unknown;
  readonly where: string;
}

/**
 * All settings. Precedence: flag, environment variable, settings file, default. An empty environment variable counts as
 * not set.
 *
 * Throws one `setting-invalid` or `setting-unknown` with all faults of all sources, including overridden values; and
 * the errors of `readSettingsFile`.
 */
export function readSettings(sources: SettingSources): Settings {
  const file = sources.configFile === undefined ? undefined : readSettingsFile(sources.configFile);
  const unknown = [...unknownVariables(sources.env), ...(file === undefined ? [] : unknownKeys(file))];
  const invalid: string[] = [];
  const settings: Partial<Record<SettingName, string | number>> = {};

  for (const [name, definition] of settingEntries()) {
    const parse = (raw: unknown) => parseSetting(definition, raw, () => Math.max(1, sources.processors));
    const misplaced = definition.environmentOnly === true ? file?.values.get(name) : undefined;
    if (file !== undefined && misplaced !== undefined) {
      invalid.push(
        `${file.path}:${misplaced.line}:${misplaced.column}: ${name} may not stand in a settings file. Set ${environmentVariableOf(name)}.`,
      );
      continue;
    }
    for (const given of givenValues(name, sources, file)) {
      const parsed = parse(given.raw);
      if (parsed.kind === 'fault')
        invalid.push(`${given.where}: ${JSON.stringify(given.raw)} is not ${parsed.wanted}.`);
      else settings[name] ??= parsed.value;
    }
    if (settings[name] === undefined) {
      const parsed = parse(definition.default);
      settings[name] = parsed.kind === 'value' ? parsed.value : definition.default;
    }
  }

  const faults = [...unknown, ...invalid];
  if (faults.length > 0) {
    const message =
      faults.length === 1
        ? (faults[0] ?? '')
        : [`${faults.length} settings are wrong:`, ...faults.map((fault) => `  ${fault}`)].join('\n');
    throw new SameasError(invalid.length > 0 ? 'setting-invalid' : 'setting-unknown', message, {
      advice: 'docs/settings.md lists every setting with what it may be.',
      facts: { faults },
    });
  }
  // Each name of the table has a value accepted by parseSetting for its definition.
  return settings as Settings;
}

/** Highest precedence first. */
function givenValues(
  name: SettingName,
  sources: SettingSources,
  file: SettingsFile | undefined,
): readonly GivenValue[] {
  const given: GivenValue[] = [];
  const flag = sources.flags[name];
  if (flag !== undefined) given.push({ raw: flag, where: flagOf(name) });
  const variable = environmentVariableOf(name);
  const text = sources.env[variable];
  if (text !== undefined && text !== '') given.push({ raw: text, where: variable });
  const placed = file?.values.get(name);
  if (file !== undefined && placed !== undefined)
    given.push({ raw: placed.value, where: `${file.path}:${placed.line}:${placed.column}: ${name}` });
  return given;
}

function unknownVariables(env: SettingSources['env']): readonly string[] {
  const known = settingEntries().map(([name]) => environmentVariableOf(name));
  return Object.keys(env)
    .filter((variable) => variable.startsWith('SAMEAS_') && !known.includes(variable))
    .sort()
    .map((variable) => `${variable}: there is no setting with this variable.${didYouMean(variable, known)}`);
}

function unknownKeys(file: SettingsFile): readonly string[] {
  const known: readonly string[] = [...settingEntries().map(([name]) => name), DATASETS_KEY];
  return [...file.values]
    .filter(([key]) => !known.includes(key))
    .map(
      ([key, { line, column }]) =>
        `${file.path}:${line}:${column}: there is no setting ${JSON.stringify(key)}.${didYouMean(key, known)}`,
    );
}

function didYouMean(typed: string, known: readonly string[]): string {
  const nearest = nearestWord(typed, known);
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`;
}
