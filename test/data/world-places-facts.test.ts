import { describe, expect, it } from '@jest/globals';
import { foldName, readWorldPlaces } from './read-world-places.js';

const { records } = readWorldPlaces();
const byId = new Map(records.map((record) => [record.id, record]));

describe('facts', () => {
  it.each([
    ['DE', 'name', 'Germany'],
    ['DE', 'capital', '2950159'],
    ['DE', 'region', 'M49-155'],
    ['DE', 'iso_alpha3', 'DEU'],
    ['DE', 'iso_numeric', '276'],
    ['DE', 'wikidata', 'Q183'],
    ['DE', 'currencies', 'EUR'],
    ['DE', 'official_languages', 'deu'],
    ['DE', 'calling_codes', '+49'],
    ['GB', 'calling_codes', '+44'],
    ['GB', 'capital', '2643743'],
    ['GB', 'currencies', 'GBP'],
    ['FR', 'capital', '2988507'],
    ['FR', 'calling_codes', '+33'],
    ['NL', 'calling_codes', '+31'],
    ['NL', 'capital', '2759794'],
    ['US', 'capital', '4140963'],
    ['US', 'region', 'M49-021'],
    ['JP', 'official_languages', 'jpn'],
    ['CH', 'official_languages', 'fra'],
    ['CH', 'currencies', 'CHF'],
    ['XK', 'name', 'Kosovo'],
    ['XK', 'capital', '786714'],
    ['NA', 'name', 'Namibia'],
    ['TW', 'name', 'Taiwan'],
    ['CD', 'name', 'Democratic Republic of the Congo'],
    ['CG', 'name', 'Republic of the Congo'],
    ['2950159', 'name', 'Berlin'],
    ['2950159', 'country', 'DE'],
    ['2950159', 'subdivision', 'DE-BE'],
    ['2950159', 'capital_of', 'DE'],
    ['2950159', 'coordinates', '52.52437,13.41053'],
    ['2950159', 'timezone', 'Europe/Berlin'],
    ['2988507', 'name', 'Paris'],
    ['2988507', 'subdivision', 'FR-IDF'],
    ['2886242', 'name', 'Cologne'],
    ['2867714', 'name', 'Munich'],
    ['2867714', 'capital_of', 'DE-BY'],
    ['2867714', 'subdivision', 'DE-BY'],
    ['2803138', 'name', 'Antwerp'],
    ['2660646', 'name', 'Geneva'],
    ['2711537', 'name', 'Gothenburg'],
    ['5128581', 'subdivision', 'US-NY'],
    ['4717560', 'subdivision', 'US-TX'],
    ['1850147', 'capital_of', 'JP'],
    ['112931', 'subdivision', 'IR-23'],
    ['1581130', 'subdivision', 'VN-HN'],
    ['2761369', 'subdivision', 'AT-9'],
    ['146268', 'subdivision', 'CY-01'],
    ['DE-BY', 'name', 'Bavaria'],
    ['DE-BY', 'capital', '2867714'],
    ['DE-BY', 'country', 'DE'],
    ['GB-ENG', 'name', 'England'],
    ['GB-ENG', 'wikidata', 'Q21'],
    ['US-CA', 'name', 'California'],
    ['US-CA', 'capital', '5389489'],
    ['CA-QC', 'country', 'CA'],
    ['deu', 'name', 'German'],
    ['deu', 'iso639_1', 'de'],
    ['deu', 'iso639_2b', 'ger'],
    ['deu', 'wikidata', 'Q188'],
    ['zho', 'scope', 'macrolanguage'],
    ['lat', 'status', 'ancient'],
    ['EUR', 'name', 'Euro'],
    ['EUR', 'symbol', '€'],
    ['EUR', 'used_in', 'DE'],
    ['EUR', 'used_in', 'FR'],
    ['JPY', 'minor_units', 0],
    ['GBP', 'numeric_code', '826'],
    ['EDDF', 'iata', 'FRA'],
    ['EDDF', 'city', '2925533'],
    ['EGLL', 'city', '2643743'],
    ['KJFK', 'city', '5128581'],
    ['KJFK', 'country', 'US'],
    ['M49-155', 'name', 'Western Europe'],
    ['M49-155', 'part_of', 'M49-150'],
    ['M49-150', 'part_of', 'M49-001'],
  ])('%s: %s is %s', (id, property, value) => {
    expect([byId.get(id)?.[property]].flat()).toContain(value);
  });
});

