import type { Dataset } from '../entities/dataset.js';
import { resolveAnyProperty } from '../entities/built-in-properties.js';

/** One kind of evidence that an answer may carry. */
interface FeatureDefinition {
  readonly id: string;
  readonly name: string;
  /** One or two sentences for docs/scoring.md. */
  readonly description: string;
  /** Unit and range of `value`. */
  readonly range: string;
}

/** Every feature, in the order in which answers carry them. `property:<id>` stands for one feature a property asked for. */
export const FEATURE_TABLE = [
  {
    id: 'id',
    name: 'Identifier',
    description:
      'The query text is the identifier or the URI of the entity, or the value of a property that identifies it.',
    range: 'true',
  },
  {
    id: 'name',
    name: 'Name',
    description:
      'How alike the query text and the preferred name are. The reason says which words are equal, misspelt, abbreviated, missing, too many, or what the query has as a property.',
    range: '0 to 100',
  },
  {
    id: 'alias',
    name: 'Alternative name',
    description: 'The same for the alternative name that is nearest, when it is nearer than the preferred one.',
    range: '0 to 100',
  },
  {
    id: 'transliteration',
    name: 'Name in other letters',
    description:
      'The same for a name or a query that was put into Latin letters, because the other is in other letters.',
    range: '0 to 100',
  },
  {
    id: 'several',
    name: 'One of several things',
    description:
      'The text names several things, one after the other ("A and B", "A; B"), and this entity is one of them. Each is as probable as if its name stood alone; none is matched, as a person has to say which one is wanted.',
    range: 'true',
  },
  {
    id: 'record',
    name: 'Words from the record',
    description:
      'Words of the query that the name lacks but a property, the type, the description or another name of the entity has: "Paris, Texas" for the Paris whose state is Texas. -1 when they name a country, a region or the like and the entity has another one. The reason says which word is what.',
    range: 'square root of the weight of the words; -1',
  },
  {
    id: 'type',
    name: 'Type',
    description:
      'Whether the entity has the type that was asked for, by itself or through a narrower type. Only sent when the type is a preference (type_strict "should").',
    range: 'true or false',
  },
  {
    id: 'property:<id>',
    name: 'Property',
    description:
      'How the value of one property compares: 1 exact, near 1 close, below partial, -1 different, 0 when a value is missing or unknown.',
    range: '-1 to 1',
  },
  {
    id: 'lead',
    name: 'Lead',
    description: 'Points between this candidate and the next one. Only sent with the first candidate.',
    range: '0 to 100',
  },
  {
    id: 'shared-label',
    name: 'Shared name',
    description:
      'Number of entities, of the types asked for, that have exactly this name. Sent when there are several: the name alone cannot tell them apart.',
    range: '2 and more',
  },
  {
    id: 'nothing',
    name: 'Nothing is meant',
    description:
      'Estimated probability that the query means nothing in this dataset. Only sent with the first candidate.',
    range: '0 to 1',
  },
  {
    id: 'probability',
    name: 'Probability',
    description:
      'Estimated probability that this candidate is what the query means. Those of all candidates and of nothing make 1.',
    range: '0 to 1',
  },
] as const satisfies readonly FeatureDefinition[];

export type FeatureId = Exclude<(typeof FEATURE_TABLE)[number]['id'], 'property:<id>'>;

/** Features that say how sure the decision is, and nothing of the entity. */
export const DECISION_FEATURES: ReadonlySet<string> = new Set<FeatureId>(['lead', 'nothing', 'probability']);

/** In front of the id of a property, in the id of the feature that says how its values agree. */
export const PROPERTY_FEATURE = 'property:';

/** Name of the feature with this id: that of the property, or that in the table of features; `undefined` for an unknown one. */
export function featureName(id: string, dataset: Dataset): string | undefined {
  if (id.startsWith(PROPERTY_FEATURE))
    return resolveAnyProperty(dataset, id.slice(PROPERTY_FEATURE.length))?.property.name;
  return FEATURE_TABLE.find((feature) => feature.id === id)?.name;
}
