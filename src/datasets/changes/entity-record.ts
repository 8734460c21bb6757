import { z } from 'zod';
import { findProperty } from '../../entities/dataset.js';
import type { Entity, Label } from '../../entities/entity.js';
import { formatPartialDate } from '../../entities/partial-date.js';
import type { Datatype, Property, PropertyValue } from '../../entities/property.js';
import { ownValue, setOwnValue } from '../../foundation/own-value.js';
import { nearestWord } from '../../foundation/nearest-word.js';
import { DATATYPE_WORDS, coordinatesOf, parsePropertyValue } from '../parse-property-value.js';

/*
 * An entity as programs send and receive it: JSON with the names of fields that the documentation has. Input may have
 * several forms (a single value instead of a list); the stored and returned form is canonical, so that equal entities
 * have equal records.
 */

const MAX_VALUES = 2_000;
const text = (longest: number): z.ZodString => z.string().trim().min(1).max(longest);
const tag = z
  .string()
  .regex(/^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/, { error: 'must be a language tag such as "en" or "pt-BR"' });
const label = z.union([text(2_000), z.strictObject({ text: text(2_000), language: tag.optional() })], {
  error: 'must be a text, or an object with "text" and "language"',
});
const value = z.union(
  [
    z.string().max(100_000),
    z.number(),
    z.boolean(),
    z.strictObject({ text: text(100_000), language: tag.optional() }),
    z.strictObject({ id: text(500) }),
    z.strictObject({ latitude: z.number(), longitude: z.number() }),
  ],
  { error: 'must be a text, a number, true or false, or an object with "text", "id", or "latitude" and "longitude"' },
);

/** Ids stand in URLs and in files of lines. */
export const ENTITY_ID = text(500).regex(/^\P{Cc}*$/u, { error: 'must not hold control characters' });

export const ENTITY_RECORD = z.strictObject({
  id: ENTITY_ID,
  name: text(2_000),
  language: tag.optional(),
  aliases: z.array(label).max(MAX_VALUES).optional(),
  description: z
    .union([z.string().trim().max(100_000), z.strictObject({ text: text(100_000), language: tag.optional() })], {
      error: 'must be a text, or an object with "text" and "language"',
    })
    .optional(),
  types: z.array(text(500)).max(100).optional(),
  properties: z.record(z.string(), z.union([value, z.array(value).max(MAX_VALUES)])).optional(),
  prominence: z.number().nonnegative().optional(),
});

export type EntityRecord = z.infer<typeof ENTITY_RECORD>;
type RecordValue = z.infer<typeof value>;

/**
 * The entity of a record, and a sentence for each value that does not fit its property or names an unknown property.
 */
export function entityOfRecord(
  record: EntityRecord,
  properties: readonly NamedProperty[],
): { readonly entity: Entity; readonly faults: readonly string[] } {
  const faults: string[] = [];
  const values: Record<string, readonly PropertyValue[]> = {};
  for (const [key, given] of Object.entries(record.properties ?? {})) {
    const property = findProperty(properties, key);
    if (property === undefined) {
      faults.push(unknownProperty(key, properties));
      continue;
    }
    const read = (Array.isArray(given) ? given : [given]).flatMap((one): readonly PropertyValue[] => {
      if (typeof one === 'string' && one.trim() === '') return [];
      const parsed = valueOf(one, property.datatype);
      if (parsed === undefined)
        faults.push(
          `properties.${key}: ${JSON.stringify(one).slice(0, 100)} is not ${DATATYPE_WORDS[property.datatype]}`,
        );
      return parsed === undefined ? [] : [parsed];
    });
    if (read.length > 0) setOwnValue(values, property.id, [...(ownValue(values, property.id) ?? []), ...read]);
  }
  return { entity: entityWith(record, values), faults };
}

type NamedProperty = Pick<Property, 'id' | 'name' | 'datatype'>;

