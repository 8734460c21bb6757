import { join } from 'node:path';
import type { Command } from 'commander';
import type { ColumnChoices } from '../datasets/column-choices.js';
import type { DatasetSource } from '../datasets/dataset-source.js';
import { type SourceAccess, shownPath } from '../datasets/sources/source-address.js';
import type { Settings } from '../settings/setting-definitions.js';
import type { CommandContext } from './command-definition.js';
import { type GivenOptions, textOption } from './given-options.js';
import { fileURLToPath } from 'node:url';
import { SameasError } from '../foundation/sameas-error.js';

/** An option for reading a dataset; `key` is commander's name of its value. */
interface DatasetOption {
  readonly flags: string;
  readonly key: string;
  readonly meaning: string;
  /** May be given several times. */
  readonly isMany: boolean;
}

/** The options of every command that reads a dataset: the only place where they are described. */
const DATASET_OPTIONS = [
  {
    flags: '--manifest <file>',
    key: 'manifest',
    isMany: false,
    meaning: 'manifest that describes the list (sameas check FILE --write-manifest makes one)',
  },
  {
    flags: '--aliases <file>',
    key: 'aliases',
    isMany: true,
    meaning: 'table of aliases with entity ids, such as a matched table; may be given several times',
  },
  {
    flags: '--name-column <heading>',
    key: 'nameColumn',
    isMany: true,
    meaning: 'column of the names, by heading or number (3); a second such option names a column of aliases',
  },
  { flags: '--id-column <heading>', key: 'idColumn', isMany: false, meaning: 'column of the ids' },
  {
    flags: '--type-column <heading>',
    key: 'typeColumn',
    isMany: false,
    meaning: 'column of the types of the entities: Person, Museum …',
  },
  {
    flags: '--alias-column <heading>',
    key: 'aliasColumn',
    isMany: true,
    meaning: 'column of alternative names; may be given several times',
  },
  { flags: '--language <tag>', key: 'language', isMany: false, meaning: 'language of the names: en, pt-BR …' },
  { flags: '--sheet <name>', key: 'sheet', isMany: false, meaning: 'sheet of a spreadsheet' },
  {
    flags: '--json-path <keys>',
    key: 'jsonPath',
    isMany: false,
    meaning: 'path of the records in a JSON file, such as data.items',
  },
  {
    flags: '--element <name>',
    key: 'element',
    isMany: false,
    meaning: 'XML element of a record: person, or catalogue/people/person',
  },
  {
    flags: '--table <name>',
    key: 'table',
    isMany: false,
    meaning: 'table of a database (SQLite, PostgreSQL, MySQL, MariaDB)',
  },
  {
    flags: '--query <select>',
    key: 'query',
    isMany: false,
    meaning: 'a query instead of a table: SQL for a database, SPARQL for an endpoint at an https:// address',
  },
] as const satisfies readonly DatasetOption[];

/** Description of the argument in every command that reads a dataset. */
export const LIST_ARGUMENT =
  'the list: a file (CSV, spreadsheet, JSON, RDF, MARC, SQLite …, also packed), a folder, an https://, postgres:// or mysql:// address, - for standard input, or a manifest (docs/sources.md)';

/** Declares these options. */
export function declareDatasetOptions(command: Command): void {
  command.optionsGroup('How the list is read (only where sameas does not recognise it by itself):');
  for (const { flags, meaning, isMany } of DATASET_OPTIONS) {
    if (isMany)
      command.option(flags, meaning, (value: string, before: readonly string[] | undefined): readonly string[] => [
        ...(before ?? []),
        value,
      ]);
    else command.option(flags, meaning);
  }
}

/** The source for the files and options of a command line; without files the embedded dataset. */
export function sourceGiven(files: readonly string[], options: GivenOptions, access?: SourceAccess): DatasetSource {
  const manifestFile = textOption(options, 'manifest');
  const aliasFiles = textsOption(options, 'aliases');
  const choices = choicesGiven(options);
  return {
    ...(files.length === 0 && manifestFile === undefined
      ? { files: [], manifestFile: embeddedManifest() }
      : { files, ...(manifestFile !== undefined && { manifestFile }) }),
    ...(aliasFiles !== undefined && { aliasFiles }),
    ...(Object.keys(choices).length > 0 && { choices }),
    ...(access !== undefined && { access }),
  };
}

