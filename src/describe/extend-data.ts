import type { Dataset } from '../entities/dataset.js';
import { findEntity } from '../entities/entity-store.js';
import type { Entity } from '../entities/entity.js';
import type { Property, PropertyValue } from '../entities/property.js';
import { ownValue } from '../foundation/own-value.js';
import type { TypeReference } from '../scoring/candidate.js';
import {
  type ExtensionProperty,
  builtInPropertiesOf,
  entitiesAlong,
  resolveExtensionProperty,
} from '../entities/built-in-properties.js';

export interface ExtensionRequest {
  readonly ids: readonly string[];
  readonly properties: readonly RequestedProperty[];
}

interface RequestedProperty {
  /** Id or name, as sent. */
  readonly id: string;
  readonly settings: PropertySettings;
}

/** A value for a table. */
export type ExtensionValue =
  | Exclude<PropertyValue, { readonly kind: 'reference' }>
  | { readonly kind: 'entity'; readonly id: string; readonly name: string; readonly language?: string };

export interface Extension {
  /** One for each requested property, in order, with repetitions. */
  readonly columns: readonly ExtensionColumn[];
  /** One for each requested id, in order, with repetitions. `cells` has one list a column, which may be empty. */
  readonly rows: readonly ExtensionRow[];
}

export interface ExtensionColumn {
  /** As sent, for the client. */
  readonly id: string;
  readonly name: string;
  /** Type of the values, for entities of this dataset. */
  readonly type?: TypeReference;
}

export interface ExtensionRow {
  readonly id: string;
  readonly cells: readonly (readonly ExtensionValue[])[];
}

/** Property values of entities. Unknown ids and properties have no values; they are no error. */
export function extendData(dataset: Dataset, request: ExtensionRequest): Extension {
  const columns = request.properties.map((asked) => ({ asked, found: resolveExtensionProperty(dataset, asked.id) }));
  return {
    columns: columns.map(({ asked, found }) => describeColumn(dataset, asked, found)),
    rows: request.ids.map((id) => {
      const entity = findEntity(dataset.entities, id);
      return {
        id,
        cells: columns.map(({ asked, found }) =>
          entity === undefined || found === undefined ? [] : valuesOf(dataset, entity, found, asked.settings),
        ),
      };
    }),
  };
}

function describeColumn(
  dataset: Dataset,
  asked: RequestedProperty,
  found: ExtensionProperty | undefined,
): ExtensionColumn {
  if (found === undefined) return { id: asked.id, name: asked.id };
  const column = { id: asked.id, name: found.property.name };
  const last = found.kind === 'path' ? found.property.last : found;
  if (last.kind === 'built-in' || last.property.datatype !== 'reference' || asked.settings.references !== 'entity')
    return column;
  const type = last.property.targetTypes?.map((id) => dataset.types.get(id)).find((one) => one !== undefined);
  return type === undefined ? column : { ...column, type: { id: type.id, name: type.name } };
}

