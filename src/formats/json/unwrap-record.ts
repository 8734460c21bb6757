import { isJsonObject } from '../../foundation/is-json-object.js';
import type { RawCell, RawValue, RecordReader } from '../raw-record.js';

type JsonObject = Readonly<Record<string, unknown>>;

/** An envelope that an API puts around a record: the key of the record, and the allowed other keys. */
interface Envelope {
  readonly content: string;
  /** Kept in front of the record; override keys of the same name in it. */
  readonly kept: readonly string[];
  readonly dropped: readonly string[];
}

const ENVELOPES: readonly Envelope[] = [
  // Elasticsearch and OpenSearch
  {
    content: '_source',
    kept: ['_id'],
    dropped: [
      '_index',
      '_type',
      '_score',
      '_version',
      '_seq_no',
      '_primary_term',
      '_routing',
      'sort',
      'highlight',
      'fields',
      '_ignored',
      'inner_hits',
      'found',
    ],
  },
  // Airtable
  { content: 'fields', kept: ['id'], dropped: ['createdTime'] },
  // GraphQL, with cursors
  { content: 'node', kept: [], dropped: ['cursor', '__typename'] },
];

/**
 * The record in an envelope: a feature of GeoJSON, a hit of Elasticsearch, a resource of JSON:API, a row of Airtable,
 * an edge of GraphQL or an entity of Wikibase. Annotations of OData are removed. Any other record is unchanged.
 */
export function unwrapRecord(record: JsonObject): JsonObject {
  const found = ofFeature(record) ?? ofResource(record) ?? wikibaseRecord(record);
  if (found !== undefined) return found;
  for (const { content, kept, dropped } of ENVELOPES) {
    const inner = record[content];
    if (
      !isJsonObject(inner) ||
      !Object.keys(record).every((key) => key === content || kept.includes(key) || dropped.includes(key))
    )
      continue;
    const outer = Object.fromEntries(kept.flatMap((key) => (record[key] === undefined ? [] : [[key, record[key]]])));
    return { ...outer, ...inner, ...outer };
  }
  return withoutNotes(record);
}

/** A feature of GeoJSON: its id, its properties, and a point as latitude and longitude; other shapes are left out. */
function ofFeature(record: JsonObject): JsonObject | undefined {
  const { type, id, geometry, properties } = record;
  if (type !== 'Feature' || !('geometry' in record) || !(isJsonObject(properties) || properties === null))
    return undefined;
  return { ...(id !== undefined && { id }), ...pointOf(geometry), ...properties };
}

/** GeoJSON has the longitude first, and may add a height. */
function pointOf(geometry: unknown): JsonObject {
  if (!isJsonObject(geometry) || geometry['type'] !== 'Point' || !Array.isArray(geometry['coordinates'])) return {};
  const coordinates: readonly unknown[] = geometry['coordinates'];
  const [longitude, latitude] = coordinates;
  return typeof longitude === 'number' && typeof latitude === 'number' ? { latitude, longitude } : {};
}

/** A resource of JSON:API: id, type, attributes, and the ids of its relationships. */
function ofResource(record: JsonObject): JsonObject | undefined {
  const { id, type, attributes, relationships } = record;
  if (id === undefined || !isJsonObject(attributes)) return undefined;
  const related: readonly (readonly [string, unknown])[] = isJsonObject(relationships)
    ? Object.entries(relationships).map(([name, to]) => [name, idsIn(isJsonObject(to) ? to['data'] : undefined)])
    : [];
  // The id comes first, and an attribute of that name does not replace it.
  const identity = { id, ...(type !== undefined && { type }) };
  const relations: JsonObject = Object.fromEntries(related);
  return { ...identity, ...attributes, ...relations, ...identity };
}

function idsIn(data: unknown): unknown {
  if (Array.isArray(data)) return data.map((one: unknown) => idsIn(one));
  return isJsonObject(data) ? data['id'] : undefined;
}

/** OData annotates values: `@odata.etag`, `name@odata.type`. */
function withoutNotes(record: JsonObject): JsonObject {
  if (!Object.keys(record).some((key) => key.includes('@odata.'))) return record;
  return Object.fromEntries(Object.entries(record).filter(([key]) => !key.includes('@odata.')));
}

/**
 * An entity of Wikibase (as from Wikidata) as a plain record: `id`, `labels`, `descriptions` and `aliases` with their
 * languages, and the values of each property by its id. Deprecated statements are left out, and all but the preferred
 * ones if there are any. `undefined` for any other record.
 */
