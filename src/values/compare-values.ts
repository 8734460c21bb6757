import type { Entity } from '../entities/entity.js';
import { formatPartialDate, readDate } from '../entities/partial-date.js';
import type { Property, PropertyValue } from '../entities/property.js';
import { valueText } from '../entities/value-text.js';
import { ownValue } from '../foundation/own-value.js';
import { sentence } from '../foundation/message.js';
import { lexiconByKey } from '../text/lexicon.js';
import { readNumber, readQuantity } from '../text/read-quantity.js';
import { editDistanceWithin } from '../text/similarity/edit-distance.js';
import { compareDate, compareNumber, comparePoint, compareQuantities } from './compare-quantities.js';
import { compareFolded, foldValue, keyOfText, normaliseIdentifier, normaliseUrl } from './compare-texts.js';
import { CLOSE_FROM, EQUAL, PARTIAL_FROM, type ValueComparison, compared } from './value-level.js';

/** A value of a query; `id`: of an entity of this dataset, or of another one. */
type ValueOfQuery = string | number | boolean | { readonly id: string; readonly name?: string };

/** Kinds of values, by datatype and by the values themselves. */
export type ValueKind =
  | 'text'
  | 'list'
  | 'code'
  | 'identifier'
  | 'year'
  | 'date'
  | 'small integer'
  | 'number'
  | 'duration'
  | 'coordinates'
  | 'boolean'
  | 'url'
  | 'reference';

/** Comparison method of the values of one property. */
export interface ValueForm {
  readonly kind: ValueKind;
  /** Separator of several values in one text; `undefined`: a text is one value. */
  readonly separator: string | undefined;
}

/**
 * Compares with the query's value; `undefined` when the two are not comparable. Cost: a look-up for a repeated value.
 */
export type CompareValue = (value: PropertyValue) => ValueComparison | undefined;

/** Access to the dataset for comparing references. */
export interface ReferenceTargets {
  /** The record of an entity; `undefined` for an unknown id. */
  readonly entityWithId: (id: string) => Entity | undefined;
  /** Whether an entity of one of the types (empty: any type) has exactly this folded name. */
  readonly isNameOf: (folded: string, types: readonly string[]) => boolean;
  readonly properties: readonly Property[];
  /** Type ids of the property's targets. */
  readonly types: readonly string[];
}

const NOT_EQUAL = compared(0, sentence('not equal'));

const MAX_KEPT = 2000;

/**
 * A comparator for a value of this form; `undefined` for an invalid one: blank, no number, not on the globe. References
 * need `targets`. Cost: parsing the value; then a comparison for each distinct text.
 */
export function comparatorFor(
  query: ValueOfQuery,
  { kind, separator }: ValueForm,
  targets?: ReferenceTargets,
): CompareValue | undefined {
  if (kind === 'reference' && targets !== undefined) return compareReference(query, targets);
  const text = String(typeof query === 'object' ? (query.name ?? query.id) : query).trim();
  if (text === '') return undefined;
  if (kind === 'coordinates') return comparePoint(text);
  if (kind === 'date' || kind === 'year') return compareDate(text);
  const compare = compareTextAs(kind, text, separator);
  if (compare === undefined) return undefined;
  const kept = new Map<string, ValueComparison | undefined>();
  return (value) => {
    const own = valueText(value);
    let known = kept.get(own);
    if (known === undefined && !kept.has(own)) {
      known = compare(own);
      if (kept.size >= MAX_KEPT) kept.clear();
      kept.set(own, known);
    }
    return known;
  };
}

type CompareText = (own: string) => ValueComparison | undefined;

function compareTextAs(kind: ValueKind, query: string, separator: string | undefined): CompareText | undefined {
  switch (kind) {
    case 'list':
      return compareList(query, separator ?? '|');
    case 'code':
      return compareCode(query);
    case 'identifier':
      return compareIdentifier(query);
    case 'url':
      return compareUrl(query);
    case 'boolean':
      return compareBoolean(query);
    case 'small integer':
    case 'number':
    case 'duration':
      return compareNumber(query, kind);
    default:
      return compareText(query);
  }
}

/** Texts by shared words, and quantities on both sides by amount. */
function compareText(query: string): CompareText | undefined {
  const parsed = foldValue(query);
  if (parsed.folded === '') return undefined;
  const quantity = readQuantity(query);
  return (text) => {
    const own = foldValue(text);
    if (own.compact === parsed.compact && own.compact !== '') return EQUAL;
    const other = quantity === undefined ? undefined : readQuantity(text);
    const amounts = quantity === undefined || other === undefined ? undefined : compareQuantities(quantity, other);
    if (amounts !== undefined) return amounts;
    return compareFolded(parsed, own);
  };
}

const MAX_PARTS = 200;
/** Maximum pairs of short lists without an equal value that are searched for similar ones. */
const MAX_PAIRS = 36;

