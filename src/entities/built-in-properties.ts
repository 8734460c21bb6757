import type { Dataset } from './dataset.js';
import type { Entity, Label } from './entity.js';
import { halfOfCoordinates } from './coordinate-headings.js';
import { resolveProperty } from './dataset.js';
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
