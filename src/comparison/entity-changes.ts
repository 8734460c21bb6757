import type { Dataset } from '../entities/dataset.js';
import type { Entity } from '../entities/entity.js';
import { valueText } from '../entities/value-text.js';
import { ownValue } from '../foundation/own-value.js';
import type { EntityChange } from './comparison.js';

export interface SharedProperty {
  readonly id: string;
  readonly name: string;
  /** Whether it is identifying in either dataset. */
  readonly identifying: boolean;
}

/** The properties of both datasets, by id. */
export function sharedProperties(
  old: Pick<Dataset, 'properties'>,
  next: Pick<Dataset, 'properties'>,
): readonly SharedProperty[] {
  const before = new Map(old.properties.map((property) => [property.id, property]));
  return next.properties.flatMap(({ id, name, identifying }) => {
    const same = before.get(id);
    return same === undefined ? [] : [{ id, name, identifying: identifying || same.identifying }];
  });
}

/**
 * Changes of an entity, without its preferred name. A former name that became an alias, and the reverse, is no change
 * of the aliases.
 */
export function changesBetween(
  before: Entity,
  after: Entity,
  properties: readonly SharedProperty[],
): readonly EntityChange[] {
  const changes: EntityChange[] = [];
  const note = (
    what: EntityChange['what'],
    removed: readonly string[],
    added: readonly string[],
    property?: string,
  ): void => {
    if (removed.length > 0 || added.length > 0)
      changes.push({ what, ...(property !== undefined && { property }), removed, added });
  };
  note('aliases', missingIn(aliasesOf(before), labelsOf(after)), missingIn(aliasesOf(after), labelsOf(before)));
  const [oldText, newText] = [before.description ?? '', after.description ?? ''];
  if (oldText !== newText) note('description', oldText === '' ? [] : [oldText], newText === '' ? [] : [newText]);
  note('types', missingIn(before.types, after.types), missingIn(after.types, before.types));
  for (const { id, name } of properties) {
    const [oldValues, newValues] = [valuesOf(before, id), valuesOf(after, id)];
    note('property', missingIn(oldValues, newValues), missingIn(newValues, oldValues), name);
  }
  return changes;
}

/** All names of an entity, the preferred one first. */
export function labelsOf(entity: Entity): readonly string[] {
  return [entity.name, ...aliasesOf(entity)];
}

/** The values of a property as texts. */
export function valuesOf(entity: Entity, property: string): readonly string[] {
  return (ownValue(entity.properties, property) ?? []).map(valueText);
}

function aliasesOf({ aliases }: Entity): readonly string[] {
  return aliases.map(({ text }) => text);
}

/** Distinct texts of one list that the other lacks. */
export function missingIn(texts: readonly string[], others: readonly string[]): readonly string[] {
  if (texts.length === 0) return [];
  const known = new Set(others);
  return [...new Set(texts)].filter((text) => !known.has(text));
}