function wikibaseRecord(entity: JsonObject): JsonObject | undefined {
  const { id, labels } = entity;
  const claims = entity['claims'] ?? entity['statements'];
  if (typeof id !== 'string' || !/^[QPL]\d+$/.test(id) || !isJsonObject(labels)) return undefined;
  return {
    id,
    labels: textsOf(labels),
    descriptions: textsOf(entity['descriptions']),
    aliases: textsOf(entity['aliases']),
    ...(isJsonObject(claims) &&
      Object.fromEntries(Object.entries(claims).map(([property, statements]) => [property, valuesOf(statements)]))),
  };
}

function textsOf(byLanguage: unknown): readonly unknown[] {
  return isJsonObject(byLanguage) ? Object.values(byLanguage).flat() : [];
}

function valuesOf(statements: unknown): readonly unknown[] {
  const list = (Array.isArray(statements) ? statements : [])
    .filter(isJsonObject)
    .filter(({ rank }) => rank !== 'deprecated');
  const preferred = list.filter(({ rank }) => rank === 'preferred');
  return (preferred.length > 0 ? preferred : list)
    .map(({ mainsnak }) => valueOf(mainsnak))
    .filter((value) => value !== undefined);
}

function valueOf(snak: unknown): unknown {
  const { datavalue } = isJsonObject(snak) ? snak : {};
  const { value } = isJsonObject(datavalue) ? datavalue : {};
  if (!isJsonObject(value)) return value;
  if (typeof value['id'] === 'string') return value['id'];
  if (typeof value['time'] === 'string') return dateOf(value['time'], value['precision']);
  if (typeof value['latitude'] === 'number' && typeof value['longitude'] === 'number')
    return `${String(value['latitude'])}, ${String(value['longitude'])}`;
  if (typeof value['amount'] === 'string') return value['amount'].replace(/^\+/, '');
  return value; // a text with its language
}

const YEAR = 9;
const MONTH = 10;

/** `+1952-03-11T00:00:00Z` to its precision; `undefined` below that of a year. */
function dateOf(time: string, precision: unknown): string | undefined {
  const [, sign = '', year = '', month = '', day = ''] = /^([+-])(\d{4,})-(\d\d)-(\d\d)/.exec(time) ?? [];
  if (year === '' || typeof precision !== 'number' || precision < YEAR) return undefined;
  const parts = precision === YEAR ? [year] : precision === MONTH ? [year, month] : [year, month, day];
  return `${sign === '-' ? '-' : ''}${parts.join('-')}`;
}

/**
 * SPARQL JSON results (`results.bindings`, mostly with `head.vars`) as records, a column for each variable; `undefined`
 * for any other document. Rows with the same address in the first variable are merged into one record. Lines are
 * unknown.
 */
export function readSparqlResults(document: Readonly<Record<string, unknown>>): RecordReader | undefined {
  const { head, results } = document;
  if (!isJsonObject(results) || !Array.isArray(results['bindings'])) return undefined;
  const bindings: readonly unknown[] = results['bindings'];
  // Proxies and caches often keep only the results of an answer.
  const vars: readonly unknown[] =
    isJsonObject(head) && Array.isArray(head['vars'])
      ? head['vars']
      : [...new Set(bindings.filter(isJsonObject).flatMap(Object.keys))];
  const columns = vars.filter((name) => typeof name === 'string');
  return {
    columns,
    read: (visit, report) => {
      for (const record of mergedRows(bindings, columns)) {
        if (record === undefined)
          report({
            kind: 'not-a-record',
            line: 0,
            message: 'A row of the results is no object; it was left out.',
            rejected: true,
          });
        else visit(record.map(cellOf), 0);
      }
    },
  };
}

/** Values of each record by column; `undefined` for an invalid row. */
function mergedRows(bindings: readonly unknown[], columns: readonly string[]): readonly (RawValue[][] | undefined)[] {
  const records: (RawValue[][] | undefined)[] = [];
  const bySubject = new Map<string, RawValue[][]>();
  for (const binding of bindings) {
    if (!isJsonObject(binding)) {
      records.push(undefined);
      continue;
    }
    const subject = addressIn(binding[columns[0] ?? '']);
    let record = subject === undefined ? undefined : bySubject.get(subject);
    if (record === undefined) {
      record = columns.map(() => []);
      records.push(record);
      if (subject !== undefined) bySubject.set(subject, record);
    }
    for (const [i, name] of columns.entries()) {
      const value = valueIn(binding[name]);
      const values = record[i];
      if (
        value !== undefined &&
        values?.some(({ text, language }) => text === value.text && language === value.language) === false
      )
        values.push(value);
    }
  }
  return records;
}

function addressIn(term: unknown): string | undefined {
  return isJsonObject(term) && term['type'] === 'uri' && typeof term['value'] === 'string' ? term['value'] : undefined;
}

