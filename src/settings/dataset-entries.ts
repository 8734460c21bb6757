import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { isRole, ROLES, type Role } from '../access/api-key.js';
import { isJsonObject } from '../foundation/is-json-object.js';
import { nearestWord } from '../foundation/nearest-word.js';
import { SameasError } from '../foundation/sameas-error.js';
import { parseSetting } from './parse-setting.js';
import { settingEntries, type DatasetSettings } from './setting-definitions.js';
import { readSettingsFile, type SettingsFile } from './settings-file.js';

/** The key of the datasets in a settings file, each by its path. */
export const DATASETS_KEY = 'datasets';

export interface DatasetEntry {
  /** Data files by paths relative to the folder of the process, or addresses; none in a file next to the data file. */
  readonly files: readonly string[];
  readonly texts: Readonly<Partial<Record<TextKey, string>>>;
  readonly lists: Readonly<Partial<Record<ListKey, readonly string[]>>>;
  /** Roles of keys by name, if configured for the dataset: other keys are then not valid for it. */
  readonly roles?: ReadonlyMap<string, Role>;
  readonly settings: Partial<DatasetSettings>;
}

/** Keys with one text, and whether it is a path. */
const TEXT_KEYS = {
  manifest: true,
  title: false,
  language: false,
  idColumn: false,
  typeColumn: false,
  sheet: false,
  jsonPath: false,
  element: false,
  table: false,
  query: false,
} as const;
/** Keys with one text or several. */
const LIST_KEYS = { aliases: true, nameColumns: false, aliasColumns: false } as const;

type TextKey = keyof typeof TEXT_KEYS;
type ListKey = keyof typeof LIST_KEYS;

/** A path below the address of the service. */
const PATH = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/**
 * The datasets of a settings file by path; `undefined` without any. Throws one `setting-invalid` with all faults by
 * dataset, line and column, and the errors of `readSettingsFile`.
 */
export function readDatasetEntries(path: string): ReadonlyMap<string, DatasetEntry> | undefined {
  const file = readSettingsFile(path);
  const given = file.values.get(DATASETS_KEY);
  if (given === undefined) return undefined;
  if (!isJsonObject(given.value) || Object.keys(given.value).length === 0) {
    throw faulty([`${file.placeOf(DATASETS_KEY)}: ${DATASETS_KEY} has to name a path and a file for each dataset.`]);
  }
  const faults: string[] = [];
  const entries = new Map<string, DatasetEntry>();
  for (const [name, value] of Object.entries(given.value)) {
    const where: Where = {
      file,
      keys: [DATASETS_KEY, name],
      say: (fault, ...keys) => faults.push(`${file.placeOf(DATASETS_KEY, name, ...keys)}: dataset ${name}: ${fault}`),
    };
    if (!PATH.test(name))
      where.say(
        'its name is its path below the address of the service, and may have small letters, digits, and hyphens between them.',
      );
    if (isJsonObject(value)) {
      entries.set(name, readEntry(value, where));
      if (value['file'] === undefined && value['files'] === undefined && value['manifest'] === undefined)
        where.say('it names no file. Write, for example, file: authors.csv');
    } else where.say('it has to be settings with values, such as file: authors.csv');
  }
  if (faults.length > 0) throw faulty(faults);
  return entries;
}

/**
 * The settings file next to a data file: `authors.settings.yaml` for `authors.csv`; `undefined` without one. Throws
 * like `readDatasetEntries`.
 */