/** Access of sources. Answers of addresses are kept in the user's cache folder. */
export function accessGiven(
  { urlAccess }: Pick<Settings, 'urlAccess'>,
  { env }: Pick<CommandContext, 'env'>,
): SourceAccess {
  const caches = env['XDG_CACHE_HOME'] ?? (env['HOME'] === undefined ? undefined : join(env['HOME'], '.cache'));
  return { urlAccess, cacheFolder: caches === undefined ? undefined : join(caches, 'sameas', 'addresses') };
}

/** Name of the source, for people. */
export function nameOfSource(files: readonly string[], options: GivenOptions): string {
  return files.length > 0
    ? files.map(shownPath).join(', ')
    : (textOption(options, 'manifest') ?? 'the embedded dataset');
}

/** Files of the options, none of which may be overwritten. */
export function filesInOptions(options: GivenOptions): readonly string[] {
  return [textOption(options, 'manifest') ?? [], textsOption(options, 'aliases') ?? []].flat();
}

/** The given options, to be typed again. */
export function datasetArguments(options: GivenOptions): readonly string[] {
  return DATASET_OPTIONS.flatMap(({ flags, key }) => {
    const [flag = ''] = flags.split(' ');
    return (textsOption(options, key) ?? [textOption(options, key) ?? []].flat()).flatMap((value) => [
      flag,
      shellWord(value),
    ]);
  });
}

function choicesGiven(options: GivenOptions): ColumnChoices {
  const nameColumns = textsOption(options, 'nameColumn');
  const aliasColumns = textsOption(options, 'aliasColumn');
  const [idColumn, typeColumn, language, sheet, jsonPath, element, table, query] = [
    'idColumn',
    'typeColumn',
    'language',
    'sheet',
    'jsonPath',
    'element',
    'table',
    'query',
  ].map((key) => textOption(options, key));
  return {
    ...(nameColumns !== undefined && { nameColumns }),
    ...(idColumn !== undefined && { idColumn }),
    ...(typeColumn !== undefined && { typeColumn }),
    ...(aliasColumns !== undefined && { aliasColumns }),
    ...(language !== undefined && { language }),
    ...(sheet !== undefined && { sheet }),
    ...(jsonPath !== undefined && { jsonPath }),
    ...(element !== undefined && { element }),
    ...(table !== undefined && { table }),
    ...(query !== undefined && { query }),
  };
}

function textsOption(options: GivenOptions, name: string): readonly string[] | undefined {
  const value = options[name];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : undefined;
}

/** A text quoted for a shell. */
export function shellWord(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** The folder of the installed package, with package.json, data/ and docs/. The same from src/ and from dist/. */
function packageRoot(): string {
  return fileURLToPath(new URL('../../', import.meta.url));
}

/** The manifest of the dataset that is served when no file is named. */
export function embeddedManifest(): string {
  return join(packageRoot(), 'data', 'world-places.manifest.yaml');
}

export const WITHOUT_LIST_NOTE =
  'Asked of the embedded dataset, as only one file was named. To ask a list of your own, name it before the file of questions.\n';

/**
 * The error of the only file, which was taken for that of `role`, with the hint that it may be the dataset itself and
 * the other file is missing. `place`: where the dataset is named.
 */
export function withoutListFault(
  thrown: unknown,
  role: 'names' | 'questions',
  place: 'before' | 'after' = 'before',
): unknown {
  if (!(thrown instanceof SameasError)) return thrown;
  const { code, message, advice, facts, cause } = thrown;
  const forgotten = `Only one file was named, and it was taken for the file of ${role}; a list of your own comes ${place} it.`;
  return new SameasError(code, message, {
    advice: advice === undefined ? forgotten : `${advice} ${forgotten}`,
    facts,
    cause,
  });
}
