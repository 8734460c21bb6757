import { defined } from '../foundation/defined.js';
import type { DataFile, FileOptions } from './data-file.js';
import type { Manifest } from './manifest-schema.js';
import { listOf } from './manifest-files.js';
import { nearestWord } from '../foundation/nearest-word.js';
import { SameasError } from '../foundation/sameas-error.js';

/**
 * Options of the command line about a dataset; they override its manifest. Columns are given by heading or by position
 * (`3`).
 */
export interface ColumnChoices {
  readonly nameColumns?: readonly string[];
  readonly idColumn?: string;
  readonly typeColumn?: string;
  readonly aliasColumns?: readonly string[];
  readonly title?: string;
  /** Language of the names. */
  readonly language?: string;
  readonly sheet?: string;
  /** Keys that lead to the records of a JSON document. */
  readonly jsonPath?: string;
  /** Element of XML that holds a record. */
  readonly element?: string;
  readonly table?: string;
  /** SQL query of a database, or query of a SPARQL endpoint. */
  readonly query?: string;
}

/** Options of a file with the user's choices. */
export function withFileChoices(
  options: FileOptions,
  { sheet, jsonPath, element, table, query }: ColumnChoices,
): FileOptions {
  return {
    ...options,
    ...defined({ sheet, jsonPath, element, table, query }),
  };
}

/** The manifest with the user's choices. Throws `setting-invalid` for a column that no file has. */
export function withColumnChoices(
  manifest: Manifest,
  { nameColumns, idColumn, typeColumn, aliasColumns, language, title }: ColumnChoices,
  files: readonly DataFile[],
): Manifest {
  const find = (flag: string, column: string): string => columnIn(files, flag, column);
  const columns = {
    ...(nameColumns !== undefined && { name: nameColumns.map((column) => find('--name-column', column)) }),
    ...(idColumn !== undefined && { id: find('--id-column', idColumn) }),
    ...(typeColumn !== undefined && { type: find('--type-column', typeColumn) }),
    ...(aliasColumns !== undefined && { aliases: aliasColumns.map((column) => find('--alias-column', column)) }),
  };
  if (Object.keys(columns).length === 0 && language === undefined && title === undefined) return manifest;
  const chosen = new Set([...(columns.name ?? []), ...(columns.aliases ?? []), columns.id, columns.type]);
  return {
    ...manifest,
    columns: { ...manifest.columns, ...columns },
    // A column chosen for a role is neither a property nor ignored.
    ...(manifest.properties !== undefined && {
      properties: manifest.properties.filter(({ column }) => column === undefined || !chosen.has(column)),
    }),
    ...(manifest.ignore !== undefined && { ignore: manifest.ignore.filter((column) => !chosen.has(column)) }),
    ...defined({ name: title, language }),
  };
}

/**
 * A sentence for each chosen column; `columns` are all columns in order, `manifest` is the result of
 * `withColumnChoices`.
 */
export function chosenColumnSentences(
  { nameColumns, idColumn, typeColumn, aliasColumns }: ColumnChoices,
  { columns: chosen = {} }: Manifest,
  columns: readonly string[],
): readonly string[] {
  const textsOf = (configured: unknown): readonly string[] =>
    listOf(configured).filter((one) => typeof one === 'string');
  const names = nameColumns === undefined ? [] : textsOf(chosen.name);
  const say = (column: string, what: string): string =>
    `Column ${String(columns.indexOf(column) + 1)} "${column}" is ${what}, as you said.`;
  return [
    ...(idColumn === undefined ? [] : textsOf(chosen.id).map((column) => say(column, 'the id'))),
    ...names.map((column, i) => say(column, i === 0 ? 'the name' : 'aliases')),
    ...(aliasColumns === undefined ? [] : textsOf(chosen.aliases).map((column) => say(column, 'aliases'))),
    ...(typeColumn === undefined ? [] : textsOf(chosen.type).map((column) => say(column, 'the type'))),
  ];
}

function columnIn(files: readonly DataFile[], flag: string, column: string): string {
  const columns = [...new Set(files.flatMap(({ sample }) => sample().columns))];
  const called = files
    .map(({ own }) => own?.columnNamed(column))
    .find((name) => name !== undefined && columns.includes(name));
  const found = columns.includes(column)
    ? column
    : (called ?? (/^[1-9]\d*$/.test(column) ? columns[Number(column) - 1] : undefined));
  if (found !== undefined) return found;
  const meant = nearestWord(column, columns);
  throw new SameasError('setting-invalid', `${flag}: there is no column "${column}".`, {
    advice:
      meant === undefined
        ? `The columns are "${columns.slice(0, 20).join('", "')}"${columns.length > 20 ? ' …' : ''}.`
        : `Did you mean "${meant}"?`,
    facts: { column, columns: columns.slice(0, 100) },
  });
}
