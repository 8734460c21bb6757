import { formatPartialDate, isDay, isNewYear } from '../entities/partial-date.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import { resolveTypeRequest } from '../scoring/type-request.js';
import { readableValue } from '../describe/describe-entity.js';
import type { ListedEntity, TypeScope } from './duplicate.js';
import { compareProperty, prepareConditions } from '../scoring/property-conditions.js';
import type { Dataset } from '../entities/dataset.js';
import type { PropertyValue } from '../entities/property.js';
import type { PropertyCondition, QueryValue, ReconciliationQuery } from '../scoring/query.js';

/**
 * Evidence for a pair: equal names, a common identifying value, a common day, or one found by the name of the other.
 */
export type PairEvidence = 'same name' | 'same identifier' | 'same day' | 'near name';

export interface CandidatePair {
  /** The first one in the dataset. */
  readonly one: ListedEntity;
  readonly other: ListedEntity;
  readonly suspicion: PairEvidence;
}

/** Distinct pairs with their strongest evidence. */
export interface CandidatePairs {
  readonly add: (a: ListedEntity, b: ListedEntity, suspicion: PairEvidence) => void;
  readonly all: () => readonly CandidatePair[];
}

const STRENGTH: Readonly<Record<PairEvidence, number>> = {
  'near name': 0,
  'same day': 1,
  'same identifier': 2,
  'same name': 3,
};

/** Key of a pair in either order. */
export function pairKey({ place: a }: ListedEntity, { place: b }: ListedEntity): string {
  return a < b ? `${String(a)} ${String(b)}` : `${String(b)} ${String(a)}`;
}

/** Cost: some hundred bytes a pair. */
export function createCandidatePairs(): CandidatePairs {
  const pairs = new Map<string, CandidatePair>();
  return {
    add: (a, b, suspicion) => {
      const [one, other] = a.place < b.place ? [a, b] : [b, a];
      const key = pairKey(one, other);
      const known = pairs.get(key);
      if (known === undefined || STRENGTH[known.suspicion] < STRENGTH[suspicion])
        pairs.set(key, { one, other, suspicion });
    },
    all: () => [...pairs.values()].sort((a, b) => a.one.place - b.one.place || a.other.place - b.other.place),
  };
}

/** A name of more entities is that of a kind ("Untitled"). */
export const MAX_SHARING = 200;
/** If more entities have a name without contradictions, duplicates among them are indistinguishable. */
const MAX_ALIKE = 20;
/** A value of more entities does not identify. */
const MAX_IDENTIFIED = 3;
/** A day of more entities was a great one, or belongs to a series. */
const MAX_OF_DAY = 10;

/** Other entities with any name equal to the name of this one, ignoring case, marks and the like. */
export function entitiesOfName(
  { dataset, candidateIndex: { labels } }: DatasetSnapshot,
  entity: number,
  { anyType }: TypeScope,
): readonly number[] {
  const rows = labels.rowsWithFolded(labels.foldedOf(labels.rowsOf(entity)[0]));
  if (rows.length < 2) return [];
  const types = resolveTypeRequest(dataset, anyType ? [] : dataset.entities.typesOf(entity), 'any');
  const others = new Set(rows.map((row) => labels.entityOf(row)));
  others.delete(entity);
  return [...others].filter(types.holds);
}

/** Homonyms without contradicting properties; none if too many have the name. Cost: a record decoded for each. */
export function namesakesOf(
  snapshot: DatasetSnapshot,
  entity: number,
  scope: TypeScope,
): { readonly alike: readonly number[]; readonly tooMany: boolean } {
  const others = entitiesOfName(snapshot, entity, scope);
  if (others.length === 0) return { alike: [], tooMany: false };
  if (others.length > MAX_SHARING) return { alike: [], tooMany: true };
  const isContradicted = contradictionOf(snapshot, entity);
  const alike = others.filter((other) => !isContradicted(other));
  return alike.length > MAX_ALIKE ? { alike: [], tooMany: true } : { alike, tooMany: false };
}

/**
 * Other entities with an identifying value of this one. Cost: its record decoded, if there are identifying properties.
 */
