import type { CellValue } from '../grid/cell-value.js';
import type { Cell } from '../grid/cell.js';
import type { Column, ColumnGroup, ColumnModel } from '../grid/column-model.js';
import { unduplicatedName } from '../grid/column-model.js';

/*
 * The columns that grow while a tree is read. Each entity below the record has a group of columns: its fields, and groups for the entities within it.
 */

interface TreeColumn {
  readonly cellIndex: number;
  readonly name: string;
  /** Row of the present record that the next value goes to. */
  nextRow: number;
  cellCount: number;
}

export interface TreeGroup {
  /** The path below the record, joined with ` - `; empty above the record. */
  readonly name: string;
  readonly columns: Map<string, TreeColumn>;
  readonly groups: Map<string, TreeGroup>;
  nextRow: number;
}

const JOINT = ' - ';

function newGroup(name: string): TreeGroup {
  return { name, columns: new Map(), groups: new Map(), nextRow: 0 };
}

/** The cells of one record, row by row, at their cell indexes. */
export type RecordRows = (Cell | null)[][];

/** Columns of a tree, and the cells of the open record. */
export class TreeColumns {
  readonly root = newGroup('');
  #nextCellIndex: number;
  readonly #addColumn: () => void;
  readonly #leading: readonly Column[];

  /** `leading` are columns before those of the tree; `addColumn` is called for each new one and may refuse it. */
  constructor(leading: readonly Column[], addColumn: () => void) {
    this.#leading = leading;
    this.#nextCellIndex = leading.length;
    this.#addColumn = addColumn;
  }

  get columnCount(): number {
    return this.#nextCellIndex;
  }

  /** The group of an entity in another; it begins on the row that the outer one has reached. */
  enter(outer: TreeGroup, entity: string): TreeGroup {
    let group = outer.groups.get(entity);
    if (group === undefined) {
      group = newGroup(joined(outer.name, entity));
      outer.groups.set(entity, group);
    }
    group.nextRow = Math.max(group.nextRow, outer.nextRow);
    return group;
  }

  /** The entity is over: the next one of its kind begins on a row below it. */
  leave(group: TreeGroup): void {
    for (const { nextRow } of group.columns.values()) group.nextRow = Math.max(group.nextRow, nextRow);
    for (const { nextRow } of group.groups.values()) group.nextRow = Math.max(group.nextRow, nextRow);
  }

  addCell(group: TreeGroup, field: string, value: CellValue, rows: RecordRows): void {
    let column = group.columns.get(field);
    if (column === undefined) {
      this.#addColumn();
      column = { cellIndex: this.#nextCellIndex, name: joined(group.name, field), nextRow: 0, cellCount: 0 };
      this.#nextCellIndex += 1;
      group.columns.set(field, column);
    }
    const row = Math.max(group.nextRow, column.nextRow);
    while (rows.length <= row) rows.push([]);
    const cells = rows[row];
    if (cells !== undefined) cells[column.cellIndex] = { value, recon: null };
    column.nextRow = row + 1;
    column.cellCount += 1;
  }

  /** Before each record. */
  beginRecord(group: TreeGroup = this.root): void {
    group.nextRow = 0;
    for (const column of group.columns.values()) column.nextRow = 0;
    for (const inner of group.groups.values()) this.beginRecord(inner);
  }

  /** Within a group the fullest columns come first, then the groups within it, the fullest first; among equals the earlier one. */
  model(): ColumnModel {
    const columns: Column[] = [...this.#leading];
    const columnGroups: ColumnGroup[] = [];
    const taken = new Set(columns.map(({ name }) => name));
    const total = this.#nextCellIndex;
    const arrange = (group: TreeGroup): void => {
      const startColumnIndex = columns.length;
      for (const { cellIndex, name: ownName } of [...group.columns.values()].sort(
        (one, other) => other.cellCount - one.cellCount,
      )) {
        const name = unduplicatedName(taken, ownName);
        taken.add(name);
        columns.push({ cellIndex, originalName: name, name });
      }
      for (const inner of [...group.groups.values()].sort((one, other) => fullness(other) - fullness(one)))
        arrange(inner);
      const columnSpan = columns.length - startColumnIndex;
      if (columnSpan > 1 && columnSpan < total)
        columnGroups.push({ startColumnIndex, columnSpan, keyColumnIndex: startColumnIndex });
    };
    arrange(this.root);
    return { columns, columnGroups: withoutRepeated(columnGroups), nextCellIndex: total };
  }
}

/** Cells of the fullest column in a group and those within it. */
function fullness(group: TreeGroup): number {
  let most = 0;
  for (const { cellCount } of group.columns.values()) most = Math.max(most, cellCount);
  for (const inner of group.groups.values()) most = Math.max(most, fullness(inner));
  return most;
}

/** A group that only holds one other group spans the same columns. */
function withoutRepeated(groups: readonly ColumnGroup[]): readonly ColumnGroup[] {
  const seen = new Set<string>();
  return groups.filter(({ startColumnIndex, columnSpan }) => {
    const key = `${startColumnIndex} ${columnSpan}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function joined(outer: string, inner: string): string {
  if (outer === '' || inner === '') return outer + inner;
  return `${outer}${JOINT}${inner}`;
}
