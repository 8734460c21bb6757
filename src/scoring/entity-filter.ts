import type { Deadline } from '../foundation/deadline.js';
import { analyseLabel } from '../text/analyse-label.js';
import { meetsCondition, type PreparedCondition } from './property-conditions.js';
import type { IdentifierCondition, ReconciliationQuery } from './query.js';
import { entitiesById } from './retrieve.js';
import type { DatasetSnapshot } from './snapshot.js';
import type { TypeRequest } from './type-request.js';

/** Conditions of a query that filter entities. */
export interface EntityFilter {
  /** Whether no entity at all can meet them: an identifier is required that nothing has, a property that the dataset does not have, or one of no values at all. */
  readonly impossible: boolean;
  /** Whether the entity meets every required condition that can be told without comparing names; `undefined` when there is none. Cost: once for an entity, its record decoded where properties are required. */
  readonly allowed: ((entity: number) => boolean) | undefined;
  /** Entities whose identifier is asked for. */
  readonly named: readonly number[];
  /** Whether time was up before all entities had been looked at that `allowed` was asked about. */
  readonly hurried: () => boolean;
  /** Whether the entity has a name or an identifier that it had better not have. */
  readonly unwanted: (entity: number) => boolean;
}

type EntityTest = (entity: number) => boolean;

/** Reads the conditions of a query; `conditions` are those on properties. Cost: analysing the names that are not wanted. */
export function entityFilter(
  snapshot: DatasetSnapshot,
  query: ReconciliationQuery,
  conditions: readonly PreparedCondition[],
  deadline: Deadline,
): EntityFilter {
  let hurried = false;
  const identifiers = query.identifiers ?? [];
  const refusedNames = (query.names ?? []).filter(({ quantifier }) => quantifier === 'none');
  const onProperties = conditions.filter((condition) => condition.required);
  let impossible =
    onProperties.some(
      ({ property, quantifier, compare }) => property === undefined || (quantifier === 'any' && compare.length === 0),
    ) ||
    (query.names ?? []).some(
      ({ required: must, quantifier = 'any', values }) => must === true && quantifier === 'any' && values.length === 0,
    );
  const required: EntityTest[] = [];
  const unwanted: EntityTest[] = [];
  for (const { values, required: must } of refusedNames) {
    const has = hasName(snapshot, values);
    if (must === true) required.push((entity) => !has(entity));
    else unwanted.push(has);
  }
  for (const condition of identifiers) {
    const meant = entitiesMeant(snapshot, condition);
    const isMeant: EntityTest = (entity) => meant.includes(entity);
    if (condition.quantifier === 'none')
      (condition.required === true ? required : unwanted).push(
        condition.required === true ? (entity) => !isMeant(entity) : isMeant,
      );
    else if (condition.required === true) {
      required.push(isMeant);
      impossible ||= meant.length === 0;
    }
  }
  if (onProperties.length > 0) required.push(meetsAll(snapshot, onProperties, deadline, () => (hurried = true)));
  return {
    impossible,
    allowed: required.length === 0 ? undefined : (entity) => required.every((test) => test(entity)),
    named: [
      ...new Set(
        identifiers
          .filter(({ quantifier }) => quantifier !== 'none')
          .flatMap((condition) => entitiesMeant(snapshot, condition)),
      ),
    ],
    hurried: () => hurried,
    unwanted: (entity) => unwanted.some((test) => test(entity)),
  };
}

/** An entity has one identifier: all of several that differ is had by none. */
function entitiesMeant(snapshot: DatasetSnapshot, { values, quantifier }: IdentifierCondition): readonly number[] {
  const meant = values.map((value) => entitiesById(snapshot, value.trim()));
  const entities = [...new Set(meant.flat())];
  return quantifier === 'all' ? entities.filter((entity) => meant.every((those) => those.includes(entity))) : entities;
}

/** Entities of which a name is equal to one of these, but for case, marks and the like. */
function hasName({ candidateIndex: { labels } }: DatasetSnapshot, names: readonly string[]): EntityTest {
  const folded = new Set(names.map((name) => analyseLabel(name).folded).filter((name) => name !== ''));
  const having = new Set([...folded].flatMap((name) => labels.rowsWithFolded(name).map((row) => labels.entityOf(row))));
  return (entity) => having.has(entity);
}

/** Whether entities meet all of these. When time is up, an entity that was not looked at before counts as one that does not, and `late` is called. */
function meetsAll(
  { dataset }: DatasetSnapshot,
  conditions: readonly PreparedCondition[],
  deadline: Deadline,
  late: () => void,
): EntityTest {
  // A search asks for the same entity by each of its names, and again before it is scored.
  const known = new Map<number, boolean>();
  return (entity) => {
    let meets = known.get(entity);
    if (meets !== undefined) return meets;
    if (deadline.expired()) {
      late();
      return false;
    }
    const record = dataset.entities.entity(entity);
    meets = conditions.every((condition) => meetsCondition(condition, record));
    known.set(entity, meets);
    return meets;
  };
}

/** Types of a search narrowed by required conditions: homonyms that do not meet these are none. */
export function typesAllowed(
  types: TypeRequest,
  { allowed, impossible }: Pick<EntityFilter, 'allowed' | 'impossible'>,
): TypeRequest {
  if (impossible) return { kind: 'nothing', ids: types.ids, wanted: types.wanted, holds: () => false };
  if (allowed === undefined || types.kind === 'nothing' || types.kind === 'preferred') return types;
  return {
    kind: 'only',
    ids: types.ids,
    wanted: types.wanted,
    holds: (entity) => types.holds(entity) && allowed(entity),
  };
}
