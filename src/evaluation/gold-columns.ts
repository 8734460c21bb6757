import type { Dataset } from '../entities/dataset.js';
import { addressPrefixesOf, type JudgedList } from '../datasets/judgments/judged-list.js';
import type { ColumnChoice, JudgmentColumns } from '../datasets/judgments/judgment-columns.js';
import type { RawCell } from '../formats/raw-record.js';
import { LOOKED_AT } from '../input/names-looked-at.js';
import { chosenColumns } from '../input/open-input.js';
import { entitiesLike } from '../input/open-sent-questions.js';
import type { TableDataset } from '../input/table-dataset.js';
import { inferColumns, type InputColumns } from '../input/input-columns.js';

/** Which column of a gold file plays which part; positions count from 0. */
export interface GoldColumns extends InputColumns, JudgmentColumns {}

/** Headings that the user named, in place of recognition. */
export interface NamedColumns {
  readonly query?: string | undefined;
  readonly expected?: string | undefined;
  /** `HEADING=PROPERTY` each; without a property the column is not used. */
  readonly properties?: readonly string[] | undefined;
}

/** Rows from which it is found what the columns hold. */
interface GoldTable {
  readonly file: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly RawCell[])[];
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
