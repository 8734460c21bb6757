import type { CompareValue } from './value-comparison.js';

const EARTH_RADIUS_KM = 6371;
const PAIR = /([+-]?\d+(?:\.\d+)?)[^\d+.-]+([+-]?\d+(?:\.\d+)?)/;

/** Places by their distance: within a kilometre the same, beyond some tens of kilometres another one. */
export function compareCoordinatesWith(asked: string): CompareValue | undefined {
  const pair = PAIR.exec(asked);
  if (pair === null) return undefined;
  const latitude = Number(pair[1]);
  const longitude = Number(pair[2]);
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined;
  return (value) => {
    if (value.kind !== 'coordinates') return undefined;
    const km = distanceKm(latitude, longitude, value.latitude, value.longitude);
    const reason = km < 1 ? 'less than 1 km apart' : `${String(Math.round(km))} km apart`;
    if (km < 1) return { agreement: 1, reason };
    if (km < 10) return { agreement: 0.8, reason };
    if (km < 50) return { agreement: 0.3, reason };
    return { agreement: km < 200 ? -0.5 : -1, reason };
  };
}

/** Great-circle distance of two points given in degrees, by the haversine formula. */
export function distanceKm(latitudeA: number, longitudeA: number, latitudeB: number, longitudeB: number): number {
  const radians = Math.PI / 180;
  const north = Math.sin(((latitudeB - latitudeA) * radians) / 2) ** 2;
  const east = Math.sin(((longitudeB - longitudeA) * radians) / 2) ** 2;
  const h = north + Math.cos(latitudeA * radians) * Math.cos(latitudeB * radians) * east;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}
