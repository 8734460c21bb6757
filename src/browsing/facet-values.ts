import type { Dataset } from '../entities/dataset.js';
import type { Entity } from '../entities/entity.js';
import type { Datatype, Property, PropertyValue } from '../entities/property.js';
import { valueText } from '../entities/value-text.js';
import { ownValue } from '../foundation/own-value.js';
import type { BrowseFacet } from './browse-query.js';

/** A property with more values is no facet. */
export const MAX_VALUES = 40;
export const MAX_FACETS = 8;
/** A longer text is no heading of a group. */
const MAX_CHARACTERS = 60;
const KINDS: readonly Datatype[] = ['text', 'reference', 'boolean', 'integer'];

/** Whether entities can be counted by this value of a property; without a value: by any short one. */
export function isCountable(
  { datatype, identifying }: Pick<Property, 'datatype' | 'identifying'>,
  value = '',
): boolean {
  return KINDS.includes(datatype) && !identifying && value.length <= MAX_CHARACTERS;
}

/** The most frequent values first. */
export function frequentFirst(values: BrowseFacet['values']): BrowseFacet['values'] {
  return [...values].sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}

/** Properties with few values, and the entities with each, by position. Memory: a number for each value of each entity. */
export class FacetValues {
  readonly #collected = new Map<string, Map<string, number[]>>();

  constructor({ properties }: Dataset) {
    for (const property of properties) if (isCountable(property)) this.#collected.set(property.id, new Map());
  }

  add(place: number, entity: Entity): void {
    for (const [property, values] of this.#collected) {
      for (const value of ownValue(entity.properties, property) ?? []) {
        const key = valueKey(value);
        const places = values.get(key);
        if (places !== undefined) {
          if (places.at(-1) !== place) places.push(place);
        } else if (values.size >= MAX_VALUES || key.length > MAX_CHARACTERS) {
          this.#collected.delete(property);
          break;
        } else {
          values.set(key, [place]);
        }
      }
    }
  }

  /** Drops uninformative properties after the last addition. */
  finish(): void {
    const size = (values: ReadonlyMap<string, readonly number[]>): number =>
      [...values.values()].reduce((sum, places) => sum + places.length, 0);
    // Values that are all distinct or all equal offer no choice.
    const informative = [...this.#collected]
      .filter(([, values]) => values.size > 1 && size(values) > values.size)
      .sort(([, a], [, b]) => size(b) - size(a));
    this.#collected.clear();
    for (const [property, values] of informative.slice(0, MAX_FACETS)) this.#collected.set(property, values);
  }

  /** Positions of the entities with the value, ascending; `undefined` if the property is no facet. */
  placesWith(property: string, value: string): readonly number[] | undefined {
    const values = this.#collected.get(property);
    return values === undefined ? undefined : (values.get(value) ?? []);
  }

  /** Counts values of the entities for which `holds` is 1. Cost: a look at each value of each entity. */
  count(holds: Uint8Array): readonly BrowseFacet[] {
    return [...this.#collected].map(([property, values]) => ({
      property,
      values: frequentFirst(
        [...values]
          .map(([value, places]) => ({ value, count: places.reduce((sum, place) => sum + (holds[place] ?? 0), 0) }))
          .filter(({ count }) => count > 0),
      ),
    }));
  }
}

/** The value in addresses: the id of a referenced entity, else a text. */
export function valueKey(value: PropertyValue): string {
  // Without the usual blank.
  return value.kind === 'coordinates' ? `${String(value.latitude)},${String(value.longitude)}` : valueText(value);
}