function valueIn(term: unknown): RawValue | undefined {
  if (!isJsonObject(term) || typeof term['value'] !== 'string') return undefined;
  const language = term['xml:lang'];
  return { text: term['value'], ...(typeof language === 'string' && language !== '' && { language }) };
}

/** A single value without a language is text; others are arrays. */
function cellOf(values: readonly RawValue[]): RawCell {
  const [only, ...others] = values;
  if (only === undefined) return '';
  return others.length === 0 && only.language === undefined && !only.text.includes('|') ? only.text : values;
}

/** A deeper object is kept as JSON text. */
const MAX_DEPTH = 8;
const TEXT_KEYS = ['value', 'text', 'label', '@value'];
const LANGUAGE_KEYS = ['language', 'lang', '@language'];
const LANGUAGE_TAG = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;
/** Tags of an unknown language, or of further omitted texts. */
const NO_LANGUAGE: ReadonlySet<string> = new Set(['-', '@none', 'und']);
/**
 * Keys, or their parts after the last dot, under which an object from language tags to text is a multilingual name or
 * note, not a record.
 */
const LABEL_KEY =
  /(?:^|\.)(?:(?:(?:pref|alt|hidden|preferred_?|alternative_?|alternate_?|other_?|short_?)?(?:name|label|title))|alias|synonym|description|definition|comment|abstract|summary|(?:scope|editorial|history|change)?_?note)(?:e?s)?$/i;
/** Defines keys and is no data of a record. */
const CONTEXT = '@context';

/**
 * A JSON object as cells: nested objects become dotted keys, lists become arrays, `{value, language}` and language maps
 * below label-like keys become values with a language, `null` is empty.
 */
export function flattenRecord(record: Readonly<Record<string, unknown>>): Map<string, RawCell> {
  const cells = new Map<string, RawCell>();
  for (const [key, value] of Object.entries(record)) if (key !== CONTEXT) flattenInto(cells, key, value, 0);
  return cells;
}

function flattenInto(cells: Map<string, RawCell>, key: string, value: unknown, depth: number): void {
  if (value === null || value === undefined) return;
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    for (const item of items) flattenInto(cells, key, item, depth + 1);
    // An array stays one, even of one value: its values are not to be split again.
    const cell = cells.get(key);
    if (typeof cell === 'string' && cell !== '') cells.set(key, [{ text: cell }]);
    return;
  }
  if (!isJsonObject(value)) {
    append(cells, key, typeof value === 'string' ? value : JSON.stringify(value)); // a number or a boolean
    return;
  }
  const inLanguage = textInLanguage(value);
  if (inLanguage !== undefined) {
    append(cells, key, inLanguage);
    return;
  }
  if (depth >= MAX_DEPTH) {
    append(cells, key, JSON.stringify(value));
    return;
  }
  if (LABEL_KEY.test(key) && isLanguageMap(value)) {
    for (const [language, texts] of Object.entries(value)) {
      for (const text of [texts].flat())
        if (typeof text === 'string') append(cells, key, NO_LANGUAGE.has(language) ? { text } : { text, language });
    }
    return;
  }
  for (const [inner, innerValue] of Object.entries(value)) flattenInto(cells, `${key}.${inner}`, innerValue, depth + 1);
}

function append(cells: Map<string, RawCell>, key: string, value: string | RawValue): void {
  const before = cells.get(key);
  if (before === undefined) {
    cells.set(key, typeof value === 'string' ? value : [value]);
    return;
  }
  const list = typeof before === 'string' ? [{ text: before }] : before;
  // The array was created here, and a record may have tens of thousands of values.
  (list as RawValue[]).push(typeof value === 'string' ? { text: value } : value);
  cells.set(key, list);
}

function textInLanguage(value: Readonly<Record<string, unknown>>): RawValue | undefined {
  const keys = Object.keys(value);
  if (keys.length !== 2) return undefined;
  const text = TEXT_KEYS.map((key) => value[key]).find((found) => typeof found === 'string');
  const language = LANGUAGE_KEYS.map((key) => value[key]).find((found) => typeof found === 'string');
  return typeof text === 'string' && typeof language === 'string'
    ? { text, ...(language !== '' && { language }) }
    : undefined;
}

function isLanguageMap(value: Readonly<Record<string, unknown>>): boolean {
  const entries = Object.entries(value);
  return (
    entries.length > 0 &&
    entries.every(
      ([key, texts]) =>
        (LANGUAGE_TAG.test(key) || NO_LANGUAGE.has(key)) &&
        [texts].flat().every((text) => typeof text === 'string' || text === null),
    )
  );
}
