import type { z } from 'zod';
import { SameasError } from '../../foundation/sameas-error.js';
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
import { refuseLargeBatch } from '../refuse-costly-messages.js';
import { query, queryBatch, type condition, extensionQuery } from './messages.js';
import type { ErrorCode } from '../../foundation/error-catalogue.js';
import { isJsonObject } from '../../foundation/is-json-object.js';
import { readExtensionObject } from '../read-extension.js';
import type { ExtensionRequest } from '../../describe/extend-data.js';

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
 * fault refuses the whole batch. Throws `match-invalid` with the place of every fault (see `messageFault`), and
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

interface MatchQualifier {
  readonly id: string;
  readonly name: string;
  /** Whether equal values alone meet a condition. */
  readonly exact: boolean;
}

/** All comparisons that a condition may name, on any property. Without one, similar values count. */
export const MATCH_QUALIFIERS: readonly MatchQualifier[] = [
  { id: 'ExactMatch', name: 'Equal values only', exact: true },
  { id: 'FuzzyMatch', name: 'Similar values, too', exact: false },
];

export interface PlacedFault {
  readonly path: readonly PropertyKey[];
  /** Continues the name of the place: "must be text". */
  readonly message: string;
}

/** A client with faults everywhere need not see all. */
const MAX_REPORTED = 20;

/** The faults that a schema found. */
function placedFaults(error: z.ZodError): readonly PlacedFault[] {
  return error.issues.map(({ path, message }) => ({ path, message }));
}

/**
 * The error for a message with these faults, at least one. Its facts are two lists of the same length: `pointers` (JSON
 * Pointers into the message) and `faults`.
 */
function messageFault(code: ErrorCode, message: string, faults: readonly PlacedFault[], advice: string): SameasError {
  const reported = faults.slice(0, MAX_REPORTED);
  const [first] = reported;
  const pointers = reported.map(({ path }) => jsonPointer(path));
  const where = pointers[0] === undefined || pointers[0] === '' ? 'it' : pointers[0];
  const more =
    faults.length > 1
      ? `, and ${faults.length === 2 ? 'there is one more fault' : `there are ${String(faults.length - 1)} more faults`}`
      : '';
  return new SameasError(code, `${message}: ${where} ${first?.message ?? 'cannot be read'}${more}.`, {
    facts: { pointers, faults: reported.map((fault) => fault.message) },
    advice,
  });
}

/** By RFC 6901; empty for the whole of a message. */
export function jsonPointer(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/*
 * Older names of the draft: until January 2025 batches went to `/reconcile`, `query` was apart from the conditions
 * until 2024, and names had underscores. Programs of that time still send them.
 */

const RENAMED: Readonly<Record<string, string>> = {
  match_type: 'matchType',
  pid: 'propertyId',
  v: 'propertyValue',
  match_quantifier: 'matchQuantifier',
  match_qualifier: 'matchQualifier',
};

/** A batch of an older draft in the present form, as far as possible; the rest stays as it is. Nothing throws. */
export function renameOlderDraft(raw: unknown): unknown {
  if (!isJsonObject(raw) || !Array.isArray(raw['queries'])) return raw;
  return { ...raw, queries: raw['queries'].map(renameQuery) };
}

function renameQuery(raw: unknown): unknown {
  if (!isJsonObject(raw)) return raw;
  const { query, properties, conditions, type, type_strict: _, ...rest } = raw;
  const named = query === undefined ? [] : [{ matchType: 'name', propertyValue: query }];
  const onProperties = Array.isArray(properties)
    ? properties.map((one: unknown) => renameCondition(one, 'property'))
    : [];
  const others = Array.isArray(conditions) ? conditions.map((one: unknown) => renameCondition(one, undefined)) : [];
  const types: readonly unknown[] = Array.isArray(type) ? type : [];
  const only: unknown = types.length === 1 ? types[0] : type;
  return { ...rest, ...(only === undefined ? {} : { type: only }), conditions: [...named, ...onProperties, ...others] };
}

function renameCondition(raw: unknown, matchType: 'property' | undefined): unknown {
  if (!isJsonObject(raw)) return raw;
  const renamed: Readonly<Record<string, unknown>> = Object.fromEntries(
    Object.entries(raw).map(([key, value]): [string, unknown] => [
      Object.hasOwn(RENAMED, key) ? (RENAMED[key] ?? key) : key,
      value,
    ]),
  );
  return matchType === undefined ? renamed : { matchType, ...renamed };
}

/**
 * An extension query, parsed from JSON. Throws `extend-invalid` with the place of every fault, and `batch-too-large`.
 */
export function readDraftExtension(raw: unknown): ExtensionRequest {
  const parsed = extensionQuery.safeParse(raw);
  if (!parsed.success)
    throw messageFault(
      'extend-invalid',
      'The extension query cannot be read',
      placedFaults(parsed.error),
      'Send, for example, {"ids":["DE"],"properties":[{"id":"capital"}]}.',
    );
  return readExtensionObject(parsed.data);
}
