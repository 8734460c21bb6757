// Subdivisions of countries: ISO 3166-2, with English names from the CLDR and more names from the list of airports' regions.
import { distinctNames, fold, groupBy, tidy } from './names.mjs';

// Morocco made twelve regions of sixteen, with the numbers of the old ones but none of their names; for Cyprus the list of
// airports' regions has numbers of its own.
const RENUMBERED = new Set(['CY', 'MA']);

/**
 * ISO 3166-2 with every label the sources have: { code, country, parent, name, labels, outdated, wikipedia }; `outdated`: other
 * sources use the code for something else.
 */
export function outlineSubdivisions({ iso31662, subdivisionNamesByLanguage, airportRegions }) {
  const labels = new Map();
  const english = new Map();
  for (const { language, names } of subdivisionNamesByLanguage) {
    for (const [key, name] of Object.entries(names)) {
      const [code] = key.split('-alt-');
      if (language === 'en' && key === code) english.set(code, tidy(name));
      if (!labels.has(code)) labels.set(code, []);
      labels.get(code).push(name);
    }
  }
  const regions = new Map(airportRegions.map((region) => [region.code, region]));
  const isAnothers = createConflictTest(iso31662);
  const saysAnother = (code) =>
    [english.get(code.toLowerCase().replace('-', '')), regions.get(code)?.name].some(
      (label) => label && isAnothers(code, label),
    );
  const renumbered = new Map();
  for (const { code } of iso31662)
    if (saysAnother(code)) renumbered.set(code.slice(0, 2), (renumbered.get(code.slice(0, 2)) ?? 0) + 1);
  const sizes = new Map(
    [...groupBy(iso31662, ({ code }) => code.slice(0, 2))].map(([country, codes]) => [country, codes.length]),
  );
  // One such code is a homonym, a few have changed places; a third of them, and the whole country is numbered anew: then
  // only a name that the ISO list has as well is believed.
  const isOutdated = (code, parts, names) => {
    const country = code.slice(0, 2);
    const count = renumbered.get(country) ?? 0;
    if (RENUMBERED.has(country) || count > sizes.get(country) / 3)
      return !names.some((name) => name && parts.some((part) => fold(part) === fold(name)));
    return count >= 3 && saysAnother(code);
  };
  return iso31662.map(({ code, name: listed, parent }) => {
    const key = code.toLowerCase().replace('-', '');
    const name = withoutFootnote(listed);
    // "Bruxelles-Capitale, Région de;Brussels Hoofdstedelijk Gewest" and "Pays de la Loire [Loire]" hold several names in one.
    const parts = name.split(/\s*[[\];/]\s*/).filter((part) => part !== '');
    const outdated = isOutdated(code, parts, [english.get(key), regions.get(code)?.name]);
    const region = outdated ? undefined : regions.get(code);
    const translations = outdated ? [] : (labels.get(key) ?? []);
    const englishName = outdated ? undefined : english.get(key);
    const uninverted = / and /.test(name) ? null : /^([^,]+), ([^,]+)$/.exec(name);
    return {
      code,
      country: code.slice(0, 2),
      parent,
      name: withoutFootnote(englishName ?? parts[0] ?? name),
      labels: [
        englishName,
        ...parts,
        uninverted && `${uninverted[2]} ${uninverted[1]}`,
        uninverted && uninverted[1],
        name,
        region?.name.replace(/^\(unassigned\)$/, ''),
        ...translations,
      ]
        .filter(Boolean)
        .map(withoutFootnote),
      outdated,
      wikipedia: region?.wikipedia_link,
    };
  });
}

// The ISO list marks names with the number of a footnote, a dagger, the languages they are in, or a disputed country.
function withoutFootnote(name) {
  return tidy(name).replace(/(\s*[¹²³⁴†*]+|\s\(([a-z]{2}(, [a-z]{2})*|EH(-partial)?)\))$/u, '');
}

// Some countries (Iran, Morocco) have given out their codes anew. A source that has not followed calls a code by the name
// that the ISO list gives to another code of the country; nothing it says about this code is of use.
function createConflictTest(iso31662) {
  const codesByName = new Map();
  for (const { code, name } of iso31662) {
    const key = `${code.slice(0, 2)}|${fold(withoutFootnote(name))}`;
    codesByName.set(key, [...(codesByName.get(key) ?? []), code]);
  }
  return (code, label) => {
    const codes = codesByName.get(`${code.slice(0, 2)}|${fold(label.replace(/ (Province|Region)$/, ''))}`);
    return (
      codes !== undefined &&
      !codes.includes(code) &&
      !codes.some((other) => other.startsWith(`${code.slice(0, 2)}-`) && isPart(iso31662, code, other))
    );
  };
}

function isPart(iso31662, code, other) {
  const find = (wanted) => iso31662.find((subdivision) => subdivision.code === wanted);
  return find(code)?.parent === other || find(other)?.parent === code;
}

/** One entity a subdivision. `areaNamesOf`: code → names of the linked GeoNames areas; `seatsOf`: code → city ids; `populationOf`: code → people in its cities. */
export function makeSubdivisions({ outlines, countryNameOf, areaNamesOf, seatsOf, populationOf, wikidataOf }) {
  const names = new Map(outlines.map((outline) => [outline.code, outline.name]));
  return outlines.map((outline) => {
    const { code, country, parent, name } = outline;
    const within = parent !== country && names.has(parent) ? parent : undefined;
    const seats = seatsOf(code);
    return {
      id: code,
      name,
      type: 'Subdivision',
      aliases: distinctNames([...outline.labels, ...areaNamesOf(code)], [name]),
      description: `Subdivision of ${within ? `${names.get(within)}, ` : ''}${countryNameOf(country)}`,
      iso_3166_2: code,
      country,
      part_of: within,
      capital: seats.length === 1 ? seats[0] : undefined,
      wikidata: wikidataOf(code),
      wikipedia: outline.wikipedia && encodeURI(decodeURI(outline.wikipedia)),
      // A quarter of its townspeople: a name shared with the chief city, such as New York, more often means the city.
      prominence: Math.round(populationOf(code) / 4) || 1000,
    };
  });
}
