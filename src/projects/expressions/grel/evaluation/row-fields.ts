import { ErrorValue, type Cell } from '../../../grid/cell-value.js';
import type { Recon, ReconCandidate, ReconFeatures } from '../../../grid/recon.js';
import type { BoundRecord, BoundRow } from '../../expression-language.js';
import type { ExpressionValue, FieldsValue } from '../../expression-value.js';
import { fieldsListOf } from './read-field.js';

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
