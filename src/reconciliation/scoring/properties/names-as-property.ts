import type { Dataset } from '../../../entities/dataset.js';
import type { Entity } from '../../../entities/entity.js';
import type { Property, PropertyValue } from '../../../entities/property.js';
import { resolveAnyProperty } from '../../extend/built-in-properties.js';
import { foldText } from './values/compare-texts.js';
import type { CompareValue, ValueComparison } from './values/value-comparison.js';

/*
 * A query may bring a second name, from a column beside the one that is reconciled, as the property `name` or `aliases`, which clients are offered with those
 * of the dataset. It is held against all names of an entity.
 */

const NAMES: ReadonlySet<string> = new Set(['name', 'aliases']);

/** The names of entities as if they were a property; `undefined` for any other, and where the dataset has a property that is called so. */
export function propertyOfNames(dataset: Dataset, idOrName: string): Property | undefined {
  const found = resolveAnyProperty(dataset, idOrName);
  if (found?.kind !== 'built-in' || !NAMES.has(found.property.id)) return undefined;
  const { id, name } = found.property;
  return { id, name, datatype: 'text', identifying: false, usedBy: [], entityCount: dataset.entities.size };
}

/** Its values. */
export function namesOf({ name, aliases }: Entity): readonly PropertyValue[] {
  return [{ kind: 'text', text: name }, ...aliases.map(({ text }) => ({ kind: 'text', text }) as const)];
}

/** A whole name agrees by chance as seldom as a code. */
const ONE_OF_ITS_NAMES: ValueComparison = { agreement: 1, reason: 'one of its names', rarity: 10 };
/** A list need not have every name of a thing. */
const NONE_OF_ITS_NAMES: ValueComparison = { agreement: 0, reason: 'none of its names, which says nothing' };

/** The same column was sent twice. */
const ASKED_FOR_ANYWAY: ValueComparison = { agreement: 1, reason: 'the name that is asked for anyway', most: 0 };

/** Compares with a second name; `undefined` for blank text. Case, marks and the order of words do not count. */
export function compareNameWith(asked: string, queryText: string): CompareValue | undefined {
  const wanted = inAnyOrder(asked);
  if (wanted === '') return undefined;
  const equal = wanted === inAnyOrder(queryText) ? ASKED_FOR_ANYWAY : ONE_OF_ITS_NAMES;
  return (value) => (value.kind === 'text' && inAnyOrder(value.text) === wanted ? equal : NONE_OF_ITS_NAMES);
}

function inAnyOrder(text: string): string {
  return foldText(text).folded.split(' ').sort().join(' ');
}

/** Why a property that every entity has is no evidence; `undefined` for others. */
export function whyNoEvidence(dataset: Dataset, idOrName: string): string | undefined {
  const found = resolveAnyProperty(dataset, idOrName);
  if (found?.kind !== 'built-in') return undefined;
  if (found.property.id === 'type') return 'a type is asked for by "type", not as a property, so it was left out';
  return 'no evidence, so it was left out';
}
