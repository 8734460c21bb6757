import { textsOf } from '../formats/texts-of.js';
import type { Dataset } from '../entities/dataset.js';
import type { QuestionTable, UnderstoodFor } from './open-questions.js';
import type { TableDataset } from './table-dataset.js';
import { largestOf } from '../foundation/largest-of.js';

/** A table that was understood, and the dataset by whose names it was. */
export interface UnderstoodTable {
  readonly table: QuestionTable;
  readonly named: Dataset;
}

/** Different values of a column, and rows, by which names are asked for. */
const MOST_VALUES = 30;
const MOST_COLUMNS = 20;
/** A longer text is no name. */
const MOST_CHARACTERS = 80;

/** The table as questions to the dataset. Of one that lies elsewhere, names are asked for that are like the first values of each column, and like those together with the name in their row. */
export async function understandTable(
  { understoodFor, rows }: UnderstoodFor,
  { dataset, elsewhere }: TableDataset,
): Promise<UnderstoodTable> {
  if (elsewhere === undefined) return { table: understoodFor(dataset), named: dataset };
  const texts = rows
    .slice(0, 2 * MOST_VALUES)
    .map((cells) => cells.slice(0, MOST_COLUMNS).map((cell) => textsOf(cell).join(' ').trim()));
  const columns = Array.from(
    {
      length: largestOf(
        texts.map((cells) => cells.length),
        0,
      ),
    },
    (_, column) => column,
  );
  // A single column is that of the names.
  const values =
    columns.length < 2 ? [] : columns.flatMap((column) => distinct(texts.map((cells) => cells[column] ?? '')));
  const { queryColumn } = understoodFor(await elsewhere.namedLike(values));
  const together = columns
    .filter((column) => column !== queryColumn && columns.length > 1)
    .flatMap((column) => distinct(texts.map((cells) => `${cells[queryColumn] ?? ''} ${cells[column] ?? ''}`)));
  const named = await elsewhere.namedLike([...values, ...together]);
  return { table: understoodFor(named), named };
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.filter((text) => text.trim() !== '' && text.length <= MOST_CHARACTERS))].slice(
    0,
    MOST_VALUES,
  );
}
