import type { Cell } from '../../grid/cell.js';
import type { Recon, ReconCandidate } from '../../grid/recon.js';
import type { BoundRecord, BoundRow } from '../expression-language.js';
import type { ExpressionValue, FieldsValue } from '../expression-value.js';
import { ErrorValue } from '../../grid/cell-value.js';

/*
 * Variables of a row in a sealed interpreter, as things with fields. Each is a table from the name of a field to its
 * getter, so that it can be sent into the interpreter whole.
 */

/** Fields that can be listed, not only read by name. */
export interface ListedFields extends FieldsValue {
  readonly fieldNames: readonly string[];
}

/** The cell with `value`, `recon` and `errorMessage`. */
export function cellFields(cell: Cell): ListedFields {
  return {
    ...listed('Cell', {
      value: () => cell.value,
      recon: () => (cell.recon === null ? null : reconFields(cell.recon)),
      errorMessage: () => (cell.value instanceof ErrorValue ? cell.value.message : null),
    }),
    wrappedCell: cell,
  };
}

/** Recon data, with the candidates and the match below it. */
export function reconFields(recon: Recon): ListedFields {
  const candidate = (one: ReconCandidate | null | undefined): ExpressionValue => (one ? candidateFields(one) : null);
  return listed('Recon', {
    id: () => BigInt(recon.id),
    judgment: () => recon.judgment,
    judgement: () => recon.judgment,
    judgmentAction: () => recon.judgmentAction,
    judgmentHistoryEntry: () => BigInt(recon.judgmentHistoryEntry),
    judgmentBatchSize: () => BigInt(recon.judgmentBatchSize),
    matched: () => recon.judgment === 'matched',
    new: () => recon.judgment === 'new',
    match: () => candidate(recon.match),
    best: () => candidate(recon.candidates[0]),
    candidates: () => (recon.candidates.length === 0 ? null : recon.candidates.map(candidateFields)),
    matchRank: () => BigInt(recon.matchRank),
    features: () =>
      listed('ReconFeatures', {
        typeMatch: () => recon.features.typeMatch,
        nameMatch: () => recon.features.nameMatch,
        nameLevenshtein: () =>
          recon.features.nameLevenshtein === null ? null : BigInt(recon.features.nameLevenshtein),
        nameWordDistance: () => recon.features.nameWordDistance,
      }),
    service: () => recon.service,
    identifierSpace: () => recon.identifierSpace,
    schemaSpace: () => recon.schemaSpace,
    error: () => recon.error,
  });
}

function candidateFields(candidate: ReconCandidate): ListedFields {
  return listed('ReconCandidate', {
    id: () => candidate.id,
    name: () => candidate.name,
    type: () => candidate.types,
    score: () => candidate.score,
  });
}

/** The cells of a row by column name. */
export function cellsFields(row: BoundRow): FieldsValue {
  return {
    typeName: 'CellTuple',
    field: (name) => {
      const cell = row.cell(name);
      return cell ? cellFields(cell) : null;
    },
  };
}

/** The row with `index`, `cells`, `starred`, `flagged`, `columnNames` and `record`. */
export function rowFields(row: BoundRow): ListedFields {
  return listed('Row', {
    index: () => BigInt(row.index),
    cells: () => cellsFields(row),
    starred: () => row.starred,
    flagged: () => row.flagged,
    columnNames: () => row.columnNames,
    record: () => recordFields(row.record()),
  });
}

function recordFields(record: BoundRecord): ListedFields {
  return listed('Record', {
    index: () => BigInt(record.index),
    fromRowIndex: () => BigInt(record.fromRowIndex),
    toRowIndex: () => BigInt(record.toRowIndex),
    rowCount: () => BigInt(record.toRowIndex - record.fromRowIndex),
    cells: () => ({ typeName: 'RecordCells', field: (name) => record.cells(name)?.map(cellFields) ?? null }),
  });
}

function listed(typeName: string, fields: Readonly<Record<string, () => ExpressionValue>>): ListedFields {
  return {
    typeName,
    fieldNames: Object.keys(fields),
    field: (name) => (Object.hasOwn(fields, name) ? (fields[name]?.() ?? null) : null),
  };
}
