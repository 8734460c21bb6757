import type { Dataset } from '../entities/dataset.js';
import { addressPrefixesOf, type JudgedList } from '../datasets/judgments/judged-list.js';
import type { ColumnChoice, JudgmentColumns } from '../datasets/judgments/judgment-columns.js';
import type { RawCell } from '../formats/raw-record.js';
import { LOOKED_AT } from '../input/names-looked-at.js';
import { chosenColumns } from '../input/open-input.js';
import { entitiesLike } from '../input/open-sent-questions.js';
import type { TableDataset } from '../input/table-dataset.js';
import { inferColumns, type InputColumns } from '../input/input-columns.js';

/** Columns of a gold file by role; positions count from 0. */
export interface GoldColumns extends InputColumns, JudgmentColumns {}

/** Headings given by the user. */
export interface NamedColumns {
  readonly query?: string | undefined;
  readonly expected?: string | undefined;
  /** `HEADING=PROPERTY` each; without a property the column is unused. */
  readonly properties?: readonly string[] | undefined;
}

interface GoldTable {
  readonly file: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly RawCell[])[];
}

/** The user's choice of gold columns, and the error for missing ones. */
export function goldColumnChoice({ query, expected }: NamedColumns): ColumnChoice {
  return { query, expected, called: { query: '--query-column', expected: '--expected-column' }, code: 'gold-invalid' };
}

/** A dataset as readers of judgments see it. */
export function judgedListOf({ entities, metadata, properties }: Dataset): JudgedList {
  return { hasId: (id) => entities.ordinalOf(id) >= 0, addressPrefixes: addressPrefixesOf(metadata), properties };
}

/** The columns of judgments, and those of type and properties, inferred from the first rows. */
export async function goldColumns(
  table: GoldTable,
  dataset: TableDataset,
  found: JudgmentColumns,
  properties: readonly string[] = [],
): Promise<GoldColumns> {
  const { query, expected, judgment, denied, matches, answers } = found;
  const except = [expected, judgment, denied, matches, ...answers];
  const chosen = chosenColumns({ file: table.file, columns: table.headings, code: 'gold-invalid' }, properties);
  const understood = inferColumns(table, await entitiesLike(dataset, table.rows, query), {
    query,
    entities: LOOKED_AT.atLeisure,
    except,
    chosen,
  });
  return { ...found, ...understood, ignored: understood.ignored.filter((column) => !except.includes(column)) };
}
