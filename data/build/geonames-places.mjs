// Populated places of GeoNames, one row each, and which of them become entities.

// Sections of cities, and places that are no more, would carry the names of living cities.
const LEFT_OUT = new Set(['PPLX', 'PPLH', 'PPLQ', 'PPLW', 'PPLCH']);
const MIN_POPULATION = 5000;

/** Every row of the export, in its order. */
export function readGeonamesPlaces(text) {
  const places = [];
  for (const line of text.split('\n')) {
    const cell = line.split('\t');
    if (cell.length < 19) continue;
    places.push({
      id: cell[0],
      name: cell[1],
      asciiName: cell[2],
      alternateNames: cell[3] === '' ? [] : cell[3].split(','),
      latitude: Number(cell[4]),
      longitude: Number(cell[5]),
      kind: cell[7],
      country: cell[8],
      /** Key of the first-level area, as in the list of areas: `DE.02`. */
      area: `${cell[8]}.${cell[10]}`,
      population: Number(cell[14]),
      timezone: cell[17],
    });
  }
  return places;
}

/** Whether a place is wanted: enough people, or the seat of a country or of a first-level area. */
export function isWanted(place, countries) {
  if (LEFT_OUT.has(place.kind) || !countries.has(place.country)) return false;
  return place.population >= MIN_POPULATION || place.kind === 'PPLC' || place.kind === 'PPLA';
}

/** Kilometres between two places, good enough for "near". */
export function distanceKm(a, b) {
  const rad = Math.PI / 180;
  const x = (b.longitude - a.longitude) * rad * Math.cos(((a.latitude + b.latitude) / 2) * rad);
  const y = (b.latitude - a.latitude) * rad;
  return 6371 * Math.hypot(x, y);
}
