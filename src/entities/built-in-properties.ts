import { type Dataset, resolveProperty } from './dataset.js';
import type { Entity, Label } from './entity.js';
import { halfOfCoordinates } from './coordinate-headings.js';
import { ownValue } from '../foundation/own-value.js';
import type { Property } from './property.js';

/** A pseudo-property that every entity has, requestable like properties of the dataset. */
interface BuiltInProperty {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly valuesOf: (entity: Entity, dataset: Dataset) => readonly Label[];
}

/** In the order of offers. A property of the dataset with the same id overrides one of these. */
const BUILT_IN_PROPERTIES: readonly BuiltInProperty[] = [
  {
    id: 'name',
    name: 'Name',
    description: 'The preferred name',
    valuesOf: ({ name, nameLanguage }) => [labelOf(name, nameLanguage)],
  },
  {
    id: 'aliases',
    name: 'Aliases',
    description: 'All aliases',
    valuesOf: (entity) => entity.aliases,
  },
  {
    id: 'description',
    name: 'Description',
    description: 'What the list says about the entity in a few words',
    valuesOf: ({ description, descriptionLanguage }) =>
      description === undefined ? [] : [labelOf(description, descriptionLanguage)],
  },
  {
    id: 'type',
    name: 'Type',
    description: 'Names of the types, most specific first',
    // Names of types have no language of their own: it is that of the preferred names, if known.
    valuesOf: (entity, { types, metadata }) =>
      entity.types.map((id) => labelOf(types.get(id)?.name ?? id, metadata.language)),
  },
];

function labelOf(text: string, language: string | undefined): Label {
  return language === undefined ? { text } : { text, language };
}

/** A property of the dataset, or a built-in one. */
export type AnyProperty =
  | { readonly kind: 'dataset'; readonly property: Property }
  | { readonly kind: 'built-in'; readonly property: BuiltInProperty };

/** By id, or else by name; the dataset's own first. `undefined` without one. */
export function resolveAnyProperty(dataset: Dataset, idOrName: string): AnyProperty | undefined {
  const own = resolveProperty(dataset, idOrName);
  if (own !== undefined) return { kind: 'dataset', property: own };
  const wanted = idOrName.trim().toLowerCase();
  const builtIn =
    BUILT_IN_PROPERTIES.find((one) => one.id === wanted || one.name.toLowerCase() === wanted) ??
    halfProperty(dataset, idOrName);
  return builtIn === undefined ? undefined : { kind: 'built-in', property: builtIn };
}

/** Latitude or longitude alone, for a dataset with both in one property. */
function halfProperty(dataset: Dataset, idOrName: string): BuiltInProperty | undefined {
  const found = halfOfCoordinates(dataset, idOrName);
  if (found === undefined) return undefined;
  const { property, half } = found;
  return {
    id: half,
    name: half === 'latitude' ? 'Latitude' : 'Longitude',
    description: `The ${half} in degrees`,
    valuesOf: (entity) =>
      (ownValue(entity.properties, property) ?? []).flatMap((value) =>
        value.kind === 'coordinates' ? [{ text: String(value[half]) }] : [],
      ),
  };
}

/** Those not overridden by a property of the dataset. */
export function builtInPropertiesOf(dataset: Dataset): readonly BuiltInProperty[] {
  return BUILT_IN_PROPERTIES.filter((one) => resolveProperty(dataset, one.id) === undefined);
}

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
