import type { z } from 'zod';
import type { SameasError } from '../../foundation/sameas-error.js';
import {
  DEFAULT_LIMIT,
  MAX_LIMIT,
  type ConditionMode,
  type IdentifierCondition,
  type NameCondition,
  type PropertyCondition,
  type QueryValue,
  type ReconciliationQuery,
} from '../../scoring/query.js';
import { MAX_CONDITIONS, MAX_VALUES, readValue } from '../read-query.js';
import { refuseLargeBatch } from '../refuse-large-batch.js';
import { MATCH_QUALIFIERS } from './match-qualifiers.js';
import { messageFault, placedFaults, type PlacedFault } from './message-fault.js';
import { query, queryBatch, type condition } from './messages.js';

type WireQuery = z.infer<typeof query>;
type WireCondition = z.infer<typeof condition>;

/** Each name is a search of its own. */
const MAX_NAMES = 20;

const ADVICE = 'Send, for example, {"queries":[{"conditions":[{"matchType":"name","propertyValue":"Berlin"}]}]}.';
const QUERY_ADVICE = 'Send, for example, {"conditions":[{"matchType":"name","propertyValue":"Berlin"}]}.';

export interface MatchEntry {
  readonly query: ReconciliationQuery;
  /** By the places in the batch. */
  readonly warnings: readonly PlacedFault[];
}

/**
 * A batch, parsed from JSON → its queries, in their order. The answer has no place for the fault of one query, so one
 * fault refuses the whole batch. Throws `match-invalid` with the place of every fault (see message-fault.ts), and
 * `batch-too-large`.
 */
export function readMatchBatch(raw: unknown, maxQueries: number): readonly MatchEntry[] {
  const parsed = queryBatch.safeParse(raw);
  if (!parsed.success) throw batchFault(placedFaults(parsed.error));
  const { queries } = parsed.data;
  refuseLargeBatch(queries.length, maxQueries);
  const faults = queries.flatMap((one, i) =>
    faultsIn(one).map(({ path, message }) => ({ path: ['queries', i, ...path], message })),
  );
  if (faults.length > 0) throw batchFault(faults);
  return queries.map((one, i) => ({
    query: toDomain(one),
    warnings: unknownQualifiers(one).map(({ path, message }) => ({ path: ['queries', i, ...path], message })),
  }));
}

/** One query object, parsed from JSON. Throws `match-invalid` with the place of every fault. */
export function readMatchQuery(raw: unknown): ReconciliationQuery {
  const parsed = query.safeParse(raw);
  const faults = parsed.success ? faultsIn(parsed.data) : placedFaults(parsed.error);
  if (!parsed.success || faults.length > 0)
    throw messageFault('match-invalid', 'The query cannot be read', faults, QUERY_ADVICE);
  return toDomain(parsed.data);
}

function batchFault(faults: readonly PlacedFault[]): SameasError {
  return messageFault('match-invalid', 'The batch cannot be read', faults, ADVICE);
}

/** Limits that the schemas lack. */
function faultsIn({ conditions }: WireQuery): readonly PlacedFault[] {
  const faults: PlacedFault[] = [];
  const add = (path: readonly PropertyKey[], message: string): void => {
    faults.push({ path, message });
  };
  if (conditions.length > MAX_CONDITIONS)
    add(['conditions'], `must not hold more than ${String(MAX_CONDITIONS)} conditions`);
  conditions.forEach((one, i) => {
    if (Array.isArray(one.propertyValue) && one.propertyValue.length > MAX_VALUES)
      add(['conditions', i, 'propertyValue'], `must not hold more than ${String(MAX_VALUES)} values`);
  });
  const names = conditions
    .filter(({ matchType, matchQuantifier }) => matchType === 'name' && matchQuantifier !== 'none')
    .flatMap(valuesOf);
  if (names.length > MAX_NAMES) add(['conditions'], `must not ask for more than ${String(MAX_NAMES)} names`);
  return faults;
}

/** Unknown comparisons: values are compared as without one. */
function unknownQualifiers({ conditions }: WireQuery): readonly PlacedFault[] {
  const known = MATCH_QUALIFIERS.map(({ id }) => id);
  return conditions.flatMap(({ matchQualifier }, i) => {
    if (matchQualifier === undefined || known.includes(matchQualifier)) return [];
    return [
      {
        path: ['conditions', i, 'matchQualifier'],
        message: `"${matchQualifier.slice(0, 100)}" is not known here and was passed over; there are ${known.map((id) => `"${id}"`).join(' and ')}`,
      },
    ];
  });
}

function toDomain({ conditions, type, limit }: WireQuery): ReconciliationQuery {
  const meaningful = conditions.filter(saysSomething);
  const names = meaningful
    .filter(({ matchType }) => matchType === 'name')
    .map((one): NameCondition => ({ ...modeOf(one), values: valuesOf(one).map(textOf) }));
  const identifiers = meaningful
    .filter(({ matchType }) => matchType === 'id')
    .map((one): IdentifierCondition => ({ ...modeOf(one), values: valuesOf(one).map(identifierOf) }));
  const [text] = names.filter(({ quantifier }) => quantifier !== 'none').flatMap(({ values }) => values);
  return {
    text: text ?? '',
    types: type === undefined || type.trim() === '' ? [] : [type],
    typeMode: 'any',
    properties: meaningful
      .filter(({ matchType }) => matchType === 'property')
      .map((one): PropertyCondition => ({ property: one.propertyId ?? '', values: valuesOf(one), ...modeOf(one) })),
    limit: limit === undefined || limit === 0 ? DEFAULT_LIMIT : Math.min(MAX_LIMIT, limit),
    ...(isOneName(names) ? {} : { names }),
    ...(identifiers.length === 0 ? {} : { identifiers }),
  };
}

/**
 * Without values there is nothing to meet, which all and none of them are always met by. Only requiring any of nothing
 * is a condition.
 */
function saysSomething(one: WireCondition): boolean {
  return valuesOf(one).length > 0 || (one.required === true && (one.matchQuantifier ?? 'any') === 'any');
}

/** Whether the names equal the text of a query. */
function isOneName(names: readonly NameCondition[]): boolean {
  const [only, ...others] = names;
  return (
    only === undefined ||
    (others.length === 0 &&
      only.values.length === 1 &&
      only.required !== true &&
      only.quantifier !== 'none' &&
      only.exact !== true)
  );
}

function modeOf({ required, matchQuantifier, matchQualifier }: WireCondition): ConditionMode {
  const exact = MATCH_QUALIFIERS.find(({ id }) => id === matchQualifier)?.exact ?? false;
  return {
    ...(required === true ? { required } : {}),
    ...(matchQuantifier === undefined || matchQuantifier === 'any' ? {} : { quantifier: matchQuantifier }),
    ...(exact ? { exact } : {}),
  };
}

/** Without empty values. */
function valuesOf({ propertyValue }: WireCondition): readonly QueryValue[] {
  const values = Array.isArray(propertyValue) ? propertyValue : [propertyValue];
  return values.map(readValue).filter((value) => value !== undefined);
}

function textOf(value: QueryValue): string {
  return String(typeof value === 'object' ? (value.name ?? value.id) : value);
}

function identifierOf(value: QueryValue): string {
  return String(typeof value === 'object' ? value.id : value);
}
