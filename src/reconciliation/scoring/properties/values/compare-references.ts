import type { Property } from '../../../../entities/property.js';
import { ownValue } from '../../../../foundation/own-value.js';
import type { DatasetStatistics } from '../../../dataset-statistics.js';
import type { QueryValue } from '../../../reconciliation-query.js';
import { normaliseIdentifier } from './compare-identifiers.js';
import { compareFolded, foldText } from './compare-texts.js';
import { EQUAL_VALUE, type CompareValue, type ValueComparison } from './value-comparison.js';

/**
 * References by the id of the target, by one of its names, or by one of its codes (the values of its identifying
 * properties). A foreign id with a name is compared by its name. A name that an entity of one of `targetTypes` has exactly means none whose name is only like it.
 */
export function compareReferenceWith(asked: QueryValue, properties: readonly Property[], statistics: DatasetStatistics, targetTypes: readonly string[]): CompareValue | undefined {
  const id = typeof asked === 'object' ? asked.id : String(asked).trim();
  const known = statistics.entityWithId(id) !== undefined;
  const name = typeof asked === 'object' ? asked.name : String(asked);
  const wanted = name === undefined || name.trim() === '' ? undefined : foldText(name);
  if (!known && wanted === undefined) return undefined;
  const code = normaliseIdentifier(name ?? id);
  const isOther = known || (wanted !== undefined && statistics.isNameOf(wanted.folded, targetTypes));
  const identifying = properties.filter((property) => property.identifying);
  return (value) => {
    if (value.kind !== 'reference') return undefined;
    if (value.id === id) return EQUAL_VALUE;
    if (wanted === undefined) return { agreement: -1, reason: 'another entity' };
    const target = statistics.entityWithId(value.id);
    if (target === undefined) return compareFolded(wanted, foldText(value.id));
    let best: ValueComparison = { agreement: -1, reason: 'another entity' };
    for (const label of [target.name, ...target.aliases.map((alias) => alias.text)]) {
      const comparison = compareFolded(wanted, foldText(label));
      if (comparison !== undefined && comparison.agreement > best.agreement) best = { agreement: comparison.agreement, reason: `${comparison.reason} as its name` };
      if (best.agreement === 1) return best;
    }
    for (const property of identifying) {
      for (const own of ownValue(target.properties, property.id) ?? []) {
        if ((own.kind === 'identifier' || own.kind === 'text') && normaliseIdentifier(own.text) === code) return { agreement: 1, reason: `equal to its ${property.name}` };
      }
    }
    // The id or the name of an entity that is really another one is no support, however alike the names.
    return isOther && best.agreement > 0 ? { agreement: 0, reason: 'another entity with a name like it' } : best;
  };
}
