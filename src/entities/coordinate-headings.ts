import { resolveProperty, type Dataset } from './dataset.js';
import { plainLetters } from '../foundation/plain-letters.js';

const LATITUDE: ReadonlySet<string> = new Set([
  'lat',
  'latitude',
  'breite',
  'breitengrad',
  'geobreite',
  'latitud',
  'latitudine',
  'geolat',
  'wgs84lat',
  'coordinateslat',
  'coordinateslatitude',
  'locationlat',
  'locationlatitude',
]);
const LONGITUDE: ReadonlySet<string> = new Set([
  'lon',
  'lng',
  'long',
  'longitude',
  'lange',
  'langengrad',
  'geolange',
  'longitud',
  'longitudine',
  'geolon',
  'geolong',
  'geolng',
  'wgs84long',
  'wgs84lon',
  'coordinateslon',
  'coordinateslng',
  'coordinateslong',
  'coordinateslongitude',
  'locationlon',
  'locationlng',
  'locationlongitude',
]);

export type CoordinateHalf = 'latitude' | 'longitude';

/** Latitude or longitude by a heading, if any, ignoring a unit after it: `latitude_deg`, `Lat (WGS84)`. */
export function isCoordinateHeading(heading: string): CoordinateHalf | undefined {
  const words = plainLetters(heading).replace(/[\s_.(-]+(?:deg|degrees?|dd|decimal|wgs ?84|grad|epsg ?4326)\)?$/u, '');
  const key = words.replace(/[^\p{L}\p{N}]/gu, '');
  return LATITUDE.has(key) ? 'latitude' : LONGITUDE.has(key) ? 'longitude' : undefined;
}

/** The property and its half for a name of no property: `lat` and `longitude` of the only property of coordinates. */
export function halfOfCoordinates(
  dataset: Pick<Dataset, 'properties'>,
  idOrName: string,
): { readonly property: string; readonly half: CoordinateHalf } | undefined {
  const half = isCoordinateHeading(idOrName);
  if (half === undefined || resolveProperty(dataset, idOrName) !== undefined) return undefined;
  const [property, another] = dataset.properties.filter(({ datatype }) => datatype === 'coordinates');
  return property === undefined || another !== undefined ? undefined : { property: property.id, half };
}
