import { entitiesAlong, resolveAnyProperty, resolveExtensionProperty } from '../entities/built-in-properties.js';
import { type Dataset, resolveProperty } from '../entities/dataset.js';
import type { Entity } from '../entities/entity.js';
import type { Property, PropertyValue } from '../entities/property.js';
import { ownValue } from '../foundation/own-value.js';
import { sentence } from '../foundation/message.js';
import { analyseLabel } from '../text/analyse-label.js';
import { isStopWord } from '../text/similarity/common-words.js';
import { foldValue, valueKey } from '../values/compare-texts.js';
import {
  type CompareValue,
  type ReferenceTargets,
  type ValueKind,
  comparatorFor,
  comparatorForExact,
} from '../values/compare-values.js';
import { formOfProperty } from '../values/value-form.js';
import { EQUAL, type ValueComparison } from '../values/value-level.js';
import type { ValueFamily } from './candidate.js';
import { type PropertyModel, shareOf } from './scoring-model.js';
import type { PropertyCondition, Quantifier, QueryValue } from './query.js';
import type { DatasetSnapshot } from './snapshot.js';

/** A condition of the query, read once and ready to be held against entities. */
export interface PreparedCondition {
  /** As asked for; the id of the property when it is known. */
  readonly id: string;
  readonly name: string;
  /** `undefined`: the dataset has no such property. */
  readonly property: Property | undefined;
  /** Its values of an entity, also those that stand at the end of a path. */
  readonly valuesIn: (entity: Entity) => readonly PropertyValue[];
  readonly family: ValueFamily;
  /** One for each value that can be compared. */
  readonly compare: readonly CompareValue[];
  /** Whether every value that was asked for can be. */
  readonly comparable: boolean;
  readonly quantifier: Quantifier;
  readonly required: boolean;
  readonly model: PropertyModel | undefined;
}

/** Comparison of one entity with a condition: the best of a requested value with a value of the entity; with the quantifier `all`, that of the requested value that is met least. */
export interface PropertyComparison extends ValueComparison {
  readonly condition: PreparedCondition;
  /** −ln of the share of the entities that have the value in common, in nats; 0 where nothing is in common. */
  readonly rarity: number;
  /** Whether either side has several values: then "different" says little. */
  readonly isList: boolean;
  /** Whether the value identifies an entity, and entities of the dataset hardly ever share one. */
  readonly identifying: boolean;
}

/** Conditions in the order of the query, whose text may be needed to read them. */
export function prepareConditions(
  { dataset, statistics }: DatasetSnapshot,
  conditions: readonly PropertyCondition[],
  text = '',
): readonly PreparedCondition[] {
  return conditions.map((condition): PreparedCondition => {
    const source = sourceOf(dataset, condition.property, statistics.entityWithId);
    const mode = { quantifier: condition.quantifier ?? 'any', required: condition.required === true } as const;
    if (source === undefined) {
      const asked = { id: condition.property, name: condition.property };
      return { ...asked, ...NOWHERE, family: 'text', compare: [], comparable: false, ...mode };
    }
    const { property, valuesIn, kind } = source;
    const model = kind === 'own' ? statistics.valuesOf(property.id) : undefined;
    const base = { id: property.id, name: property.name, property, model, valuesIn };
    const targets: ReferenceTargets = {
      entityWithId: statistics.entityWithId,
      isNameOf: statistics.isNameOf,
      properties: dataset.properties,
      types: property.targetTypes ?? [],
    };
    const form = formOfProperty(property, model);
    const compare = condition.values.flatMap((value) => {
      const found =
        kind === 'names'
          ? compareNameWith(plainText(value), text)
          : condition.exact === true
            ? comparatorForExact(value, targets)
            : comparatorFor(value, form, targets);
      return found ?? [];
    });
    return {
      ...base,
      family: familyOf(form.kind, model),
      compare,
      comparable: compare.length === condition.values.length,
      ...mode,
    };
  });
}

/** Texts longer than this on average are descriptions. */
const LONG_TEXT = 60;

function familyOf(kind: ValueKind, model: PropertyModel | undefined): ValueFamily {
  switch (kind) {
    case 'code':
    case 'identifier':
    case 'url':
      return 'code';
    case 'year':
    case 'small integer':
    case 'number':
      return 'number';
    case 'text':
      return (model?.meanLength ?? 0) > LONG_TEXT ? 'long' : 'text';
    default:
      return 'text';
  }
}

