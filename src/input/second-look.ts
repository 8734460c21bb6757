import type { Dataset } from '../entities/dataset.js';
import type { Property } from '../entities/property.js';
import { evenSample } from '../foundation/even-sample.js';
import type { Ask } from '../describe/answer.js';
import { alignColumns, type ColumnAlignment } from './align-columns.js';
import { reconcileRows } from './reconcile-rows.js';
import type { InputRow, InputRows } from './open-input.js';
import { percent, pointIn, shownExamples, type InputColumns } from './input-columns.js';
import type { AskingOptions } from './read-input-row.js';
import type { TableDataset } from './table-dataset.js';

/*
 * Aligns the columns of a table again by answered rows: these are surer pairs of rows and entities than similar names,
 * and may exist where similar names do not. A missed column is used from then on, a misleading one no longer.
 */

/** Rows matched for the second look. */
export const ROWS_ASKED = 400;
/** Minimum rows with values on both sides. */
const MIN_COMPARED = 15;
/** Minimum probability for taking the first candidate as the row's entity. */
const LIKELY = 0.7;
/** Maximum probability of an alignment for a misleading column. */
const MISLEADS = 0.05;

/** Change of a column by the second look, with its agreement in matched rows. */
export interface ColumnChange extends Omit<ColumnAlignment, 'target'> {
  readonly property: Property;
  /** Whether the column is used from now on, or no longer. */
  readonly isUsed: boolean;
}

/** Columns after the second look, with changes. */
export interface SecondLook {
  readonly columns: InputColumns;
  readonly changes: readonly ColumnChange[];
}

interface LookedAtTable {
  readonly headings: readonly string[];
  readonly queryColumn: number;
  readonly columns: InputColumns;
  readonly settled: ReadonlySet<number>;
  readonly rows: InputRows;
}

interface AnsweredWell {
  readonly row: InputRow;
  readonly id: string;
  readonly name: string;
}

/**
 * Queries some rows, evenly distributed, and aligns the columns again by the probable answers. Inferred columns are
 * judged by answers without them. Rejects when `ask` does. Cost: some hundred queries, twice with such columns, and
 * `alignColumns`.
 */
export async function lookAgain(
  ask: Ask,
  table: LookedAtTable,
  { dataset, cluster }: TableDataset,
  options: Pick<AskingOptions, 'type'>,
): Promise<SecondLook> {
  const { rows, columns, settled, headings } = table;
  const unchanged = { columns, changes: [] };
  if (rows.length < MIN_COMPARED || settled.size === headings.length || headings.length < 2) return unchanged;
  const answersTo = async (asked: readonly InputRow[]): Promise<readonly AnsweredWell[]> => {
    const well: AnsweredWell[] = [];
    await reconcileRows(ask, asked, { ...options, dataset, limit: 1 }, (answered) => {
      for (const { row, candidates } of answered)
        for (const { id, name, probability } of candidates) if (probability >= LIKELY) well.push({ row, id, name });
      return Promise.resolve();
    });
    return well;
  };
  const sample = evenSample(rows.length, ROWS_ASKED).flatMap((at) => rows.slice(at, at + 1));
  const known = await answersTo(sample);
  if (known.length < MIN_COMPARED) return unchanged;
  const unsure = columns.properties.filter(({ column }) => !settled.has(column)).map(({ property }) => property.id);
  const without = (row: InputRow): InputRow => ({
    ...row,
    properties: row.properties.filter(({ property }) => !unsure.includes(property)),
  });
  const apart = unsure.length === 0 ? [] : await answersTo(sample.map(without));
  const names = [...known, ...apart].map(({ name }) => name);
  const near = cluster === undefined ? dataset : await cluster.namedLike(names);
  const aligned = (answered: readonly AnsweredWell[]): readonly ColumnAlignment[] =>
    alignAgain(
      { ...table, rows: answered.map(({ row }) => row) },
      answered.map(({ id }) => near.entities.ordinalOf(id)),
      near,
    );
  const byAll = aligned(known);
  return changedBy(table, byAll, apart.length < MIN_COMPARED ? byAll : aligned(apart));
}

