import { isJsonObject } from '../../foundation/is-json-object.js';
import { wikibaseRecord } from './wikibase-entity.js';

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
