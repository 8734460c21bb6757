import type { Dataset } from '../entities/dataset.js';
import type { Entity, Label } from '../entities/entity.js';
import { labelInLanguage } from '../entities/label-in-language.js';
import { formatPartialDate, type PartialDate } from '../entities/partial-date.js';
import type { Property, PropertyValue } from '../entities/property.js';
import { ownValue } from '../foundation/own-value.js';
import { analyseLabel } from '../text/analyse-label.js';
import { editDistanceWithin } from '../text/similarity/edit-distance.js';
import { hasLettersBeyondLatin } from '../text/transliterate.js';
import type { TypeReference } from '../scoring/candidate.js';

export interface EntityDescription {
  readonly id: string;
  readonly name: string;
  readonly nameLanguage?: string;
  /** One line that separates homonyms; empty if there is only a name. */
  readonly summary: string;
  /** Language of a summary that is the description, if known. */
  readonly summaryLanguage?: string;
  readonly types: readonly TypeReference[];
  readonly aliases: readonly Label[];
  /** Those for a small card first, then the others; each with at least one value. */
  readonly facts: readonly Fact[];
}

export interface Fact {
  readonly property: Property;
  readonly values: readonly ReadableValue[];
}

/**
 * All facts about one entity for display, with its label in the first available of these languages. Source of preview,
 * flyout and view page.
 */
export function describeEntity(dataset: Dataset, entity: Entity, languages: readonly string[] = []): EntityDescription {
  const shown = labelInLanguage(entity, languages);
  const preferred: Label = {
    text: entity.name,
    ...(entity.nameLanguage !== undefined && { language: entity.nameLanguage }),
  };
  return {
    id: entity.id,
    name: shown.text,
    ...(shown.language !== undefined && { nameLanguage: shown.language }),
    summary: summarise(dataset, entity),
    ...(entity.descriptionLanguage !== undefined && { summaryLanguage: entity.descriptionLanguage }),
    types: entity.types.map((id) => ({ id, name: dataset.types.get(id)?.name ?? id })),
    aliases:
      shown.text === entity.name
        ? entity.aliases
        : [preferred, ...entity.aliases.filter(({ text }) => text !== shown.text)],
    facts: entityFacts(dataset, entity),
  };
}

/** Facts about an entity by property: those for a small card first, then the others; each with at least one value. */
export function entityFacts(dataset: Dataset, entity: Entity): readonly Fact[] {
  return orderedProperties(dataset, entity).map((property) => factOf(dataset, entity, property));
}

const SUMMARY_FACTS = 2;
const SUMMARY_CHARACTERS = 160;

/**
 * One line: the description, or else the type with references, such as "City · Country: Germany", without the
 * properties of `shown`, which are displayed elsewhere. Empty without either.
 */
export function summarise(dataset: Dataset, entity: Entity, shown: ReadonlySet<string> = new Set()): string {
  if (entity.description !== undefined) return shortenText(entity.description, SUMMARY_CHARACTERS);
  const type = entity.types.map((id) => dataset.types.get(id)?.name ?? id)[0];
  const facts = orderedProperties(dataset, entity)
    .filter(({ id }) => !shown.has(id))
    .filter((property) => ['reference', 'date', 'text', 'identifier'].includes(property.datatype))
    .slice(0, SUMMARY_FACTS)
    .map((property) => {
      const [first] = factOf(dataset, entity, property).values;
      return `${property.name}: ${first?.text ?? ''}`;
    });
  return shortenText([...(type === undefined ? [] : [type]), ...facts].join(' · '), SUMMARY_CHARACTERS);
}

/** The properties with values for this entity: those for previews, then the others, most used first. */
function orderedProperties(dataset: Dataset, entity: Entity): readonly Property[] {
  const has = dataset.properties.filter((property) => (ownValue(entity.properties, property.id) ?? []).length > 0);
  const rank = (property: Property): number => {
    const place = dataset.metadata.previewProperties.indexOf(property.id);
    return place < 0 ? dataset.metadata.previewProperties.length : place;
  };
  return [...has].sort((a, b) => rank(a) - rank(b));
}

