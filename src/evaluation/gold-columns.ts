import type { Dataset } from '../entities/dataset.js';
import { addressPrefixesOf, type JudgedList } from '../datasets/judgments/judged-list.js';
import type { ColumnChoice, JudgmentColumns } from '../datasets/judgments/judgment-columns.js';
import type { RawCell } from '../formats/raw-record.js';
import { LOOKED_AT } from '../input/names-looked-at.js';
import { chosenColumns } from '../input/open-input.js';
import { understandColumns, type InputColumns } from '../input/input-columns.js';

/** Which column of a gold file plays which part; positions count from 0. */
export interface GoldColumns extends InputColumns, JudgmentColumns {}

/** Headings that the user named, in place of recognition. */
export interface NamedColumns {
  readonly query?: string | undefined;
  readonly expected?: string | undefined;
  /** `HEADING=PROPERTY` each; without a property the column is not used. */
  readonly properties?: readonly string[] | undefined;
}

/** How the columns of gold are named, and what is thrown when they are not found. */
export function goldColumnChoice({ query, expected }: NamedColumns): ColumnChoice {
  return { query, expected, called: { query: '--query-column', expected: '--expected-column' }, code: 'gold-invalid' };
}

/** A dataset as the list that was judged. */
export function judgedListOf({ entities, metadata, properties }: Dataset): JudgedList {
  return { hasId: (id) => entities.ordinalOf(id) >= 0, addressPrefixes: addressPrefixesOf(metadata), properties };
}

/** The columns of judgments with what stands beside them: type and properties, found from the first rows. */
export function goldColumns(
  table: {
    readonly file: string;
    readonly headings: readonly string[];
    readonly rows: readonly (readonly RawCell[])[];
  },
  dataset: Dataset,
  found: JudgmentColumns,
  properties: readonly string[] = [],
): GoldColumns {
  const { query, expected, judgment, denied, matches, answers } = found;
  const except = [expected, judgment, denied, matches, ...answers];
  const chosen = chosenColumns({ file: table.file, columns: table.headings, code: 'gold-invalid' }, properties);
  const understood = understandColumns(table, dataset, { query, entities: LOOKED_AT.atLeisure, except, chosen });
  return { ...found, ...understood, ignored: understood.ignored.filter((column) => !except.includes(column)) };
}