export function readSiblingEntry(list: string): DatasetEntry | undefined {
  const path = join(
    dirname(list),
    `${(list.split(/[\\/]/).at(-1) ?? '').replace(/\.(?:gz|bz2)$/i, '').replace(/\.[^.]+$/, '')}.settings.yaml`,
  );
  if (/^\w+:\/\//.test(list) || !existsSync(path)) return undefined;
  const file = readSettingsFile(path);
  const faults: string[] = [];
  const where: Where = { file, keys: [], say: (fault, ...keys) => faults.push(`${file.placeOf(...keys)}: ${fault}`) };
  const entry = readEntry(
    Object.fromEntries([...file.values].map(([key, { value }]) => [key, value])),
    where,
    'beside',
  );
  if (faults.length > 0) throw faulty(faults);
  return entry;
}

/** Both, the first before the second. */
export function joinEntries(first: DatasetEntry, second: DatasetEntry | undefined): DatasetEntry {
  if (second === undefined) return first;
  const roles = first.roles ?? second.roles;
  return {
    files: first.files,
    texts: { ...second.texts, ...first.texts },
    lists: { ...second.lists, ...first.lists },
    settings: { ...second.settings, ...first.settings },
    ...(roles !== undefined && { roles }),
  };
}

interface Where {
  readonly file: SettingsFile;
  readonly keys: readonly string[];
  /** Takes a fault at the key path `keys` within the dataset. */
  readonly say: (fault: string, ...keys: readonly string[]) => void;
}

function readEntry(
  value: Readonly<Record<string, unknown>>,
  { file, say }: Where,
  kind: 'named' | 'beside' = 'named',
): DatasetEntry {
  const texts: Partial<Record<TextKey, string>> = {};
  const lists: Partial<Record<ListKey, readonly string[]>> = {};
  const settings: Record<string, string | number> = {};
  let files: readonly string[] = [];
  let roles: ReadonlyMap<string, Role> | undefined;
  const definitions = new Map(
    settingEntries()
      .filter(([, { byDataset }]) => byDataset === true)
      .map(([name, definition]): [string, typeof definition] => [name, definition]),
  );
  const known = [
    ...(kind === 'named' ? ['file', 'files'] : []),
    ...Object.keys(TEXT_KEYS),
    ...Object.keys(LIST_KEYS),
    'keys',
    ...definitions.keys(),
  ];
  for (const [key, given] of Object.entries(value)) {
    const definition = definitions.get(key);
    if (!known.includes(key)) {
      const isOther = settingEntries().some(([name]) => name === key);
      const nearest = nearestWord(key, known);
      say(
        isOther
          ? `${key} holds for the whole service; write it at the top.`
          : `there is no setting ${JSON.stringify(key)}.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`,
        key,
      );
    } else if (definition !== undefined) {
      // None of these depends on the machine.
      const parsed = parseSetting(definition, given, () => 1);
      if (parsed.kind === 'value') settings[key] = parsed.value;
      else say(`${key}: ${JSON.stringify(given)} is not ${parsed.wanted}.`, key);
    } else if (key === 'keys') roles = readRoles(given, say);
    else {
      const isOne = Object.hasOwn(TEXT_KEYS, key);
      const found = textsIn(given, isOne);
      if (found === undefined)
        say(`${key}: ${JSON.stringify(given)} is not ${isOne ? 'a text' : 'a text or a list of texts'}.`, key);
      else if (key === 'file' || key === 'files') files = found.map((one) => fromFolderOf(file, one));
      else if (isTextKey(key)) texts[key] = TEXT_KEYS[key] ? fromFolderOf(file, found[0] ?? '') : (found[0] ?? '');
      else if (isListKey(key)) lists[key] = found.map((one) => (LIST_KEYS[key] ? fromFolderOf(file, one) : one));
    }
  }
  // Each name and value was checked by its definition.
  return { files, texts, lists, settings, ...(roles !== undefined && { roles }) };
}

function readRoles(given: unknown, say: Where['say']): ReadonlyMap<string, Role> | undefined {
  if (!isJsonObject(given)) {
    say('keys: name each key with its role, as in keys: { anna: judge }', 'keys');
    return undefined;
  }
  const roles = new Map<string, Role>();
  for (const [name, role] of Object.entries(given)) {
    if (typeof role === 'string' && isRole(role)) roles.set(name, role);
    else say(`keys: ${name}: ${JSON.stringify(role)} is not one of ${ROLES.join(', ')}.`, 'keys', name);
  }
  return roles;
}

function textsIn(given: unknown, isOne: boolean): readonly string[] | undefined {
  const all: readonly unknown[] =
    Array.isArray(given) && !isOne ? given : [typeof given === 'number' ? String(given) : given];
  return all.length > 0 && all.every((one) => typeof one === 'string' && one.trim() !== '')
    ? all.map(String)
    : undefined;
}

/** A path in a settings file is relative to the file; addresses stay. */
function fromFolderOf({ path }: SettingsFile, text: string): string {
  return isAbsolute(text) || /^\w+:\/\//.test(text) || text === '-' ? text : join(dirname(path), text);
}

function isTextKey(key: string): key is TextKey {
  return Object.hasOwn(TEXT_KEYS, key);
}

function isListKey(key: string): key is ListKey {
  return Object.hasOwn(LIST_KEYS, key);
}

function faulty(faults: readonly string[]): SameasError {
  const message =
    faults.length === 1
      ? (faults[0] ?? '')
      : [`${String(faults.length)} things are wrong with the datasets:`, ...faults.map((fault) => `  ${fault}`)].join(
          '\n',
        );
  return new SameasError('setting-invalid', message, {
    advice: 'docs/operating.md shows how datasets are named in a settings file.',
    facts: { faults },
  });
}
