import { isJsonObject } from '../../foundation/is-json-object.js';

/**
 * A feature of GeoJSON as a record of its own: its id and its properties stand at the top, and a point becomes latitude and longitude;
 * other shapes are left out. Any other record is given back as it is.
 */
export function unfoldFeature(record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { type, id, geometry, properties } = record;
  if (type !== 'Feature' || !('geometry' in record) || !(isJsonObject(properties) || properties === null)) return record;
  return { ...(id !== undefined && { id }), ...pointOf(geometry), ...properties };
}

/** GeoJSON has the longitude first, and may have a height behind. */
function pointOf(geometry: unknown): Readonly<Record<string, unknown>> {
  if (!isJsonObject(geometry) || geometry['type'] !== 'Point' || !Array.isArray(geometry['coordinates'])) return {};
  const coordinates: readonly unknown[] = geometry['coordinates'];
  const [longitude, latitude] = coordinates;
  return typeof longitude === 'number' && typeof latitude === 'number' ? { latitude, longitude } : {};
}