function unknownProperty(key: string, properties: readonly NamedProperty[]): string {
  const ids = properties.map(({ id }) => id);
  const meant = nearestWord(key, ids);
  const some = ids.slice(0, 20).map((id) => `"${id}"`);
  const hint = meant === undefined ? `it has ${some.join(', ') || 'none'}` : `did you mean "${meant}"?`;
  return `properties: the dataset has no property "${key.slice(0, 100)}" (${hint})`;
}

function entityWith(record: EntityRecord, properties: Entity['properties']): Entity {
  const { id, name, language, prominence = 0 } = record;
  const description = typeof record.description === 'string' ? { text: record.description } : record.description;
  const aliases = (record.aliases ?? []).map((alias): Label =>
    typeof alias === 'string'
      ? { text: alias }
      : { text: alias.text, ...(alias.language !== undefined && { language: alias.language }) },
  );
  return {
    id,
    name,
    ...(language !== undefined && { nameLanguage: language }),
    aliases: distinct(aliases, name),
    ...(description !== undefined && description.text !== '' && { description: description.text }),
    ...(description?.language !== undefined && { descriptionLanguage: description.language }),
    types: [...new Set(record.types ?? [])],
    properties,
    prominence,
  };
}

function distinct(aliases: readonly Label[], name: string): readonly Label[] {
  const seen = new Set([name]);
  return aliases.filter((alias) => !seen.has(alias.text) && seen.add(alias.text));
}

function valueOf(given: RecordValue, datatype: Datatype): PropertyValue | undefined {
  if (typeof given !== 'object') return parsePropertyValue(String(given).trim(), { datatype });
  if ('text' in given)
    return { kind: 'text', text: given.text, ...(given.language !== undefined && { language: given.language }) };
  if ('id' in given) return datatype === 'reference' ? { kind: 'reference', id: given.id } : undefined;
  return datatype === 'coordinates' ? coordinatesOf(given.latitude, given.longitude) : undefined;
}

/** The record of an entity in its stored form; `entityOfRecord` gives the same entity. */
export function recordOfEntity(
  { id, name, nameLanguage, aliases, description, descriptionLanguage, types, properties, prominence }: Entity,
  declared: readonly Pick<Property, 'id' | 'datatype'>[],
): EntityRecord {
  const datatypes = new Map(declared.map((property) => [property.id, property.datatype]));
  const values: Record<string, RecordValue[]> = {};
  for (const key of Object.keys(properties).sort())
    setOwnValue(
      values,
      key,
      (ownValue(properties, key) ?? []).map((one) => recordValue(one, datatypes.get(key) ?? 'text')),
    );
  return {
    id,
    name,
    ...(nameLanguage !== undefined && { language: nameLanguage }),
    ...(aliases.length > 0 && {
      aliases: aliases.map(({ text: alias, language }) => (language === undefined ? alias : { text: alias, language })),
    }),
    ...(description !== undefined && {
      description:
        descriptionLanguage === undefined ? description : { text: description, language: descriptionLanguage },
    }),
    ...(types.length > 0 && { types: [...types] }),
    ...(Object.keys(values).length > 0 && { properties: values }),
    ...(prominence > 0 && { prominence }),
  };
}

function recordValue(one: PropertyValue, datatype: Datatype): RecordValue {
  switch (one.kind) {
    case 'text':
      // A text where the property has another datatype was stored as text.
      return one.language !== undefined
        ? { text: one.text, language: one.language }
        : datatype === 'text'
          ? one.text
          : { text: one.text };
    case 'identifier':
      return one.text;
    case 'integer':
    case 'number':
      return one.number;
    case 'boolean':
      return one.boolean;
    case 'date':
      return formatPartialDate(one.date);
    case 'coordinates':
      return { latitude: one.latitude, longitude: one.longitude };
    case 'url':
      return one.url;
    case 'reference':
      return { id: one.id };
  }
}