function factOf(dataset: Dataset, entity: Entity, property: Property): Fact {
  return {
    property,
    values: (ownValue(entity.properties, property.id) ?? []).map((value) => readableValue(dataset, value)),
  };
}

/**
 * The `most` most informative aliases for a short line: first those in the script of the name, and of these the ones
 * that are not spelling variants. Within each in source order, without repetitions. Cost: one comparison a name.
 */
export function tellingNames(name: string, aliases: readonly Label[], most: number): readonly string[] {
  const folded = analyseLabel(name).folded;
  const isLatin = !hasLettersBeyondLatin(name);
  const spelling = Math.max(1, Math.floor(folded.length / 4));
  const texts = [...new Set(aliases.map((alias) => alias.text))].filter((text) => text !== name);
  const rank = (text: string): number => {
    if (hasLettersBeyondLatin(text) === isLatin) return 2;
    return editDistanceWithin(folded, analyseLabel(text).folded, spelling) <= spelling ? 1 : 0;
  };
  const ranked = texts.map((text) => ({ text, rank: rank(text) }));
  return [0, 1, 2]
    .flatMap((wanted) => ranked.filter((one) => one.rank === wanted).map(({ text }) => text))
    .slice(0, most);
}

/** A value for people. */
export interface ReadableValue {
  readonly text: string;
  /** Id of the referenced entity of this dataset. */
  readonly entity?: string;
  /** Address in the value, with any scheme. */
  readonly url?: string;
  /** Degrees, WGS 84. */
  readonly coordinates?: { readonly latitude: number; readonly longitude: number };
  readonly language?: string;
}

/** A value for pages; references have the name of their target. */
export function readableValue(dataset: Dataset, value: PropertyValue): ReadableValue {
  switch (value.kind) {
    case 'text':
      return value.language === undefined ? { text: value.text } : { text: value.text, language: value.language };
    case 'identifier':
      return { text: value.text };
    case 'integer':
    case 'number':
      return { text: formatNumber(value.number) };
    case 'boolean':
      return { text: value.boolean ? 'yes' : 'no' };
    case 'date':
      return { text: value.date.year > 0 ? formatPartialDate(value.date) : `${formatYearBefore(value.date)} BC` };
    case 'coordinates':
      return { text: formatCoordinates(value.latitude, value.longitude), coordinates: value };
    case 'url':
      return { text: value.url, url: value.url };
    case 'reference': {
      const target = dataset.entities.ordinalOf(value.id);
      return target < 0 ? { text: value.id } : { text: dataset.entities.nameOf(target), entity: value.id };
    }
  }
}

/** Digits in groups of three, separated by a narrow space, which is no decimal mark in any language. */
function formatNumber(number: number): string {
  const [whole = '', fraction] = String(number).split('.');
  if (/[eE]/.test(String(number)) || whole.replace('-', '').length < 5) return String(number);
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '\u202f');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

function formatCoordinates(latitude: number, longitude: number): string {
  const degrees = (value: number, positive: string, negative: string): string =>
    `${Math.abs(value).toFixed(4)}° ${value < 0 ? negative : positive}`;
  return `${degrees(latitude, 'N', 'S')}, ${degrees(longitude, 'E', 'W')}`;
}

/** Year 0 is 1 BC; month and day stay. */
function formatYearBefore(date: PartialDate): string {
  return formatPartialDate({ ...date, year: 1 - date.year }).replace(/^0+/, '');
}

/** The text, or its beginning and `…` above `most` characters, never splitting a character. Cost: the kept part. */
export function shortenText(text: string, most: number): string {
  if (text.length <= most) return text;
  const characters = [...text.slice(0, 2 * most + 2)];
  return characters.length <= most
    ? text
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}
