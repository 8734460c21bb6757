import type { Sentence } from '../foundation/sentence.js';
import { sentence } from '../foundation/message.js';
import { saysNothing } from '../entities/value-text.js';
import { type RawCell, textsOf } from '../formats/raw-record.js';
import type { PropertyCondition, ReconciliationQuery } from '../scoring/query.js';
import type { InputColumns } from './input-columns.js';

export interface Question {
  readonly text: string;
  /** Ids or names, as given; empty: any type. */
  readonly types: readonly string[];
  readonly properties: readonly PropertyCondition[];
}

export interface AskingOptions {
  /** Maximum candidates of each query, 1–100. */
  readonly limit: number;
  /** Type for rows without one; `undefined`: any. */
  readonly type: string | undefined;
}

/** The question of a row with its name in the column `query`, and the reason if it cannot be queried. */
export function readInputRow(
  cells: readonly RawCell[],
  query: number,
  columns: InputColumns,
): Question & { readonly problem: Sentence | undefined } {
  const text = textsOf(cells[query])
    .filter((name) => !saysNothing(name.trim()))
    .join(' ');
  const types = columns.type === undefined ? [] : textsOf(cells[columns.type]).filter((type) => type.trim() !== '');
  const properties = conditionsIn(cells, columns);
  if (properties === undefined)
    return {
      text,
      types,
      properties: [],
      problem: sentence('The properties are not as many ids (pid) as values (v).'),
    };
  if (text.trim() === '' && properties.length === 0)
    return { text, types, properties, problem: sentence('There is no name to match.') };
  const inNames = columns.inNames.map(({ column, heading }) => ({
    property: heading,
    values: valuesOf(cells[column]),
  }));
  return {
    text,
    types,
    properties: [...properties, ...inNames.filter(({ values }) => values.length > 0)],
    problem: undefined,
  };
}

/** The query of a question. */
export function queryFor({ text, types, properties }: Question, { limit, type }: AskingOptions): ReconciliationQuery {
  return { text, types: types.length > 0 || type === undefined ? types : [type], typeMode: 'any', properties, limit };
}

/** The property conditions of a row. `undefined` when lists of ids and values have different lengths. */
function conditionsIn(
  cells: readonly RawCell[],
  { properties, point, pairs }: InputColumns,
): readonly PropertyCondition[] | undefined {
  const conditions: PropertyCondition[] = [];
  for (const { column, property } of properties) {
    const values = valuesOf(cells[column]);
    if (values.length > 0) conditions.push({ property: property.id, values });
  }
  if (point !== undefined) {
    const [latitude = '', longitude = ''] = [valuesOf(cells[point.latitude])[0], valuesOf(cells[point.longitude])[0]];
    if (latitude !== '' && longitude !== '')
      conditions.push({ property: point.property.id, values: [`${latitude}, ${longitude}`] });
  }
  if (pairs === undefined) return conditions;
  const ids = textsOf(cells[pairs.pid]);
  const values = textsOf(cells[pairs.v]);
  if (ids.length !== values.length) return undefined;
  return [
    ...conditions,
    ...ids.flatMap((property, i) =>
      values[i] === undefined || values[i] === '' ? [] : [{ property, values: [values[i]] }],
    ),
  ];
}

function valuesOf(cell: RawCell | undefined): readonly string[] {
  return textsOf(cell).filter((value) => value !== '' && !saysNothing(value.trim()));
}
