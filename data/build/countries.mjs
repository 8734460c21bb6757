// Countries: ISO 3166-1 and Kosovo, with names from the CLDR and others, population and languages from the CLDR.
import { PREFERRED, spellingsOf, writtenNames } from './country-names.mjs';
import { distinctNames, fold, groupBy } from './names.mjs';
import { regionId } from './regions.mjs';

// Not in ISO 3166-1; the code is set aside for users there and stands for Kosovo in the CLDR, GeoNames and much else.
const KOSOVO = { alpha2: 'XK', alpha3: 'XKX', numeric: undefined, name: 'Kosovo' };

/** Codes, names and population: what other kinds of entities need to know of countries before they are made. */
export function outlineCountries({ iso31661, labels, territoryInfo }) {
  const outlines = [...iso31661, KOSOVO].map((country) => {
    const code = country.alpha2;
    return {
      code,
      alpha3: country.alpha3,
      numeric: country.numeric,
      officialName: country.name,
      name: PREFERRED[code] ?? labels.territories.get(code)?.english ?? country.name,
      population: Number(territoryInfo[code]?._population ?? 0),
    };
  });
  return new Map(outlines.map((outline) => [outline.code, outline]));
}

/** Speakers per language id and countries where it is official, from the CLDR's shares of population. */
export function surveyLanguages({ territoryInfo, outlines, languageIds }) {
  const speakers = new Map();
  const official = new Map();
  const inPractice = new Map();
  for (const [country, { population }] of outlines) {
    const people = new Map();
    for (const [tag, use] of Object.entries(territoryInfo[country]?.languagePopulation ?? {})) {
      const id = languageIds.get(tag.split('_')[0]);
      if (id === undefined) continue;
      // The same language in two scripts is listed twice; its speakers are counted once.
      people.set(id, Math.max(people.get(id) ?? 0, (population * Number(use._populationPercent)) / 100));
      if (use._officialStatus === 'official')
        official.set(country, [...new Set([...(official.get(country) ?? []), id])]);
      if (use._officialStatus === 'de_facto_official')
        inPractice.set(country, [...new Set([...(inPractice.get(country) ?? []), id])]);
    }
    for (const [id, count] of people) speakers.set(id, (speakers.get(id) ?? 0) + count);
  }
  // Where no law names a language, the one the state uses stands for it.
  for (const [country, ids] of inPractice) if (!official.has(country)) official.set(country, ids);
  return { speakers, official };
}

/** One entity a country. `territories`: the properties of country-coder's features. */
export function makeCountries({
  outlines,
  labels,
  territories,
  regionTree,
  territoryInfo,
  official,
  currenciesOf,
  capitalOf,
  wikidataOf,
}) {
  const calling = callingCodes(territories, outlines);
  return [...outlines.values()].map((outline) => {
    const { code, name, officialName } = outline;
    const group = regionTree.ofCountry.get(code);
    const own = territories.find((territory) => territory.iso1A2 === code);
    const sources = [
      officialName,
      ...(labels.territories.get(code)?.all ?? []),
      own?.nameEn,
      ...(own?.aliases ?? []),
    ].filter((alias) => alias && isWorthFinding(alias, code));
    return {
      id: code,
      name,
      type: 'Country',
      aliases: distinctNames([...writtenNames(code, name), ...sources.flatMap(spellingsOf)], [name]),
      description: describe(group && labels.territories.get(group).english, outlines.get(own?.country)?.name),
      iso_alpha2: code,
      iso_alpha3: outline.alpha3,
      iso_numeric: outline.numeric,
      wikidata: wikidataOf(code),
      capital: capitalOf(code),
      region: group && regionId(group),
      population: outline.population || undefined,
      gdp: Number(territoryInfo[code]?._gdp ?? 0) || undefined,
      official_languages: official.get(code),
      currencies: currenciesOf(code),
      calling_codes: calling.get(code)?.map((digits) => `+${digits}`),
      prominence: outline.population + 10_000_000,
    };
  });
}

// A two-letter code such as IN or AT is a word in some language; US and UK are what people write, and are added by hand.
function isWorthFinding(alias, code) {
  return !/^[A-Z]{2}(-[A-Z0-9]{1,3})?$/.test(alias) && fold(alias) !== fold(code);
}

function describe(groupName, holder) {
  const kind = holder ? `Territory of ${holder}` : 'Country';
  return groupName ? `${kind}${holder ? ',' : ' in'} ${groupName}` : kind;
}

// A country that is listed in parts (England, Scotland …) has the code of the part called like the whole, or the code of
// most of its parts.
function callingCodes(territories, countries) {
  const codes = new Map();
  const whole = new Map(
    territories
      .filter((territory) => countries.has(territory.iso1A2))
      .map((territory) => [territory.iso1A2, territory]),
  );
  for (const [country, territory] of whole) if (territory.callingCodes) codes.set(country, territory.callingCodes);
  const parts = territories.filter((territory) => !countries.has(territory.iso1A2) && territory.callingCodes);
  for (const [country, group] of groupBy(parts, (part) => part.country)) {
    if (codes.has(country)) continue;
    const all = group.flatMap((part) => part.callingCodes);
    const chief = group.find(
      (part) =>
        part.nameEn === whole.get(country)?.nameEn || `Kingdom of the ${part.nameEn}` === whole.get(country)?.nameEn,
    );
    const uses = (code) => all.filter((other) => other === code).length;
    const byUse = [...new Set(all)].sort((a, b) => uses(b) - uses(a) || a.length - b.length);
    codes.set(country, chief?.callingCodes ?? byUse.slice(0, 1));
  }
  return codes;
}
