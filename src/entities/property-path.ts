import { ownValue } from '../foundation/own-value.js';
import { type AnyProperty, resolveAnyProperty } from './built-in-properties.js';
import type { Dataset } from './dataset.js';
import type { Entity } from './entity.js';
import type { Property } from './property.js';

/** Properties one after the other, such as `country/capital`: each but the last refers to other entities, of which the next is asked. */
interface PropertyPath {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly references: readonly Property[];
  readonly last: AnyProperty;
}

/** What a column can be made of. */
export type ExtensionProperty = AnyProperty | { readonly kind: 'path'; readonly property: PropertyPath };

/** References that a path follows; so a circle of references is not followed for ever. */
const MAX_REFERENCES = 2;

/** Entities that each reference of a path leads to, for one cell. */
export const MAX_ENTITIES_OF_PATH = 20;

/** Between the properties of a path: as in its id, and as in its name. */
const SEPARATOR = /\s*(?:\/|→)\s*/;

/** The path of these properties. */
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

/** The path that goes on behind these references. An id may have a slash in it, so each slash is tried. */
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

/** What is typed of a path: the reference that it begins with, and what stands behind the first sign between two; `undefined` without such a sign. */
export function partsTyped(typed: string): { readonly first: string; readonly second: string | undefined } {
  const separator = SEPARATOR.exec(typed);
  return separator === null
    ? { first: typed.trim(), second: undefined }
    : {
        first: typed.slice(0, separator.index).trim(),
        second: typed.slice(separator.index + separator[0].length).trim(),
      };
}

/** The entities that a path leads to before its last property, each once, as far as they can be found. Cost: `MAX_ENTITIES_OF_PATH` entities decoded for each reference. */
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
