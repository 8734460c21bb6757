import { resolveProperty } from '../entities/dataset.js';
import type { Datatype } from '../entities/property.js';
import { codesIn } from '../text/codes-in.js';
import type { DatasetSnapshot } from './dataset-snapshot.js';
import type { ReconciliationQuery } from './reconciliation-query.js';
import { MOST_WITH_CODE } from './scoring/most-with-code.js';

const HOLDS_CODES: ReadonlySet<Datatype> = new Set(['text', 'identifier']);

/**
 * A query of which the text has a code ("Panasonic telephone KX-TS108W") that few entities have as a value of a property: without the code in its text,
 * and with the property asked for. `undefined` mostly. Cost: a look for a digit; for each code two binary searches a property.
 */
export function withCodeApart({ dataset, propertyValues }: DatasetSnapshot, query: ReconciliationQuery): ReconciliationQuery | undefined {
  for (const [code, written] of codesIn(query.text)) {
    for (const property of dataset.properties) {
      if (!HOLDS_CODES.has(property.datatype) || propertyValues.entitiesWith(property, code, MOST_WITH_CODE).length === 0) continue;
      if (query.properties.some((condition) => resolveProperty(dataset, condition.property) === property)) continue;
      return { ...query, text: query.text.replace(written, ' ').trim(), properties: [...query.properties, { property: property.id, values: [code] }] };
    }
  }
  return undefined;
}
