import type { PropertyCondition } from '../../scoring/query.js';
import { PROPERTY_PARAMETER } from '../pages/query-fields.js';
import type { RequestParameters } from '../request-parameters.js';

const MAX_PROPERTIES = 200;

/**
 * The parameters `property:ID`: values of one property are alternatives, as in a query object; blank fields are
 * ignored.
 */
export function propertiesAsked(parameters: RequestParameters): readonly PropertyCondition[] {
  return parameters.names
    .filter((name) => name.startsWith(PROPERTY_PARAMETER) && name.length > PROPERTY_PARAMETER.length)
    .map((name) => ({
      property: name.slice(PROPERTY_PARAMETER.length),
      values: parameters.all(name).filter((value) => value.trim() !== ''),
    }))
    .filter(({ values }) => values.length > 0)
    .slice(0, MAX_PROPERTIES);
}
