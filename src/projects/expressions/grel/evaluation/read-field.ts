import { JsonObjectValue, type ExpressionValue } from '../../expression-value.js';
import { ErrorValue } from '../../../grid/cell-value.js';
import { FieldsList, fieldsListOf } from './fields-list.js';
import { isFieldsValue } from './value-kinds.js';

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
