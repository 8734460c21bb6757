import { z } from 'zod';
import { sentence } from '../../foundation/message.js';
import { cellText, isBlank, isEmpty, type CellValue, type Cell } from '../grid/cell-value.js';
import type { Column } from '../grid/column-model.js';
import { GridWriter } from '../grid/grid-writer.js';
import { readRows, type Row } from '../grid/grid.js';
import { defineOperation, refuseTooManyColumns, requireColumn } from './operation.js';
import { numbered } from './transpose.js';

const schema = z.object({
  keyColumnName: z.string({ error: 'Missing key column name' }),
  valueColumnName: z.string({ error: 'Missing value column name' }),
  noteColumnName: z.string().nullish(),
});

/** An unfinished row of the new grid. */
interface Draft {
  readonly others: readonly (Cell | null)[];
  /** By the number of the key's column. */
  readonly values: Map<number, Cell>;
  /** Undefined without any, as in most rows. */
  notes: Map<number, Cell> | undefined;
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
      const draft: Draft = {
        others: others.map(({ cellIndex }) => row.cell(cellIndex)),
        values: new Map(),
        notes: undefined,
      };
      drafts.push(draft);
      return draft;
    };
    /** Without other columns: the rows since the last first key, or a row without a key. */
    let current: Draft[] = [];
    for (const row of readRows(grid)) {
      if (row.index % 4096 === 0) context.progress();
      const keyValue = row.value(key.cellIndex);
      if (isBlank(keyValue)) {
        // No value for a column: other columns' cells are kept on a row of their own.
        current = [begin(row)];
        continue;
      }
      const keyText = cellText(keyValue);
      const place = keys.get(keyText) ?? keys.size;
      if (place === keys.size) refuseTooManyColumns(place + 1);
      keys.set(keyText, place);
      const cell = row.cell(value.cellIndex);
      let noteDraft: Draft;
      if (others.length === 0) {
        // The very first key begins a row whenever it comes again; other repeated keys take one more row.
        if (current.length === 0 || place === 0) current = [begin(row)];
        let free = current.find(({ values }) => !values.has(place));
        if (free === undefined) current.push((free = begin(row)));
        if (cell !== null) free.values.set(place, cell);
        noteDraft = current[0] ?? free;
      } else {
        const signature = signatureOf(others.map(({ cellIndex }) => row.value(cellIndex)));
        noteDraft = draftOfOthers.get(signature) ?? begin(row);
        draftOfOthers.set(signature, noteDraft);
        if (cell === null) noteDraft.values.delete(place);
        else noteDraft.values.set(place, cell);
      }
      const noteCell = note === undefined ? null : row.cell(note.cellIndex);
      if (noteCell === null || isBlank(noteCell.value)) continue;
      const before = noteDraft.notes?.get(place);
      (noteDraft.notes ??= new Map()).set(
        place,
        before === undefined
          ? noteCell
          : { value: `${cellText(before.value)};${cellText(noteCell.value)}`, recon: null },
      );
    }

    const noted = [...keys.values()].filter((place) => drafts.some(({ notes }) => notes?.has(place) === true));
    const names = uniqueNames(grid.model.columns, others, [
      ...keys.keys(),
      ...[...keys].filter(([, place]) => noted.includes(place)).map(([text]) => `${noteColumnName ?? ''} : ${text}`),
    ]);
    const rows = new GridWriter(context.writer);
    for (const { others: cells, values, notes } of drafts) {
      const all = [
        ...cells,
        ...[...keys.values()].map((place) => values.get(place) ?? null),
        ...noted.map((place) => notes?.get(place) ?? null),
      ];
      if (all.some((cell) => cell !== null && !isEmpty(cell.value))) rows.append(all);
    }
    const columns = { key: keyColumnName, value: valueColumnName };
    return {
      grid: rows.finish(numbered(names)),
      description:
        note === undefined
          ? sentence('Columnize by key column {key} and value column {value}', columns)
          : sentence('Columnize by key column {key} and value column {value} with note column {note}', {
              ...columns,
              note: note.name,
            }),
    };
  },
});

function signatureOf(values: readonly CellValue[]): string {
  return JSON.stringify(values.map((value) => (isEmpty(value) ? null : cellText(value))));
}

/** Names of the new columns; one that any old column has, even a removed one, gets a number. */
function uniqueNames(
  present: readonly Column[],
  others: readonly Column[],
  made: readonly string[],
): readonly string[] {
  const names = others.map(({ name }) => name);
  const taken = new Set(present.map(({ name }) => name));
  for (const name of made) {
    let unique = name;
    for (let number = 2; taken.has(unique); number += 1) unique = `${name}${number}`;
    taken.add(unique);
    names.push(unique);
  }
  return names;
}
