// Airports: the medium and large ones of OurAirports.
import { coordinates } from './coordinates.mjs';
import { distanceKm } from './geonames-places.mjs';
import { distinctNames, fold, tidy } from './names.mjs';

/** One entity an airport. `citiesNamed`: the places of a country with a name, to find the town it serves. */
export function makeAirports({ airports, subdivisionCodes, countryNameOf, citiesNamed }) {
  const commonWords = wordsOfMany(airports.map((airport) => airport.name));
  const isName = (keyword) =>
    fold(keyword)
      .split(' ')
      .some((word) => !commonWords.has(word));
  return airports.map((airport) => {
    const name = tidy(airport.name);
    const town = tidy(airport.municipality);
    const country = airport.iso_country;
    const here = { latitude: Number(airport.latitude_deg), longitude: Number(airport.longitude_deg) };
    const iata = /^[A-Z]{3}$/.test(airport.iata_code) ? airport.iata_code : undefined;
    const where = [town.replace(/\s*\(.*\)$/, ''), countryNameOf(country)].filter((part) => part !== '').join(', ');
    return {
      id: airport.ident,
      name,
      type: 'Airport',
      aliases: distinctNames(
        keywords(airport).filter((word) => isName(word) && citiesNamed(country, word).length === 0),
        [name],
      ),
      description: `Airport in ${where}${iata ? ` (${iata})` : ''}`,
      iata,
      icao: /^[A-Z]{4}$/.test(airport.gps_code) ? airport.gps_code : undefined,
      city: servedCity(town, here, citiesNamed(country, town.replace(/\s*[(/,].*$/, ''))),
      municipality: town,
      country,
      subdivision: subdivisionCodes.has(airport.iso_region) ? airport.iso_region : undefined,
      coordinates: coordinates(here.latitude, here.longitude),
      elevation_ft: airport.elevation_ft === '' ? undefined : Number(airport.elevation_ft),
      wikipedia: /^https?:\/\//.test(airport.wikipedia_link) ? airport.wikipedia_link.replace(/\s/g, '_') : undefined,
      prominence: airport.type === 'large_airport' ? 50_000 : airport.scheduled_service === 'yes' ? 5000 : 500,
    };
  });
}

// "airport", "regional": words that say what kind of thing it is. A keyword of nothing else would make one airport answer for all.
const MANY = 100;

function wordsOfMany(names) {
  const counts = new Map();
  for (const name of names)
    for (const word of new Set(fold(name).split(' '))) counts.set(word, (counts.get(word) ?? 0) + 1);
  return new Set([...counts].flatMap(([word, count]) => (count >= MANY ? [word] : [])));
}

// Keywords hold former names, and also codes and names of towns, which would make the airport answer for the town.
function keywords(airport) {
  return airport.keywords
    .split(/[,;|]/)
    .map(tidy)
    .filter(
      (word) =>
        word.length > 4 &&
        !/^[A-Z0-9-]+$/.test(word) &&
        !/https?:/.test(word) &&
        fold(word) !== fold(airport.municipality),
    );
}

/** The nearest place of that name within 80 km, those that have it as their preferred name first. */
function servedCity(town, here, places) {
  const near = places.map((place) => ({ place, km: distanceKm(here, place) })).filter(({ km }) => km <= 80);
  const preferred = ({ place }) => (fold(place.name) === fold(town) ? 0 : 1);
  near.sort((a, b) => preferred(a) - preferred(b) || a.km - b.km);
  return town === '' ? undefined : near[0]?.place.id;
}