describe('names', () => {
  it.each([
    ['US', ['USA', 'U.S.A.', 'US', 'United States of America', 'Vereinigte Staaten', 'États-Unis', 'США', '美国']],
    ['GB', ['UK', 'U.K.', 'Great Britain', 'United Kingdom of Great Britain and Northern Ireland', 'Royaume-Uni']],
    ['KR', ['Korea, Rep.', 'Korea, Republic of', 'Republic of Korea', '대한민국']],
    ['KP', ['DPRK', "Korea, Democratic People's Republic of", "Democratic People's Republic of Korea"]],
    ['CZ', ['Czech Republic', 'Česko']],
    ['CI', ['Ivory Coast', "Cote d'Ivoire"]],
    ['MM', ['Burma', 'Republic of the Union of Myanmar']],
    ['NL', ['Holland', 'The Netherlands', 'Kingdom of the Netherlands', 'Niederlande']],
    ['CD', ['DRC', 'Congo, Democratic Republic of the', 'DR Congo', 'Zaire', 'Congo-Kinshasa']],
    ['CG', ['Congo, Rep.', 'Congo-Brazzaville']],
    ['IR', ['Iran, Islamic Republic of', 'Islamic Republic of Iran', 'Persia']],
    ['RU', ['Russian Federation', 'Россия']],
    ['SZ', ['Swaziland', 'Kingdom of Eswatini']],
    ['MK', ['Macedonia', 'FYROM', 'North Macedonia, Republic of']],
    ['TR', ['Turkey', 'Republic of Türkiye']],
    ['VA', ['Holy See', 'Vatican City State']],
    ['CV', ['Cabo Verde']],
    ['TL', ['East Timor']],
    ['BO', ['Bolivia, Plurinational State of', 'Plurinational State of Bolivia']],
    ['DE', ['Deutschland', 'Allemagne', 'Federal Republic of Germany', 'DEU', 'ألمانيا', 'ドイツ']],
    ['2950159', ['Берлин', 'Βερολίνο', 'برلين', 'ベルリン', '柏林', '베를린', 'ברלין']],
    ['2886242', ['Köln', 'Koeln', 'Colonia', 'Keulen']],
    ['5128581', ['New York', 'NYC', 'Nueva York']],
    ['524901', ['Москва', 'Moskau', 'Moscou']],
    ['1816670', ['Peking', '北京']],
    ['4407066', ['Saint Louis']],
    ['DE-BY', ['Bayern']],
    ['IR-03', ['East Azerbaijan']],
    ['deu', ['Deutsch', 'allemand', 'немецкий', 'ドイツ語']],
    ['fas', ['Farsi']],
    ['grc', ['Greek, Ancient (to 1453)']],
    ['EUR', ['€', 'евро', 'ユーロ', 'EUR']],
    ['GBP', ['Pound Sterling', 'British pounds', 'GBP']],
    ['EGLL', ['LHR']],
    ['M49-155', ['Westeuropa', "Europe de l'Ouest"]],
  ])('of %s include %j', (id, expected) => {
    const record = byId.get(id);
    const known = new Set([record?.name ?? '', ...(record?.aliases ?? [])].map(foldName));
    expect(expected.filter((name) => !known.has(foldName(name)))).toEqual([]);
  });
});

describe('descriptions', () => {
  it.each([
    ['2950159', 'Capital of Germany; population 3,426,354'],
    ['4717560', 'City in Texas, United States; population 24,782'],
    ['DE', 'Country in Western Europe'],
    ['GL', 'Territory of Denmark, Northern America'],
    ['DE-BY', 'Subdivision of Germany'],
    ['EDDF', 'Airport in Frankfurt am Main, Germany (FRA)'],
    ['JPY', 'Currency (JPY) of Japan'],
    ['grc', 'Historical language (grc)'],
  ])('of %s: %s', (id, description) => {
    expect(byId.get(id)?.description).toBe(description);
  });
});

describe('other names', () => {
  it('of airports are more than words that a hundred airports share', () => {
    const airports = records.filter(({ type }) => type === 'Airport');
    const wordsOf = (name: string): readonly string[] =>
      foldName(name)
        .split(/[^\p{L}\p{N}]+/u)
        .filter((word) => word !== '');
    const counts = new Map<string, number>();
    for (const { name } of airports)
      for (const word of new Set(wordsOf(name))) counts.set(word, (counts.get(word) ?? 0) + 1);
    expect(counts.get('airport')).toBeGreaterThan(1000);
    const empty = airports.flatMap(({ id, aliases = [] }) =>
      aliases
        .filter((alias) => wordsOf(alias).every((word) => (counts.get(word) ?? 0) >= 100))
        .map((alias) => `${id} ${alias}`),
    );
    expect(empty).toEqual([]);
  });
});

describe('prominence', () => {
  const prominence = (id: string) => Number(byId.get(id)?.['prominence'] ?? 0);

  it.each([
    ['Paris in France above Paris in Texas', '2988507', '4717560'],
    ['London in England above London in Ontario', '2643743', '6058560'],
    ['the country Georgia above the state', 'GE', 'US-GA'],
    ['Luxembourg the country above the city', 'LU', '2960316'],
    ['New York City above the state', '5128581', 'US-NY'],
    ['Frankfurt above its airport', '2925533', 'EDDF'],
    ['German above Esperanto', 'deu', 'epo'],
    ['the euro above the Danish krone', 'EUR', 'DKK'],
    ['Europe above Western Europe', 'M49-150', 'M49-155'],
  ])('ranks %s', (_what, first, second) => {
    expect(prominence(first)).toBeGreaterThan(prominence(second));
    expect(prominence(second)).toBeGreaterThan(0);
  });

  it('ranks every country above every town of the same name', () => {
    const countries = new Map(
      records.filter((record) => record.type === 'Country').map((record) => [foldName(record.name), record.id]),
    );
    const above = records.filter((record) => {
      const country = countries.get(foldName(record.name));
      return record.type === 'City' && country !== undefined && prominence(record.id) >= prominence(country);
    });
    expect(above.map((record) => record.id)).toEqual([]);
  });
});
