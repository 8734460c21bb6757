import { ownValue } from '../foundation/own-value.js';
import { type AnyProperty, resolveAnyProperty } from './built-in-properties.js';
import type { Dataset } from './dataset.js';
import type { Entity } from './entity.js';
import type { Property } from './property.js';

/** A path of properties such as `country/capital`: each but the last is a reference to the entities of the next. */
interface PropertyPath {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly references: readonly Property[];
  readonly last: AnyProperty;
}

/** A property or path for a column. */
export type ExtensionProperty = AnyProperty | { readonly kind: 'path'; readonly property: PropertyPath };

/** Maximum references of a path, so that circular ones end. */
const MAX_REFERENCES = 2;

/** Maximum entities per reference of a path, for one cell. */
export const MAX_ENTITIES_OF_PATH = 20;

/** Separator of the properties of a path: in its id, and in its name. */
const SEPARATOR = /\s*(?:\/|→)\s*/;

function pathOf(references: readonly Property[], last: AnyProperty): PropertyPath {
  const all = [...references, last.property];
  return {
    id: all.map(({ id }) => id).join('/'),
    name: all.map(({ name }) => name).join(' → '),
    description: `${last.property.name} of what "${references.at(-1)?.name ?? ''}" refers to`,
    references,
    last,
  };
}

/** The property with this id or name, or the path of properties with these, such as `country/capital` or "Country → Capital". `undefined` when there is none. */
export function resolveExtensionProperty(dataset: Dataset, idOrName: string): ExtensionProperty | undefined {
  const single = resolveAnyProperty(dataset, idOrName);
  if (single !== undefined) return single;
  const property = resolvePath(dataset, idOrName, []);
  return property === undefined ? undefined : { kind: 'path', property };
}

/** The continuation of the path after these references. Ids may contain slashes, so each slash is tried. */
function resolvePath(dataset: Dataset, text: string, before: readonly Property[]): PropertyPath | undefined {
  if (before.length === MAX_REFERENCES) return undefined;
  for (const separator of text.matchAll(new RegExp(SEPARATOR, 'g'))) {
    const first = resolveAnyProperty(dataset, text.slice(0, separator.index));
    if (first?.kind !== 'dataset' || first.property.datatype !== 'reference') continue;
    const references = [...before, first.property];
    const rest = text.slice(separator.index + separator[0].length);
    const last = resolveAnyProperty(dataset, rest);
    const path = last === undefined ? resolvePath(dataset, rest, references) : pathOf(references, last);
    if (path !== undefined) return path;
  }
  return undefined;
}

/**
 * A partly typed path: its first reference, and the text after the first separator; `undefined` without a separator.
 */
export function partsTyped(typed: string): { readonly first: string; readonly second: string | undefined } {
  const separator = SEPARATOR.exec(typed);
  return separator === null
    ? { first: typed.trim(), second: undefined }
    : {
        first: typed.slice(0, separator.index).trim(),
        second: typed.slice(separator.index + separator[0].length).trim(),
      };
}

/**
 * The distinct existing entities at the end of a path, before its last property. Cost: `MAX_ENTITIES_OF_PATH` entities
 * decoded for each reference.
 */
export function entitiesAlong(
  find: (id: string) => Entity | undefined,
  entity: Entity,
  { references }: PropertyPath,
): readonly Entity[] {
  let reached: readonly Entity[] = [entity];
  for (const { id } of references) {
    const ids = new Set(
      reached
        .flatMap(({ properties }) => ownValue(properties, id) ?? [])
        .flatMap((value) => (value.kind === 'reference' ? [value.id] : [])),
    );
    reached = [...ids].slice(0, MAX_ENTITIES_OF_PATH).flatMap((target) => find(target) ?? []);
  }
  return reached;
}