/** Of fewer values nothing is counted. */
const FEW = 50;
/** Greatest chance of two entities to share a value of a property that still identifies. */
const MAX_CHANCE_OF_IDENTIFIER = 0.001;
const UNKNOWN: ValueComparison = {
  level: 'missing',
  similarity: 0,
  reason: sentence('no value known, which says nothing'),
};
const INCOMPARABLE: ValueComparison = {
  level: 'missing',
  similarity: 0,
  reason: sentence('the values cannot be compared, which says nothing'),
};

/** Holds a condition against an entity. A condition with the quantifier `none` is refused by a value that is `exact`, and says nothing otherwise. Cost: one comparison for each pair of values. */
export function compareProperty(condition: PreparedCondition, entity: Entity): PropertyComparison {
  const { property, compare, model, quantifier, valuesIn } = condition;
  const values = valuesIn(entity);
  const found = quantifier === 'all' ? leastComparison(compare, values) : bestComparison(compare, values);
  const { level, similarity, reason, key } = found?.comparison ?? (values.length === 0 ? UNKNOWN : INCOMPARABLE);
  const hasCommon = found !== undefined && level !== 'different' && level !== 'missing';
  return {
    level,
    similarity,
    reason,
    condition,
    rarity: hasCommon ? -Math.log(shareOf(model, key ?? valueKey(found.value))) : 0,
    isList: values.length > 1 || compare.length > 1 || model?.separator !== undefined,
    identifying:
      property?.identifying === true &&
      (model === undefined || model.sampled < FEW || model.chance <= MAX_CHANCE_OF_IDENTIFIER),
    ...(key !== undefined && { key }),
  };
}

/**
 * Whether an entity meets a condition that is required: a value at least partly the same, for `any` of those asked for or `all` of them; for `none`, no value
 * that says the same as one of them. What is not known meets nothing but `none`, and a property that the dataset does not have meets nothing at all.
 */
export function meetsCondition(condition: PreparedCondition, entity: Entity): boolean {
  const { property, compare, comparable, quantifier, valuesIn } = condition;
  if (property === undefined) return false;
  const values = valuesIn(entity);
  const reaches = (least: number) => (comparator: CompareValue) =>
    values.some((value) => (comparator(value)?.similarity ?? 0) >= least);
  switch (quantifier) {
    case 'any':
      return compare.some(reaches(RATHER));
    case 'all':
      return comparable && compare.every(reaches(RATHER));
    case 'none':
      return !compare.some(reaches(1));
  }
}

/** From this similarity on a value is rather the one that was asked for than another one. */
const RATHER = 0.65;

/** The values that a condition is held against. */
interface ConditionSource extends Pick<PreparedCondition, 'valuesIn'> {
  /** A property of the dataset, the names as if they were one, or the property at the end of a path such as `country/capital`. */
  readonly kind: 'own' | 'names' | 'path';
  readonly property: Property;
}

const NOWHERE = { property: undefined, model: undefined, valuesIn: (): readonly PropertyValue[] => [] } as const;

/** `undefined` where the dataset has no such property, and for a path that ends in what is not compared. */
function sourceOf(
  dataset: Dataset,
  idOrName: string,
  find: (id: string) => Entity | undefined,
): ConditionSource | undefined {
  const own = resolveProperty(dataset, idOrName);
  if (own !== undefined) return ownSource(own);
  const names = namesSource(dataset, idOrName);
  if (names !== undefined) return names;
  const path = resolveExtensionProperty(dataset, idOrName);
  if (path?.kind !== 'path') return undefined;
  const { id, name, last } = path.property;
  const end = last.kind === 'dataset' ? ownSource(last.property) : namesSource(dataset, last.property.id);
  if (end === undefined) return undefined;
  return {
    kind: 'path',
    property: { ...end.property, id, name, identifying: false },
    valuesIn: (entity) => entitiesAlong(find, entity, path.property).flatMap((target) => end.valuesIn(target)),
  };
}

function ownSource(property: Property): ConditionSource {
  return { kind: 'own', property, valuesIn: ({ properties }) => ownValue(properties, property.id) ?? [] };
}

function namesSource(dataset: Dataset, idOrName: string): ConditionSource | undefined {
  const property = propertyOfNames(dataset, idOrName);
  return property && { kind: 'names', property, valuesIn: namesOf };
}

