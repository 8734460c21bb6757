import { ErrorValue, type Cell } from '../../../grid/cell-value.js';
import type { Recon, ReconCandidate, ReconFeatures } from '../../../grid/recon.js';
import type { BoundRecord, BoundRow } from '../../expression-language.js';
import {
  type ExpressionArray,
  JsonObjectValue,
  JsonArrayValue,
  isArrayValue,
  type ExpressionValue,
  type FieldsValue,
} from '../../expression-value.js';

/* Cells, rows and records for programs. The type names are those that previews and error cells have always shown. */

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

/** The reconciliation data of a cell for programs: `cell.recon.match.id`. */
function reconFields(recon: Recon): FieldsValue {
  return { typeName: 'Recon', field: (name) => reconField(recon, name) };
}

function reconField(recon: Recon, name: string): ExpressionValue {
  switch (name) {
    case 'id':
      return BigInt(recon.id);
    case 'judgment':
    case 'judgement':
      return recon.judgment;
    case 'judgmentAction':
    case 'judgementAction':
      return recon.judgmentAction;
    case 'judgmentHistoryEntry':
    case 'judgementHistoryEntry':
      return BigInt(recon.judgmentHistoryEntry);
    case 'judgmentBatchSize':
    case 'judgementBatchSize':
      return BigInt(recon.judgmentBatchSize);
    case 'matched':
      return recon.judgment === 'matched';
    case 'new':
      return recon.judgment === 'new';
    case 'match':
      return recon.match === null ? null : candidateFields(recon.match);
    case 'best': {
      const [best] = recon.candidates;
      return best === undefined ? null : candidateFields(best);
    }
    case 'candidates':
      // A recon without candidates has no list of them, so that `forEach` over it is an error.
      return recon.candidates.length === 0 ? null : fieldsListOf(recon.candidates.map(candidateFields));
    case 'matchRank':
      return BigInt(recon.matchRank);
    case 'features':
      return featuresFields(recon.features);
    case 'service':
      return recon.service;
    case 'identifierSpace':
      return recon.identifierSpace;
    case 'schemaSpace':
      return recon.schemaSpace;
    case 'error':
      return recon.error;
    default:
      return null;
  }
}

function candidateFields(candidate: ReconCandidate): FieldsValue {
  return {
    typeName: 'ReconCandidate',
    field: (name) => {
      switch (name) {
        case 'id':
          return candidate.id;
        case 'name':
          return candidate.name;
        case 'type':
          return candidate.types;
        case 'score':
          return candidate.score;
        default:
          return null;
      }
    },
  };
}

function featuresFields(features: ReconFeatures): FieldsValue {
  return {
    typeName: 'Features',
    field: (name) => {
      switch (name) {
        case 'typeMatch':
        case 'nameMatch':
        case 'nameWordDistance':
          return features[name];
        case 'nameLevenshtein':
          return features.nameLevenshtein === null ? null : BigInt(features.nameLevenshtein);
        default:
          return null;
      }
    },
  };
}

/**
 * An array of things with fields that reads a field of each of its elements: `cell.recon.candidates.name` are the names
 * of all candidates. Arrays derived from it (`map`, `slice`) are ordinary.
 */
export class FieldsList extends Array<ExpressionValue> {
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }
}

/** A list of these elements, in order. */
export function fieldsListOf(elements: readonly ExpressionValue[]): FieldsList {
  const list = new FieldsList();
  for (const element of elements) list.push(element);
  return list;
}

/** `object.name`: null for a missing field, and for everything without fields; an error stays one. */
export function readField(object: ExpressionValue, name: string): ExpressionValue {
  if (object === null || typeof object !== 'object') return null;
  if (isFieldsValue(object)) return object.field(name);
  if (object instanceof JsonObjectValue) return object.members.get(name) ?? null;
  if (object instanceof FieldsList) return spread(object, name);
  return object instanceof ErrorValue ? object : null;
}

function spread(list: FieldsList, name: string): ExpressionValue {
  const values = list.map((element) => (isFieldsValue(element) ? element.field(name) : null));
  // Missing cells are null among others, and may be all of them.
  return values.every((value) => value === null || isFieldsValue(value)) ? fieldsListOf(values) : values;
}

/** Whether it has named fields: cells, rows, records, recon data, elements, patterns. */
export function isFieldsValue(value: ExpressionValue | undefined): value is FieldsValue {
  return typeof value === 'object' && value !== null && 'typeName' in value;
}

/** The elements of an array of either kind; undefined for everything else. */
export function elementsOf(value: ExpressionValue | undefined): ExpressionArray | undefined {
  if (isArrayValue(value)) return value;
  return value instanceof JsonArrayValue ? value.elements : undefined;
}