export function entitiesOfIdentifier({ dataset, propertyValues }: DatasetSnapshot, entity: number): readonly number[] {
  const identifying = dataset.properties.filter((property) => property.identifying);
  if (identifying.length === 0) return [];
  const { properties } = dataset.entities.entity(entity);
  const found = identifying.flatMap((property) =>
    (properties[property.id] ?? []).flatMap((value) =>
      propertyValues.entitiesWith(property, readableValue(dataset, value).text, MAX_IDENTIFIED),
    ),
  );
  return [...new Set(found)].filter((other) => other !== entity);
}

/**
 * Other entities with a day of this one, such as of birth; the first of January may mean the whole year. Cost: its
 * record decoded, if there are dates.
 */
export function entitiesOfDay(
  { dataset, propertyValues }: DatasetSnapshot,
  entity: number,
  { anyType }: TypeScope,
): readonly number[] {
  const dates = dataset.properties.filter(({ datatype }) => datatype === 'date');
  if (dates.length === 0) return [];
  const { properties } = dataset.entities.entity(entity);
  const found = dates.flatMap((property) =>
    (properties[property.id] ?? []).flatMap((value) =>
      value.kind === 'date' && isDay(value.date) && !isNewYear(value.date)
        ? propertyValues.entitiesWith(property, formatPartialDate(value.date), MAX_OF_DAY)
        : [],
    ),
  );
  if (found.length === 0) return found;
  const types = resolveTypeRequest(dataset, anyType ? [] : dataset.entities.typesOf(entity), 'any');
  return [...new Set(found)].filter((other) => other !== entity && types.holds(other));
}

/**
 * Test for a contradicting property of another entity. Cost: the record of this one decoded at once, and that of each
 * other one.
 */
export function contradictionOf(snapshot: DatasetSnapshot, entity: number): (other: number) => boolean {
  const conditions = prepareConditions(snapshot, conditionsOf(snapshot.dataset, entity));
  return (other) => {
    if (conditions.length === 0) return false;
    const record = snapshot.dataset.entities.entity(other);
    return conditions.some((condition) => {
      const { level, isList } = compareProperty(condition, record);
      return level === 'different' && !isList && condition.family !== 'long';
    });
  };
}

export interface AskingForOthers {
  /** Ids of excluded entities, apart from the queried one. */
  readonly leftOut: readonly string[];
  /** Parts of the entity in the query: its name, its properties, or both. */
  readonly by: 'name' | 'properties' | 'both';
  readonly anyType: boolean;
}

/**
 * The query for the *other* entity that a name of the dataset denotes, as if its own entity were missing. A condition
 * excludes it from search and decision, because it would be the best candidate. Requests one candidate.
 */
export function questionForOthers(
  dataset: Dataset,
  id: string,
  { leftOut, by, anyType }: AskingForOthers,
): ReconciliationQuery {
  const { entities } = dataset;
  const entity = entities.ordinalOf(id);
  return {
    text: by === 'properties' ? '' : entities.nameOf(entity),
    types: anyType ? [] : entities.typesOf(entity),
    typeMode: 'any',
    properties: by === 'name' ? [] : conditionsOf(dataset, entity),
    limit: 1,
    identifiers: [{ values: [id, ...leftOut], quantifier: 'none', required: true }],
  };
}

/** The properties of an entity as conditions of a query. Cost: its record decoded. */
function conditionsOf(dataset: Dataset, entity: number): readonly PropertyCondition[] {
  return Object.entries(dataset.entities.entity(entity).properties).map(([property, values]) => ({
    property,
    values: values.map((value) => queryValueOf(dataset, value)),
  }));
}

function queryValueOf({ entities }: Dataset, value: PropertyValue): QueryValue {
  switch (value.kind) {
    case 'text':
    case 'identifier':
      return value.text;
    case 'integer':
    case 'number':
      return value.number;
    case 'boolean':
      return value.boolean;
    case 'date':
      return formatPartialDate(value.date);
    case 'coordinates':
      return `${String(value.latitude)},${String(value.longitude)}`;
    case 'url':
      return value.url;
    case 'reference': {
      // With its name: the referenced entity may have duplicates, too.
      const target = entities.ordinalOf(value.id);
      return target < 0 ? { id: value.id } : { id: value.id, name: entities.nameOf(target) };
    }
  }
}
