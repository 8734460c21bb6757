import { z } from 'zod';
import { cellText, ErrorValue, isBlank, isEmpty, type CellValue } from '../grid/cell-value.js';
import type { Cell } from '../grid/cell.js';
import { unduplicatedName, type Column } from '../grid/column-model.js';
import { GridWriter } from '../grid/grid-writer.js';
import { readRows, type Row } from '../grid/grid.js';
import { isBlankText } from './multivalued-cells.js';
import { defineOperation, requireColumn } from './operation.js';
import { numbered } from './transpose.js';

const schema = z.object({
  keyColumnName: z.string({ error: 'Missing key column name' }),
  valueColumnName: z.string({ error: 'Missing value column name' }),
  noteColumnName: z.string().nullish(),
});

/** A row of the new grid in the making. */
interface Draft {
  readonly others: readonly (Cell | null)[];
  /** By the number of the key's column. */
  readonly values: Map<number, Cell>;
  /** Undefined where there are none, as in most rows. */
  notes: Map<number, string> | undefined;
}

/** Rows of key and value become rows with one column for each key. Works on every row. */
export const keyValueColumnize = defineOperation({
  id: 'core/key-value-columnize',
  does: 'Makes a column of each different key, from rows of key and value. Works on every row.',
  schema,
  columns: () => undefined,
  plan: ({ keyColumnName, valueColumnName, noteColumnName }, context) => {
    const { grid } = context.bound;
    const key = requireColumn(grid, keyColumnName);
    const value = requireColumn(grid, valueColumnName);
    const note = noteColumnName == null || noteColumnName === '' ? undefined : requireColumn(grid, noteColumnName);
    const others = grid.model.columns.filter((column) => column !== key && column !== value && column !== note);
    const keys = new Map<string, number>();
    const drafts: Draft[] = [];
    const draftOfOthers = new Map<string, Draft>();
    const begin = (row: Row): Draft => {
      const draft: Draft = { others: others.map(({ cellIndex }) => row.cell(cellIndex)), values: new Map(), notes: undefined };
      drafts.push(draft);
      return draft;
    };
    let current: Draft | undefined;
    for (const row of readRows(grid)) {
      if (row.index % 4096 === 0) context.progress();
      const keyValue = row.value(key.cellIndex);
      if (isBlankText(keyValue) || keyValue instanceof ErrorValue) {
        // Without a key there is nothing to put into a column: other columns' cells are kept on a row of their own.
        current = undefined;
        if (others.some(({ cellIndex }) => !isEmpty(row.value(cellIndex)))) begin(row);
        continue;
      }
      const keyText = cellText(keyValue);
      const place = keys.get(keyText) ?? keys.size;
      keys.set(keyText, place);
      if (others.length === 0) {
        // The first key that was ever met begins a row whenever it comes again.
        if (current === undefined || place === 0) current = begin(row);
      } else {
        const signature = signatureOf(others.map(({ cellIndex }) => row.value(cellIndex)));
        current = draftOfOthers.get(signature) ?? begin(row);
        draftOfOthers.set(signature, current);
      }
      const cell = row.cell(value.cellIndex);
      if (cell !== null && !isEmpty(cell.value)) current.values.set(place, cell);
      const noteValue = note === undefined ? null : row.value(note.cellIndex);
      if (isBlank(noteValue)) continue;
      const before = current.notes?.get(place);
      (current.notes ??= new Map()).set(place, before === undefined ? cellText(noteValue) : `${before};${cellText(noteValue)}`);
    }

    const noted = [...keys.values()].filter((place) => drafts.some(({ notes }) => notes?.has(place) === true));
    const names = uniqueNames(others, [...keys.keys()], [...keys].filter(([, place]) => noted.includes(place)).map(([text]) => `${noteColumnName ?? ''} : ${text}`));
    const rows = new GridWriter(context.writer);
    for (const { others: cells, values, notes } of drafts) {
      const all = [
        ...cells,
        ...[...keys.values()].map((place) => values.get(place) ?? null),
        ...noted.map((place): Cell | null => (notes?.has(place) === true ? { value: notes.get(place) ?? '', recon: null } : null)),
      ];
      if (all.some((cell) => cell !== null && !isEmpty(cell.value))) rows.append(all);
    }
    const withNote = note === undefined ? '' : ` with note column ${note.name}`;
    return { grid: rows.finish(numbered(names)), description: `Columnize by key column ${keyColumnName} and value column ${valueColumnName}${withNote}` };
  },
});

function signatureOf(values: readonly CellValue[]): string {
  return JSON.stringify(values.map((value) => (isEmpty(value) ? null : cellText(value))));
}

function uniqueNames(others: readonly Column[], keys: readonly string[], notes: readonly string[]): readonly string[] {
  const names = others.map(({ name }) => name);
  const taken = new Set(names);
  for (const name of [...keys, ...notes]) {
    const unique = unduplicatedName(taken, name);
    taken.add(unique);
    names.push(unique);
  }
  return names;
}