function valuesOf(
  dataset: Dataset,
  entity: Entity,
  found: ExtensionProperty,
  settings: PropertySettings,
): readonly ExtensionValue[] {
  if (found.kind === 'path') {
    const { last } = found.property;
    const values = entitiesAlong((id) => findEntity(dataset.entities, id), entity, found.property).flatMap((target) =>
      valuesOf(dataset, target, last, { ...settings, limit: 0 }),
    );
    // A value shared by two entities on the path counts once.
    const distinct = [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
    return settings.limit === 0 ? distinct : distinct.slice(0, settings.limit);
  }
  const values =
    found.kind === 'built-in'
      ? found.property.valuesOf(entity, dataset).map((label) => ({ kind: 'text', ...label }) as const)
      : (ownValue(entity.properties, found.property.id) ?? []).map((value) =>
          toExtensionValue(dataset, value, settings),
        );
  return settings.limit === 0 ? values : values.slice(0, settings.limit);
}

function toExtensionValue(dataset: Dataset, value: PropertyValue, settings: PropertySettings): ExtensionValue {
  if (value.kind !== 'reference') return value;
  const target = dataset.entities.ordinalOf(value.id);
  if (settings.references === 'id' || target < 0) return { kind: 'text', text: value.id };
  const { name, nameLanguage } = dataset.entities.entity(target);
  const marks = nameLanguage === undefined ? {} : { language: nameLanguage };
  return settings.references === 'name'
    ? { kind: 'text', text: name, ...marks }
    : { kind: 'entity', id: value.id, name, ...marks };
}

export interface ProposedProperty {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
}

/**
 * Properties for columns of entities of this type, most used first, then those of every entity. Without a known type,
 * those of the whole dataset. `limit` 0: all.
 */
export function proposeProperties(dataset: Dataset, type: string, limit: number): readonly ProposedProperty[] {
  const own = propertiesUsedBy(dataset, type).map(toProposal);
  const always = builtInPropertiesOf(dataset).map(({ id, name, description }) => ({ id, name, description }));
  const all = [...own, ...always];
  return limit === 0 ? all : all.slice(0, limit);
}

/** Properties with values for entities of this type, a narrower or a broader one; all if there are none. */
export function propertiesUsedBy(dataset: Dataset, type: string): readonly Property[] {
  const wanted = type === '' ? undefined : dataset.types.resolve(type);
  if (wanted === undefined) return dataset.properties;
  const used = dataset.properties.filter(
    (property) =>
      property.usedBy.length === 0 ||
      property.usedBy.some((id) => dataset.types.isA(id, wanted.id) || dataset.types.isA(wanted.id, id)),
  );
  return used.length === 0 ? dataset.properties : used;
}

function toProposal({ id, name, description }: Property): ProposedProperty {
  return description === undefined ? { id, name } : { id, name, description };
}

interface PropertySettings {
  /** Maximum values for one entity; 0: all. */
  readonly limit: number;
  /** Form of references: matched entities, names or ids. */
  readonly references: ReferenceForm;
}

type ReferenceForm = 'entity' | 'name' | 'id';

export const DEFAULT_PROPERTY_SETTINGS: PropertySettings = { limit: 0, references: 'entity' };

/** A setting as shown in forms of clients. */
export interface SettingForm {
  readonly name: keyof PropertySettings;
  readonly label: string;
  readonly help: string;
  readonly kind:
    | { readonly type: 'number'; readonly default: number }
    | { readonly type: 'select'; readonly default: string; readonly choices: readonly Choice[] };
}

export interface Choice {
  readonly value: string;
  readonly name: string;
}

export const PROPERTY_SETTING_FORMS: readonly SettingForm[] = [
  {
    name: 'limit',
    label: 'Maximum number of values',
    help: 'An entity with more values than this gives only the first ones; 0 gives all.',
    kind: { type: 'number', default: DEFAULT_PROPERTY_SETTINGS.limit },
  },
  {
    name: 'references',
    label: 'Other entities of this service',
    help: 'What the new column holds where a value is itself an entity.',
    kind: {
      type: 'select',
      default: DEFAULT_PROPERTY_SETTINGS.references,
      choices: [
        { value: 'entity', name: 'Matched entities' },
        { value: 'name', name: 'Names as text' },
        { value: 'id', name: 'Identifiers as text' },
      ],
    },
  },
];

/** Settings sent as text; unknown ones are ignored, and invalid values become the default. */
export function readPropertySettings(raw: Readonly<Record<string, unknown>>): PropertySettings {
  const { limit: most, references } = raw;
  const limit = typeof most === 'number' || typeof most === 'string' ? Number(most) : 0;
  return {
    limit: Number.isFinite(limit) && limit >= 1 ? Math.floor(limit) : DEFAULT_PROPERTY_SETTINGS.limit,
    references:
      references === 'entity' || references === 'name' || references === 'id'
        ? references
        : DEFAULT_PROPERTY_SETTINGS.references,
  };
}