/**
 * Agreement of the columns in rows with known entities; `entities` are ordinals, −1 if unknown. Cost: as
 * `alignColumns`.
 */
function alignAgain(
  { headings, queryColumn: query, columns, settled, rows }: LookedAtTable,
  entities: readonly number[],
  dataset: Dataset,
): readonly ColumnAlignment[] {
  const pairs = entities.flatMap((entity, row) => (entity < 0 ? [] : [{ row, entity, weight: 1 }]));
  const fixed = new Set([query, columns.type, columns.pairs?.pid, columns.pairs?.v, ...settled]);
  return alignColumns(
    {
      headings,
      rows: Array.from(rows, ({ cells }) => cells),
      query,
      columns: headings.flatMap((_, column) => (fixed.has(column) ? [] : [column])),
    },
    dataset,
    { mostEntities: 0, pairs, asked: columns.properties.filter(({ column }) => !fixed.has(column)) },
  ).filter(({ compared }) => compared >= MIN_COMPARED);
}

/** The columns after the look. `aligned`: by all answers; `alone`: by answers without inferred columns. */
function changedBy(
  { headings, queryColumn: query, columns }: LookedAtTable,
  aligned: readonly ColumnAlignment[],
  alone: readonly ColumnAlignment[],
): SecondLook {
  const isCompared = ({ column, target }: ColumnAlignment): boolean =>
    'property' in target &&
    columns.properties.some((one) => one.column === column && one.property.id === target.property.id);
  const dropped = alone.filter((one) => isCompared(one) && one.probability < MISLEADS);
  const left = columns.properties.filter(({ column }) => !dropped.some((one) => one.column === column));
  const added = aligned.filter(
    ({ column, target, probability }) =>
      probability >= 1 - MISLEADS &&
      (target.kind === 'property'
        ? !left.some((one) => one.column === column || one.property.id === target.property.id)
        : 'property' in target && columns.point === undefined),
  );
  const changed = (some: readonly ColumnAlignment[], isUsed: boolean): readonly ColumnChange[] =>
    some.flatMap(({ target, ...alignment }) =>
      'property' in target ? [{ ...alignment, property: target.property, isUsed }] : [],
    );
  const changes = [...changed(dropped, false), ...changed(added, true)];
  const point = columns.point ?? pointIn(added);
  const properties = [
    ...left,
    ...added.flatMap(({ column, target }) =>
      target.kind === 'property' ? [{ column, property: target.property }] : [],
    ),
  ].sort((a, b) => a.column - b.column);
  const taken = new Set([
    query,
    columns.type,
    point?.latitude,
    point?.longitude,
    ...properties.map(({ column }) => column),
  ]);
  const inNames = columns.inNames.filter(({ column }) => !taken.has(column));
  const ignored = headings.flatMap((_, column) =>
    taken.has(column) || inNames.some((one) => one.column === column) ? [] : [column],
  );
  return { columns: { ...columns, properties, point, inNames, ignored }, changes };
}

/** A sentence for each change: "Tel" equals phone in 812 of 840 matched rows: now compared. */
export function changeNotes(headings: readonly string[], changes: readonly ColumnChange[]): readonly string[] {
  return changes.map(({ column, property, isUsed, compared, agreeing, chance, examples }) => {
    const rows = `${agreeing.toLocaleString('en')} of ${compared.toLocaleString('en')} matched rows`;
    return isUsed
      ? `"${headings[column] ?? ''}" equals ${property.id} in ${rows}: now compared${shownExamples(examples)}.`
      : `"${headings[column] ?? ''}" equals ${property.id} in ${rows} alone, by chance in ${percent(chance)}: no longer compared.`;
  });
}
