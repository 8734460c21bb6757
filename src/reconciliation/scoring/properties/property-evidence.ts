import { type Dataset, resolveProperty } from '../../../entities/dataset.js';
import type { Entity } from '../../../entities/entity.js';
import type { Property, PropertyValue } from '../../../entities/property.js';
import { ownValue } from '../../../foundation/own-value.js';
import { MOST_WITH_CODE } from '../../alignment/token-weights.js';
import type { Feature } from '../../candidate.js';
import type { DatasetSnapshot } from '../../dataset-snapshot.js';
import { weights } from '../../evidence/weights.js';
import { resolveAnyProperty } from '../../extend/built-in-properties.js';
import type { PropertyCondition, Quantifier, QueryValue } from '../../reconciliation-query.js';
import type { PropertyModel } from '../model/scoring-model.js';
import { valueKey } from './value-key.js';
import { compareDateWith } from './values/compare-dates.js';
import { compareCodeWith, compareIdentifierWith, compareUrlWith } from './values/compare-identifiers.js';
import { compareNumberWith } from './values/compare-numbers.js';
import { compareTextWith, foldText } from './values/compare-texts.js';
import {
  compareBooleanWith,
  compareCoordinatesWith,
  compareExactly,
  compareListWith,
  compareReferenceWith,
} from './values/compare-values.js';
import type { CompareValue, ValueComparison } from './values/value-comparison.js';

/** A condition of the query, read once and ready to be held against entities. */
export interface PreparedCondition {
  /** As asked for; the id of the property when it is known. */
  readonly id: string;
  readonly name: string;
  readonly property: Property | undefined;
  /** Whether that is the names of an entity, and no property of the dataset. */
  readonly ofNames: boolean;
  /** One for each value that can be compared. */
  readonly compare: readonly CompareValue[];
  /** Whether every value that was asked for can be. */
  readonly comparable: boolean;
  readonly quantifier: Quantifier;
  readonly required: boolean;
}

/** What the properties say about one entity. */
export interface PropertyEvidence {
  /** Sum of the weights of evidence, in natural-logarithm units: positive for, negative against. */
  readonly weight: number;
  /** The sum of those above 0, and of those below. */
  readonly supporting: number;
  readonly opposing: number;
  /** True when at least one property speaks clearly against the entity. */
  readonly contradicted: boolean;
  /** True when a value of an identifying property is equal. */
  readonly identified: boolean;
  /** A code that the query and the entity have as a value of one property, and few entities else ("kxts108w"); empty for none. */
  readonly code: string;
  readonly features: readonly Feature[];
}

/** Texts longer than this on average are descriptions: they may support a name a little and never contradict it. */
const LONG_TEXT = 60;

/** Conditions in the order of the query, whose text may be needed to read them; one of a property that the dataset does not have says nothing. */
export function prepareConditions(
  snapshot: DatasetSnapshot,
  conditions: readonly PropertyCondition[],
  text = '',
): readonly PreparedCondition[] {
  const { dataset, statistics } = snapshot;
  return conditions.map((condition) => {
    const mode = { quantifier: condition.quantifier ?? 'any', required: condition.required === true } as const;
    const own = resolveProperty(dataset, condition.property);
    const property = own ?? propertyOfNames(dataset, condition.property);
    const ofNames = own === undefined;
    if (property === undefined)
      return {
        id: condition.property,
        name: condition.property,
        property,
        ofNames,
        compare: [],
        comparable: false,
        ...mode,
      };
    const model = statistics.valuesOf(property.id);
    const compare: CompareValue[] = [];
    for (const value of condition.values) {
      const comparator = ofNames
        ? compareNameWith(plainText(value), text)
        : condition.exact === true
          ? compareExactly(value, dataset.properties, statistics)
          : comparatorFor(value, property, model, snapshot);
      if (comparator !== undefined) compare.push(comparator);
    }
    return {
      id: property.id,
      name: property.name,
      property,
      ofNames,
      compare,
      comparable: compare.length === condition.values.length,
      ...mode,
    };
  });
}

/** From here on a value is rather the one that was asked for than another one. */
const RATHER = 0.5;

/**
 * Whether an entity meets a condition that is required: a value that rather agrees, for `any` of those asked for or `all` of them; for `none`, no value
 * that says the same as one of them. What is not known meets nothing but `none`, and a property that the dataset does not have meets nothing at all.
 */
export function meetsCondition(condition: PreparedCondition, entity: Entity): boolean {
  const { property, compare, comparable, quantifier } = condition;
  if (property === undefined) return false;
  const values = valuesOf(condition, property, entity);
  const reaches = (least: number) => (comparator: CompareValue) =>
    values.some((value) => (comparator(value)?.agreement ?? -1) >= least);
  switch (quantifier) {
    case 'any':
      return compare.some(reaches(RATHER));
    case 'all':
      return comparable && compare.every(reaches(RATHER));
    case 'none':
      return !compare.some(reaches(1));
  }
}

