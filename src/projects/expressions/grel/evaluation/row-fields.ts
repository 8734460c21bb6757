import type { Cell } from '../../../grid/cell.js';
import { ErrorValue } from '../../../grid/cell-value.js';
import type { BoundRecord, BoundRow } from '../../expression-language.js';
import type { ExpressionValue, FieldsValue } from '../../expression-value.js';
import { fieldsListOf } from './fields-list.js';
import { reconFields } from './recon-fields.js';

/*
 * Cells, rows and records as programs see them. The type names are those that previews and error cells have always shown.
 */

class CellFields implements FieldsValue {
  readonly typeName = 'Cell';
  readonly wrappedCell: Cell;

  constructor(cell: Cell) {
    this.wrappedCell = cell;
  }

  field(name: string): ExpressionValue {
    const { value, recon } = this.wrappedCell;
    switch (name) {
      case 'value':
        return value;
      case 'recon':
        return recon === null ? null : reconFields(recon);
      case 'errorMessage':
        return value instanceof ErrorValue ? value.message : null;
      default:
        return null;
    }
  }
}

/** Null stays null: there is no cell. */
export function cellFields(cell: Cell | null | undefined): ExpressionValue {
  return cell === null || cell === undefined ? null : new CellFields(cell);
}

/** `cells`: the cells of a row by column name. */
export function cellsFields(row: BoundRow): FieldsValue {
  return { typeName: 'CellTuple', field: (name) => cellFields(row.cell(name)) };
}

/** `row`: its index, cells, marks, record and column names. */
export function rowFields(row: BoundRow): FieldsValue {
  return {
    typeName: 'Row',
    field: (name) => {
      switch (name) {
        case 'index':
          return BigInt(row.index);
        case 'cells':
          return cellsFields(row);
        case 'starred':
          return row.starred;
        case 'flagged':
          return row.flagged;
        case 'record':
          return recordFields(row.record());
        case 'columnNames':
          return row.columnNames;
        default:
          return null;
      }
    },
  };
}

function recordFields(record: BoundRecord): FieldsValue {
  return {
    typeName: 'WrappedRecord',
    field: (name) => {
      switch (name) {
        case 'index':
          return BigInt(record.index);
        case 'cells':
          return { typeName: 'RecordCells', field: (columnName) => recordCells(record, columnName) };
        case 'fromRowIndex':
          return BigInt(record.fromRowIndex);
        case 'toRowIndex':
          return BigInt(record.toRowIndex);
        case 'rowCount':
          return BigInt(record.toRowIndex - record.fromRowIndex);
        default:
          return null;
      }
    },
  };
}

function recordCells(record: BoundRecord, columnName: string): ExpressionValue {
  const cells = record.cells(columnName);
  return cells === undefined ? null : fieldsListOf(cells.map(cellFields));
}