/** The parts of a text with several values, at most two hundred. */
export function partsOfList(text: string, separator: string): readonly string[] {
  return text
    .split(separator, MAX_PARTS)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

const ONE_HOLDS_THE_OTHER = sentence('one holds the other');
const SIMILAR_PART = compared(0.45, sentence('similar values in both'));
const NOTHING_IN_COMMON = compared(0, sentence('no value in common'));

/** Lists may be incomplete: common values are agreement, whatever else either has. */
function compareList(query: string, separator: string): CompareText | undefined {
  const parts = partsOfList(query, separator);
  const parsed = new Set(parts.map(keyOfText));
  if (parsed.size === 0) return undefined;
  return (text) => {
    const others = partsOfList(text, separator);
    const own = new Set(others.map(keyOfText));
    if (own.size === 0) return undefined;
    const common = [...own].filter((key) => parsed.has(key));
    if (common.length === 0) return hasSimilarPart(parts, others) ? SIMILAR_PART : NOTHING_IN_COMMON;
    const share = common.length / Math.min(own.size, parsed.size);
    const level = share === 1 ? 1 : share >= 0.5 ? 0.7 : 0.45;
    const reason = share === 1 ? ONE_HOLDS_THE_OTHER : sentence('{n} in common', { n: common.length });
    // The longest key is mostly the rarest.
    const key = common.reduce((longest, one) => (one.length > longest.length ? one : longest));
    return { ...compared(level, reason), key };
  };
}

function hasSimilarPart(parts: readonly string[], others: readonly string[]): boolean {
  if (parts.length * others.length > MAX_PAIRS) return false;
  return parts.some((part) =>
    others.some((other) => (compareFolded(foldValue(part), foldValue(other))?.similarity ?? 0) >= CLOSE_FROM),
  );
}

/** Shorter codes have common prefixes or suffixes by chance. */
const MIN_PART_OF_CODE = 5;
const PART_OF_CODE = compared(0.8, sentence('one is a part of the other'));
const TYPO_IN_LONG_CODE = compared(0.75, sentence('differs by one character'));
const TYPO_IN_CODE = compared(0.5, sentence('differs by one character'));
const TYPOS_IN_CODE = compared(0.4, sentence('differs by two characters'));
const OTHER_CODE = compared(0, sentence('another code'));

/** Codes such as postcodes, telephone numbers and model numbers, letter by letter: near numbers are different codes. */
function compareCode(query: string): CompareText | undefined {
  const parsed = normaliseIdentifier(query);
  const byWords = compareText(query);
  if (parsed === '') return byWords;
  const isOneWord = !/\p{L}[\s-]+\p{L}/u.test(query);
  return (text) => {
    const own = normaliseIdentifier(text);
    if (own === '') return undefined;
    if (own === parsed) return EQUAL;
    const [short, long] = own.length < parsed.length ? [own, parsed] : [parsed, own];
    if (short.length >= MIN_PART_OF_CODE && (long.endsWith(short) || long.startsWith(short))) return PART_OF_CODE;
    const edits = editDistanceWithin(own, parsed, 2);
    if (edits === 1 && short.length > MIN_PART_OF_CODE) return TYPO_IN_LONG_CODE;
    if (edits === 1 && short.length > 2) return TYPO_IN_CODE;
    if (edits === 2 && short.length > 7) return TYPOS_IN_CODE;
    return isOneWord ? OTHER_CODE : byWords?.(text);
  };
}

const WITH_PREFIX = compared(0.8, sentence('equal except for its prefix'));
const OTHER_IDENTIFIER = compared(0, sentence('another identifier'));

/** Identifiers are equal or different, ignoring marks, spaces, case, a prefix such as "ISBN" and the URL around one. */
function compareIdentifier(query: string): CompareText | undefined {
  const parsed = normaliseIdentifier(query);
  if (parsed === '') return undefined;
  return (text) => {
    const own = normaliseIdentifier(text);
    if (own === '') return undefined;
    if (own === parsed) return EQUAL;
    const [short, long] = own.length < parsed.length ? [own, parsed] : [parsed, own];
    return short.length >= MIN_PART_OF_CODE && long.endsWith(short) ? WITH_PREFIX : OTHER_IDENTIFIER;
  };
}

const SAME_HOST = compared(0.5, sentence('same host'));
const SAME_DOMAIN = compared(0.4, sentence('a host of the same domain'));
const OTHER_HOST = compared(0, sentence('another host'));

/** Addresses are equal, on the same host, or different. */
function compareUrl(query: string): CompareText | undefined {
  const parsed = normaliseUrl(query);
  if (parsed === '') return undefined;
  const hostOfQuery = hostOf(parsed);
  return (text) => {
    const own = normaliseUrl(text);
    if (own === parsed) return EQUAL;
    const host = hostOf(own);
    if (host === hostOfQuery) return SAME_HOST;
    return host.endsWith(`.${hostOfQuery}`) || hostOfQuery.endsWith(`.${host}`) ? SAME_DOMAIN : OTHER_HOST;
  };
}

function hostOf(url: string): string {
  return url.split(/[/?#:]/, 1)[0] ?? url;
}

const OPPOSITE = compared(0, sentence('the opposite'));
let meanings: ReadonlyMap<string, boolean> | undefined; // until first needed

/** Yes and no in some languages, and 1 and 0. */
function compareBoolean(query: string): CompareText | undefined {
  const parsed = booleanOf(query);
  if (parsed === undefined) return undefined;
  return (text) => {
    const own = booleanOf(text);
    return own === undefined ? undefined : own === parsed ? EQUAL : OPPOSITE;
  };
}

function booleanOf(text: string): boolean | undefined {
  meanings ??= new Map(
    [...lexiconByKey('booleans')].flatMap(([meaning, words]) => words.map((one) => [one, meaning === 'yes'] as const)),
  );
  return meanings.get(text.toLowerCase());
}

const OTHER_ENTITY = compared(0, sentence('another entity'));
const NAMED_LIKE_IT = compared(PARTIAL_FROM, sentence('another entity with a name like it'));

/**
 * References by the id of the target, one of its names, or one of its codes (values of identifying properties). A
 * foreign id with a name is compared by its name. A name that an entity of the types has exactly does not denote one
 * with a similar name.
 */
function compareReference(
  query: ValueOfQuery,
  { entityWithId, isNameOf, properties, types }: ReferenceTargets,
): CompareValue | undefined {
  const id = typeof query === 'object' ? query.id : String(query).trim();
  const name = typeof query === 'object' ? query.name : String(query);
  const isKnown = entityWithId(id) !== undefined;
  const parsed = name === undefined || name.trim() === '' ? undefined : foldValue(name);
  if (!isKnown && parsed === undefined) return undefined;
  const code = normaliseIdentifier(name ?? id);
  const isOther = isKnown || (parsed !== undefined && isNameOf(parsed.folded, types));
  const identifying = properties.filter((property) => property.identifying);
  const kept = new Map<string, ValueComparison | undefined>();
  const compareTarget = (target: string): ValueComparison | undefined => {
    if (target === id) return EQUAL;
    if (parsed === undefined) return OTHER_ENTITY;
    const entity = entityWithId(target);
    if (entity === undefined) return compareFolded(parsed, foldValue(target));
    for (const property of identifying)
      for (const own of ownValue(entity.properties, property.id) ?? [])
        if ((own.kind === 'identifier' || own.kind === 'text') && normaliseIdentifier(own.text) === code)
          return compared(1, sentence('equal to its {property}', { property: property.name }));
    let best = OTHER_ENTITY;
    for (const label of [entity.name, ...entity.aliases.map((alias) => alias.text)]) {
      const words = compareFolded(parsed, foldValue(label));
      if (words !== undefined && words.similarity > best.similarity)
        best = compared(words.similarity, sentence('{Reason} as its name', { Reason: words.reason }));
    }
    // The id or name of another entity is no support, however similar: "United Kingdom" is not "United States".
    if (!isOther || best.level === 'exact') return best;
    return best.level === 'close' ? NAMED_LIKE_IT : OTHER_ENTITY;
  };
  return (value) => {
    const target = valueText(value);
    if (!kept.has(target)) {
      if (kept.size >= MAX_KEPT) kept.clear();
      kept.set(target, compareTarget(target));
    }
    return kept.get(target);
  };
}

/**
 * Values are equal or different, without levels between. Case, marks and spaces of texts and identifiers are ignored,
 * as are formats of numbers, dates and addresses. References are equal by id, name or code of the target; places within
 * a kilometre. `undefined` for blank text.
 */
export function comparatorForExact(query: ValueOfQuery, targets: ReferenceTargets): CompareValue | undefined {
  const plain = typeof query === 'object' ? (query.name ?? query.id) : query;
  const text = String(plain).trim();
  if (text === '') return undefined;
  const byKind = new Map<PropertyValue['kind'], CompareValue | undefined>();
  const formOf = (kind: PropertyValue['kind']): ValueForm => ({
    kind: kind === 'integer' ? 'number' : kind,
    separator: undefined,
  });
  return (value) => {
    const { kind } = value;
    if (kind === 'text') return foldValue(value.text).compact === foldValue(text).compact ? EQUAL : NOT_EQUAL;
    if (kind === 'integer' || kind === 'number') return plainNumber(plain, text) === value.number ? EQUAL : NOT_EQUAL;
    if (kind === 'date') {
      const date = readDate(text);
      return date !== undefined && formatPartialDate(date) === formatPartialDate(value.date) ? EQUAL : NOT_EQUAL;
    }
    if (kind === 'reference' && typeof query === 'object' && targets.entityWithId(query.id) !== undefined)
      return value.id === query.id ? EQUAL : NOT_EQUAL;
    if (!byKind.has(kind)) byKind.set(kind, comparatorFor(query, formOf(kind), targets));
    return byKind.get(kind)?.(value)?.similarity === 1 ? EQUAL : NOT_EQUAL;
  };
}

/** A number alone: neither "March 12" nor "12-31" is 12. */
function plainNumber(plain: string | number | boolean, text: string): number | undefined {
  if (typeof plain === 'number') return plain;
  const number = Number(text);
  if (Number.isFinite(number)) return number;
  return /\p{L}|\d[-/]/u.test(text) ? undefined : readNumber(text);
}
