import { ErrorValue, type Cell } from '../grid/cell-value.js';
import type { Recon, ReconCandidate, ReconFeatures } from '../grid/recon.js';
import type { BoundRecord, BoundRow } from './expression-language.js';
import {
  type ExpressionArray,
  JsonObjectValue,
  JsonArrayValue,
  isArrayValue,
  type ExpressionValue,
  type FieldsValue,
} from './expression-value.js';

/* Cells, rows and records for programs. The type names are those that previews and error cells have always shown. */

/** The members of a kind of thing, by name; others are null. */
export type Members<Thing> = ReadonlyMap<string, (thing: Thing) => ExpressionValue>;

/** Members, in addition to those of `base` or instead of them. */
export function members<Thing>(
  table: Readonly<Record<string, (thing: Thing) => ExpressionValue>>,
  base: Members<Thing> = new Map(),
): Members<Thing> {
  return new Map([...base, ...Object.entries(table)]);
}

/** Fields that can be listed, not only read by name. */
export interface ListedFields extends FieldsValue {
  readonly fieldTable: Members<never>;
}

/** A thing for programs, with these members. */
export function fieldsOf<Thing>(typeName: string, table: Members<Thing>, thing: Thing): ListedFields {
  return { typeName, fieldTable: table, field: (name) => table.get(name)?.(thing) ?? null };
}

export const CELL = members<Cell>({
  value: ({ value }) => value,
  recon: ({ recon }) => (recon === null ? null : fieldsOf('Recon', RECON, recon)),
  errorMessage: ({ value }) => (value instanceof ErrorValue ? value.message : null),
});

class CellFields implements FieldsValue {
  readonly typeName = 'Cell';
  readonly wrappedCell: Cell;

  constructor(cell: Cell) {
    this.wrappedCell = cell;
  }

  field(name: string): ExpressionValue {
    return CELL.get(name)?.(this.wrappedCell) ?? null;
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

export const ROW = members<BoundRow>({
  index: ({ index }) => BigInt(index),
  cells: cellsFields,
  starred: ({ starred }) => starred,
  flagged: ({ flagged }) => flagged,
  columnNames: ({ columnNames }) => columnNames,
  record: (row) => fieldsOf('WrappedRecord', RECORD, row.record()),
});

/** `row`: its index, cells, marks, record and column names. */
export function rowFields(row: BoundRow): FieldsValue {
  return fieldsOf('Row', ROW, row);
}

export const RECORD = members<BoundRecord>({
  index: ({ index }) => BigInt(index),
  fromRowIndex: ({ fromRowIndex }) => BigInt(fromRowIndex),
  toRowIndex: ({ toRowIndex }) => BigInt(toRowIndex),
  rowCount: ({ fromRowIndex, toRowIndex }) => BigInt(toRowIndex - fromRowIndex),
  cells: (record) => ({ typeName: 'RecordCells', field: (columnName) => recordCells(record, columnName) }),
});

function recordCells(record: BoundRecord, columnName: string): ExpressionValue {
  const cells = record.cells(columnName);
  return cells === undefined ? null : fieldsListOf(cells.map(cellFields));
}

const judgment = ({ judgment }: Recon): ExpressionValue => judgment;
const judgmentAction = ({ judgmentAction }: Recon): ExpressionValue => judgmentAction;
const judgmentHistoryEntry = ({ judgmentHistoryEntry }: Recon): ExpressionValue => BigInt(judgmentHistoryEntry);
const judgmentBatchSize = ({ judgmentBatchSize }: Recon): ExpressionValue => BigInt(judgmentBatchSize);

/** The reconciliation data of a cell for programs: `cell.recon.match.id`. */
export const RECON: Members<Recon> = members<Recon>({
  id: ({ id }) => BigInt(id),
  judgment,
  judgement: judgment,
  judgmentAction,
  judgementAction: judgmentAction,
  judgmentHistoryEntry,
  judgementHistoryEntry: judgmentHistoryEntry,
  judgmentBatchSize,
  judgementBatchSize: judgmentBatchSize,
  matched: (recon) => recon.judgment === 'matched',
  new: (recon) => recon.judgment === 'new',
  match: ({ match }) => (match === null ? null : candidateFields(match)),
  best: ({ candidates: [best] }) => (best === undefined ? null : candidateFields(best)),
  // A recon without candidates has no list of them, so that `forEach` over it is an error.
  candidates: ({ candidates }) => (candidates.length === 0 ? null : fieldsListOf(candidates.map(candidateFields))),
  matchRank: ({ matchRank }) => BigInt(matchRank),
  features: ({ features }) => fieldsOf('Features', FEATURES, features),
  service: ({ service }) => service,
  identifierSpace: ({ identifierSpace }) => identifierSpace,
  schemaSpace: ({ schemaSpace }) => schemaSpace,
  error: ({ error }) => error,
});

function candidateFields(candidate: ReconCandidate): FieldsValue {
  return fieldsOf('ReconCandidate', CANDIDATE, candidate);
}

const CANDIDATE = members<ReconCandidate>({
  id: ({ id }) => id,
  name: ({ name }) => name,
  type: ({ types }) => types,
  score: ({ score }) => score,
});

export const FEATURES = members<ReconFeatures>({
  typeMatch: ({ typeMatch }) => typeMatch,
  nameMatch: ({ nameMatch }) => nameMatch,
  nameLevenshtein: ({ nameLevenshtein }) => (nameLevenshtein === null ? null : BigInt(nameLevenshtein)),
  nameWordDistance: ({ nameWordDistance }) => nameWordDistance,
});

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
