import type { RawCell } from '../formats/raw-record.js';
import type { PropertyCondition } from '../reconciliation/reconciliation-query.js';
import type { QuestionColumns } from './question-columns.js';

/** The texts of a cell: none for an empty one, several where the source keeps a list. */
export function textsOf(cell: RawCell | undefined): readonly string[] {
  if (cell === undefined || cell === '') return [];
  return typeof cell === 'string' ? [cell] : cell.map(({ text }) => text);
}

/** The types that a row states, as it writes them. */
export function typesIn(cells: readonly RawCell[], { type }: QuestionColumns): readonly string[] {
  return type === undefined ? [] : textsOf(cells[type]).filter((text) => text.trim() !== '');
}

/** What a row says of properties. `undefined` when a list of ids and values does not come out even. */
export function conditionsIn(cells: readonly RawCell[], { properties, pairs }: QuestionColumns): readonly PropertyCondition[] | undefined {
  const conditions: PropertyCondition[] = [];
  for (const { column, property } of properties) {
    const values = textsOf(cells[column]).filter((value) => value !== '');
    if (values.length > 0) conditions.push({ property: property.id, values });
  }
  if (pairs === undefined) return conditions;
  const ids = textsOf(cells[pairs.pid]);
  const values = textsOf(cells[pairs.v]);
  if (ids.length !== values.length) return undefined;
  return [...conditions, ...ids.flatMap((property, i) => (values[i] === undefined || values[i] === '' ? [] : [{ property, values: [values[i]] }]))];
}
