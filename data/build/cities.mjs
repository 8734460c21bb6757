// Cities: populated places of GeoNames with their names, country, subdivision and what they are capital of.
import { coordinates } from './coordinates.mjs';
import { cityAliases, createOwnershipTest, englishName } from './city-names.mjs';

/** Preferred name of a place. */
export function cityName(place) {
  return englishName(place) ?? place.name;
}

/** Seats by subdivision code, and the capital by country code: ids of cities. */
export function findSeats(places, subdivisionOf) {
  const capitals = new Map();
  const seats = new Map();
  const chief = new Map();
  for (const place of places) {
    if (place.kind === 'PPLC') capitals.set(place.country, place.id);
    const code = subdivisionOf(place);
    if (code === undefined) continue;
    if (place.kind === 'PPLA') seats.set(code, [...(seats.get(code) ?? []), place.id]);
    // The capital of the country is rarely marked as the seat of its own area as well.
    if (place.kind === 'PPLC') chief.set(code, place.id);
  }
  const people = new Map(places.map((place) => [place.id, place.population]));
  for (const [code, id] of chief) {
    // A village marked as the seat of England is a slip of the gazetteer; Haarlem, in the province of Amsterdam, is not.
    const own = (seats.get(code) ?? []).filter((seat) => people.get(seat) * 100 > people.get(id));
    seats.set(code, own.length > 0 ? own : [id]);
  }
  return { capitals, seats };
}

/** One entity a place. */
export function makeCities({
  places,
  subdivisionOf,
  subdivisionNameOf,
  areaNameOf,
  countryNameOf,
  countryNames,
  capitals,
  seats,
  mostAliases,
  subdivisionNames,
}) {
  const capitalOf = new Map();
  for (const [country, id] of capitals) capitalOf.set(id, [country]);
  for (const [code, ids] of seats)
    if (ids.length === 1) capitalOf.set(ids[0], [...(capitalOf.get(ids[0]) ?? []), code]);
  const ownedByOther = createOwnershipTest(places, cityName, countryNames, subdivisionNames);
  return places.map((place) => {
    const name = cityName(place);
    const subdivision = subdivisionOf(place);
    const area = subdivision ? subdivisionNameOf(subdivision) : areaNameOf(place.area);
    const country = countryNameOf(place.country);
    return {
      id: place.id,
      name,
      type: 'City',
      aliases: cityAliases(place, name, mostAliases(place), ownedByOther(place)),
      description: describe(place, area, country),
      country: place.country,
      subdivision,
      area: subdivision ? undefined : areaNameOf(place.area),
      capital_of: capitalOf.get(place.id),
      population: place.population || undefined,
      coordinates: coordinates(place.latitude, place.longitude),
      timezone: place.timezone || undefined,
      prominence: place.population || 1000,
    };
  });
}

function describe(place, area, country) {
  const kind =
    place.kind === 'PPLC'
      ? `Capital of ${country}`
      : `City in ${area && area !== country ? `${area}, ` : ''}${country}`;
  return place.population ? `${kind}; population ${place.population.toLocaleString('en-US')}` : kind;
}
