import { resolveProperty, type Dataset } from './dataset.js';
import { plainLetters } from '../foundation/plain-letters.js';
import { lexiconByKey } from '../text/lexicon.js';

let halves: ReadonlyMap<string, CoordinateHalf> | undefined; // until it is asked for

export type CoordinateHalf = 'latitude' | 'longitude';

/** Latitude or longitude by a heading, if any, ignoring a unit after it: `latitude_deg`, `Lat (WGS84)`. */
export function isCoordinateHeading(heading: string): CoordinateHalf | undefined {
  const words = plainLetters(heading).replace(/[\s_.(-]+(?:deg|degrees?|dd|decimal|wgs ?84|grad|epsg ?4326)\)?$/u, '');
  const key = words.replace(/[^\p{L}\p{N}]/gu, '');
  halves ??= readHalves();
  return halves.get(key);
}

function readHalves(): ReadonlyMap<string, CoordinateHalf> {
  const headings = lexiconByKey('role-headings', ',');
  const halfNames = ['latitude', 'longitude'] as const;
  return new Map(halfNames.flatMap((half) => headings.get(half)?.map((key) => [key, half] as const) ?? []));
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