function valuesOf({ ofNames }: PreparedCondition, { id }: Property, entity: Entity): readonly PropertyValue[] {
  return ofNames ? namesOf(entity) : (ownValue(entity.properties, id) ?? []);
}

function plainText(value: QueryValue): string {
  return String(typeof value === 'object' ? (value.name ?? value.id) : value);
}

function comparatorFor(
  value: QueryValue,
  property: Property,
  model: PropertyModel | undefined,
  snapshot: DatasetSnapshot,
): CompareValue | undefined {
  if (property.datatype === 'reference')
    return compareReferenceWith(value, snapshot.dataset.properties, snapshot.statistics, property.targetTypes ?? []);
  const plain = typeof value === 'object' ? (value.name ?? value.id) : value;
  if (typeof plain === 'string' && plain.trim() === '') return undefined;
  if (property.datatype === 'boolean') return compareBooleanWith(plain);
  if (typeof plain === 'boolean') return compareTextWith(String(plain));
  switch (property.datatype) {
    case 'date':
      return compareDateWith(plain);
    case 'integer':
    case 'number':
      return compareAsNumber(plain, model);
    case 'coordinates':
      return compareCoordinatesWith(String(plain));
    case 'identifier':
      return compareIdentifierWith(String(plain));
    case 'url':
      return compareUrlWith(String(plain));
    case 'text':
      return compareAsText(String(plain), model);
  }
}

function compareAsNumber(asked: string | number, model: PropertyModel | undefined): CompareValue | undefined {
  switch (model?.numbers) {
    case 'years':
    case 'days':
      return compareDateWith(asked);
    case 'codes':
      return compareCodeWith(String(asked)) ?? compareNumberWith(asked);
    default:
      return compareNumberWith(asked);
  }
}

/** A text by its words; one of several values by those, and one of digits alone, where others are, by these. */
function compareAsText(asked: string, model: PropertyModel | undefined): CompareValue | undefined {
  if (model?.separator !== undefined) return compareListWith(asked, model.separator, (key) => shareOfKey(key, model));
  const byWords = compareTextWith(asked);
  const byDigits = model?.numbers === 'codes' ? compareCodeWith(asked) : undefined;
  if (byDigits === undefined || byWords === undefined) return byWords;
  return (value) => {
    const words = byWords(value);
    return words?.agreement === 1 ? words : (byDigits(value) ?? words);
  };
}

/** Holds the conditions against one entity. Cost: one comparison for each pair of values. */
export function propertyEvidence(
  snapshot: DatasetSnapshot,
  conditions: readonly PreparedCondition[],
  entity: Entity,
): PropertyEvidence {
  let supporting = 0;
  let opposing = 0;
  let contradicted = false;
  let identified = false;
  let code = '';
  const features: Feature[] = [];
  for (const condition of conditions) {
    const id = `property:${condition.id}`;
    const { property } = condition;
    if (property === undefined) {
      features.push({
        id,
        value: 0,
        reason: `${condition.name}: ${whyNoEvidence(snapshot.dataset, condition.name) ?? 'the dataset has no such property, so only names were searched for it'}`,
      });
      continue;
    }
    const values = valuesOf(condition, property, entity);
    if (values.length === 0) {
      features.push({ id, value: 0, reason: `${condition.name}: no value known, which says nothing` });
      continue;
    }
    const best =
      condition.quantifier === 'all'
        ? weakestComparison(condition.compare, values)
        : bestComparison(condition.compare, values);
    if (best === undefined) {
      features.push({ id, value: 0, reason: `${condition.name}: the values cannot be compared, which says nothing` });
      continue;
    }
    const factor = ownValue(snapshot.tuning?.propertyWeights ?? {}, property.id) ?? 1;
    const unwanted = condition.quantifier === 'none' ? unwantedValue(best.comparison) : undefined;
    const own =
      factor *
      (unwanted?.weight ?? weightOf(best.comparison, best.value, property, snapshot.statistics.valuesOf(property.id)));
    if (own > 0) supporting += own;
    else opposing += own;
    if (own < weights().properties.contradiction) contradicted = true;
    if (property.identifying && unwanted === undefined && best.comparison.agreement === 1) identified = true;
    if (
      unwanted === undefined &&
      best.comparison.code !== undefined &&
      snapshot.statistics.entitiesWith(property, best.comparison.code, MOST_WITH_CODE) > 0
    )
      code = best.comparison.code;
    features.push({
      id,
      value: round2(own),
      reason: `${condition.name}: ${unwanted?.reason ?? best.comparison.reason}`,
    });
  }
  return { weight: supporting + opposing, supporting, opposing, contradicted, identified, code, features };
}

function bestComparison(
  compare: readonly CompareValue[],
  values: readonly PropertyValue[],
): { readonly comparison: ValueComparison; readonly value: PropertyValue } | undefined {
  let best: { readonly comparison: ValueComparison; readonly value: PropertyValue } | undefined;
  for (const value of values) {
    for (const comparator of compare) {
      const comparison = comparator(value);
      if (comparison !== undefined && (best === undefined || comparison.agreement > best.comparison.agreement))
        best = { comparison, value };
    }
  }
  return best;
}