interface FoundComparison {
  readonly comparison: ValueComparison;
  readonly value: PropertyValue;
}

function bestComparison(
  compare: readonly CompareValue[],
  values: readonly PropertyValue[],
): FoundComparison | undefined {
  let best: FoundComparison | undefined;
  for (const value of values)
    for (const comparator of compare) {
      const comparison = comparator(value);
      if (comparison !== undefined && (best === undefined || comparison.similarity > best.comparison.similarity))
        best = { comparison, value };
    }
  return best;
}

/** The worst comparison: with the quantifier `all`, a missing value counts. */
function leastComparison(
  compare: readonly CompareValue[],
  values: readonly PropertyValue[],
): FoundComparison | undefined {
  let least: FoundComparison | undefined;
  for (const comparator of compare) {
    const best = bestComparison([comparator], values);
    if (best !== undefined && (least === undefined || best.comparison.similarity < least.comparison.similarity))
      least = best;
  }
  return least;
}

/*
 * A query may bring a second name, from a column beside the one that is reconciled, as the property `name` or `aliases`, which clients are offered with those
 * of the dataset. It is held against all names of an entity.
 */

const NAMES: ReadonlySet<string> = new Set(['name', 'aliases']);

/** The names of entities as if they were a property; `undefined` for any other, and where the dataset has a property that is called so. */
export function propertyOfNames(dataset: Dataset, idOrName: string): Property | undefined {
  const found = resolveAnyProperty(dataset, idOrName);
  if (found?.kind !== 'built-in' || !NAMES.has(found.property.id)) return undefined;
  const { id, name } = found.property;
  return { id, name, datatype: 'text', identifying: false, usedBy: [], entityCount: dataset.entities.size };
}

function namesOf({ name, aliases }: Entity): readonly PropertyValue[] {
  return [{ kind: 'text', text: name }, ...aliases.map(({ text }) => ({ kind: 'text', text }) as const)];
}

const ONE_OF_ITS_NAMES: ValueComparison = { ...EQUAL, reason: sentence('one of its names') };
/** A dataset need not have every name of a thing. */
const NONE_OF_ITS_NAMES: ValueComparison = { ...UNKNOWN, reason: sentence('none of its names, which says nothing') };
/** The same column was sent twice. */
const ASKED_FOR_ANYWAY: ValueComparison = { ...UNKNOWN, reason: sentence('equal to the name of the query') };

/** Compares with a second name; `undefined` for blank text. Case, marks and the order of words do not count. */
function compareNameWith(asked: string, queryText: string): CompareValue | undefined {
  const wanted = inAnyOrder(asked);
  if (wanted === '') return undefined;
  const equal = wanted === inAnyOrder(queryText) ? ASKED_FOR_ANYWAY : ONE_OF_ITS_NAMES;
  return (value) => (value.kind === 'text' && inAnyOrder(value.text) === wanted ? equal : NONE_OF_ITS_NAMES);
}

function inAnyOrder(text: string): string {
  return foldValue(text).folded.split(' ').sort().join(' ');
}

function plainText(value: QueryValue): string {
  return String(typeof value === 'object' ? (value.name ?? value.id) : value);
}

const MAX_CHARACTERS = 100;
const MAX_WORDS = 6;
const YEAR = /^[12]\d{3}$/;
const LETTER = /\p{L}/u;

/** The words of the values asked for beside the name, without those that are not wanted; `isOfNames`: whether a property is that of the names themselves. */
export function propertyTextsInQuery(
  conditions: readonly PropertyCondition[],
  isOfNames: (property: string) => boolean,
): readonly string[] {
  return conditions.flatMap(({ property, values, quantifier }) =>
    quantifier === 'none' || isOfNames(property) ? [] : values.flatMap(wordsOfValue),
  );
}

/** None of an identifier alone, which stands in no name. */
function wordsOfValue(value: QueryValue): readonly string[] {
  const text = String(typeof value === 'object' ? (value.name ?? '') : value).trim();
  if (text.length > MAX_CHARACTERS || (!YEAR.test(text) && !LETTER.test(text))) return [];
  const words = analyseLabel(text).tokens.filter((word) => !isStopWord(word));
  return words.length > MAX_WORDS ? [] : words;
}
