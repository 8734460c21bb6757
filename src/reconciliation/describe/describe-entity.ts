import type { Dataset } from '../../entities/dataset.js';
import type { Entity, Label } from '../../entities/entity.js';
import type { Property } from '../../entities/property.js';
import { labelInLanguage } from '../../entities/label-in-language.js';
import { ownValue } from '../../foundation/own-value.js';
import type { TypeReference } from '../candidate.js';
import { readableValue, type ReadableValue } from './readable-value.js';
import { shortenText } from './shorten-text.js';

/** An entity as pages and cards show it. */
export interface EntityDescription {
  readonly id: string;
  readonly name: string;
  readonly nameLanguage?: string;
  /** One line that tells it from its namesakes; empty when the dataset knows nothing beyond the name. */
  readonly summary: string;
  readonly types: readonly TypeReference[];
  readonly aliases: readonly Label[];
  /** Those worth a small card first, then the others; each with at least one value. */
  readonly facts: readonly Fact[];
}

export interface Fact {
  readonly property: Property;
  readonly values: readonly ReadableValue[];
}

/** Everything that is known of one entity, ready to be shown, called by its label in the first of these languages in which it has one. Preview, flyout and view page all come from here. */
export function describeEntity(dataset: Dataset, entity: Entity, languages: readonly string[] = []): EntityDescription {
  const shown = labelInLanguage(entity, languages);
  const preferred: Label = { text: entity.name, ...(entity.nameLanguage !== undefined && { language: entity.nameLanguage }) };
  const facts = orderedProperties(dataset, entity).map((property) => factOf(dataset, entity, property));
  return {
    id: entity.id,
    name: shown.text,
    ...(shown.language !== undefined && { nameLanguage: shown.language }),
    summary: summarise(dataset, entity),
    types: entity.types.map((id) => ({ id, name: dataset.types.get(id)?.name ?? id })),
    aliases: shown.text === entity.name ? entity.aliases : [preferred, ...entity.aliases.filter(({ text }) => text !== shown.text)],
    facts,
  };
}

/** Facts that fit into a summary; more would not be read. */
const SUMMARY_FACTS = 2;
const SUMMARY_CHARACTERS = 160;

/**
 * One line: the description that the source gives, or else the type with what the entity refers to, such as
 * "City · Country: Germany". Empty when there is neither.
 */
export function summarise(dataset: Dataset, entity: Entity): string {
  if (entity.description !== undefined) return shortenText(entity.description, SUMMARY_CHARACTERS);
  const type = entity.types.map((id) => dataset.types.get(id)?.name ?? id)[0];
  const facts = orderedProperties(dataset, entity)
    .filter((property) => ['reference', 'date', 'text', 'identifier'].includes(property.datatype))
    .slice(0, SUMMARY_FACTS)
    .map((property) => {
      const [first] = factOf(dataset, entity, property).values;
      return `${property.name}: ${first?.text ?? ''}`;
    });
  return shortenText([...(type === undefined ? [] : [type]), ...facts].join(' · '), SUMMARY_CHARACTERS);
}

/** The properties that this entity has values of: the ones the dataset wants in previews, then the others, most used first. */
function orderedProperties(dataset: Dataset, entity: Entity): readonly Property[] {
  const has = dataset.properties.filter((property) => (ownValue(entity.properties, property.id) ?? []).length > 0);
  const rank = (property: Property): number => {
    const place = dataset.metadata.previewProperties.indexOf(property.id);
    return place < 0 ? dataset.metadata.previewProperties.length : place;
  };
  return [...has].sort((a, b) => rank(a) - rank(b));
}

function factOf(dataset: Dataset, entity: Entity, property: Property): Fact {
  return { property, values: (ownValue(entity.properties, property.id) ?? []).map((value) => readableValue(dataset, value)) };
}