/** What a value that was not to be there says: against the entity if it is the same, and nothing if there is any doubt. */
function unwantedValue({ agreement }: ValueComparison): { readonly weight: number; readonly reason: string } {
  return agreement === 1
    ? { weight: -weights().properties.mostAgainst, reason: 'has a value that was not wanted' }
    : { weight: 0, reason: 'has none of the values that were not wanted' };
}

/** Of the best comparisons of each value that was asked for, the one that agrees least: where all are to be there, the one that is missing counts. */
function weakestComparison(
  compare: readonly CompareValue[],
  values: readonly PropertyValue[],
): ReturnType<typeof bestComparison> {
  let weakest: ReturnType<typeof bestComparison>;
  for (const comparator of compare) {
    const best = bestComparison([comparator], values);
    if (best !== undefined && (weakest === undefined || best.comparison.agreement < weakest.comparison.agreement))
      weakest = best;
  }
  return weakest;
}

/**
 * Weight of evidence after Fellegi and Sunter (1969): agreement counts by how much likelier it is for the right entity
 * than for another one, which is more for rare values; disagreement likewise.
 */
function weightOf(
  comparison: ValueComparison,
  value: PropertyValue,
  property: Property,
  model: PropertyModel | undefined,
): number {
  const isNumber = property.datatype === 'number' || property.datatype === 'integer';
  const { mostFor, mostForNumber, mostForLongText, mostAgainst, least, reliability: of } = weights().properties;
  const reliability = property.identifying
    ? of.identifier
    : isNumber && model?.numbers === 'codes'
      ? of.code
      : of[isNumber && model?.numbers === 'days' ? 'date' : property.datatype];
  const measured = isNumber && (model === undefined || model.numbers === 'measured');
  const long = model !== undefined && model.separator === undefined && model.meanLength > LONG_TEXT;
  const share =
    comparison.key === undefined || model === undefined
      ? shareOf(value, property, model)
      : shareOfKey(comparison.key, model);
  if (comparison.agreement >= 0) {
    const most = long ? mostForLongText : Math.min(comparison.most ?? mostFor, measured ? mostForNumber : mostFor);
    return (
      comparison.agreement * Math.min(most, Math.max(least, Math.log((reliability * (comparison.rarity ?? 1)) / share)))
    );
  }
  if (long) return 0;
  return (
    comparison.agreement *
    Math.min(mostAgainst, Math.max(least, Math.log((1 - Math.min(share, 0.95)) / (1 - reliability))))
  );
}

function shareOf(value: PropertyValue, property: Property, model: PropertyModel | undefined): number {
  if (model === undefined) return 0.05;
  if (property.datatype === 'coordinates') return 0.01;
  const key = valueKey(value);
  return key === undefined ? model.usualShare : shareOfKey(key, model);
}

function shareOfKey(key: string, { frequent, usualShare }: PropertyModel): number {
  return ownValue(frequent, key) ?? usualShare;
}

function round2(value: number): number {
  return Math.round(value * 100) / 100;
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

/** Its values. */
function namesOf({ name, aliases }: Entity): readonly PropertyValue[] {
  return [{ kind: 'text', text: name }, ...aliases.map(({ text }) => ({ kind: 'text', text }) as const)];
}

/** A whole name agrees by chance as seldom as a code. */
const ONE_OF_ITS_NAMES: ValueComparison = { agreement: 1, reason: 'one of its names', rarity: 10 };
/** A list need not have every name of a thing. */
const NONE_OF_ITS_NAMES: ValueComparison = { agreement: 0, reason: 'none of its names, which says nothing' };

/** The same column was sent twice. */
const ASKED_FOR_ANYWAY: ValueComparison = { agreement: 1, reason: 'the name that is asked for anyway', most: 0 };

/** Compares with a second name; `undefined` for blank text. Case, marks and the order of words do not count. */
function compareNameWith(asked: string, queryText: string): CompareValue | undefined {
  const wanted = inAnyOrder(asked);
  if (wanted === '') return undefined;
  const equal = wanted === inAnyOrder(queryText) ? ASKED_FOR_ANYWAY : ONE_OF_ITS_NAMES;
  return (value) => (value.kind === 'text' && inAnyOrder(value.text) === wanted ? equal : NONE_OF_ITS_NAMES);
}

function inAnyOrder(text: string): string {
  return foldText(text).folded.split(' ').sort().join(' ');
}

/** Why a property that every entity has is no evidence; `undefined` for others. */
function whyNoEvidence(dataset: Dataset, idOrName: string): string | undefined {
  const found = resolveAnyProperty(dataset, idOrName);
  if (found?.kind !== 'built-in') return undefined;
  if (found.property.id === 'type') return 'a type is asked for by "type", not as a property, so it was left out';
  return 'no evidence, so it was left out';
}
