// Which first-level area of GeoNames is which subdivision of ISO 3166-2. The two number them differently, so they are
// brought together by name, then by what the codes of a country have in common, then by airports, then by elimination.
import { distanceKm } from './geonames-places.mjs';
import { fold, groupBy } from './names.mjs';

const CLASS_WORDS = new RegExp(
  '\\b(' +
    'province|provincia|provincie|region|regiao|state|county|district|distrito|department|departamento|departement|governorate|oblast|prefecture|municipality|canton|emirate|parish|autonomous|republic|city|capital|territory|' +
    'community|comunidad|division|island|islands|council|rayon|raion|of|the|and|de|del|la|le|el|al|ar|as|ash|az|an|ad|ed|et|sheng|shi|zizhiqu|wojewodztwo|lan|kraj|kray|respublika|oblysy|viloyati|welayaty|velayat|apskritis|' +
    'zupanija|muhafazat|mintaqah|changwat|khet|ken|fu|to|kreis|bezirk|opstina|obcina|novads|obshtina|gemeente|governorat|voivodeship|wilaya|wilayat|qarku|judet|fylke|maakunta|vald|maakond|megye|kommune|sysla|gaza|strip|sub' +
    ')\\b',
  'g',
);

const bare = (name) => fold(name).replace(/[əǝ]/g, 'a').replace(CLASS_WORDS, ' ').replace(/\s+/g, ' ').trim();
// "Shuen Wan" and "Shuenwan", "Qaraghandy" and "Karagandy": doubled letters and vowels differ between romanisations.
const skeleton = (name) =>
  bare(name)
    .replace(/ /g, '')
    .replace(/q|ch|k(h)?/g, 'k')
    .replace(/[yj]/g, 'i')
    .replace(/w/g, 'v')
    .replace(/z/g, 's')
    .replace(/h/g, '')
    .replace(/[aeiou]+/g, 'a')
    .replace(/(.)\1+/g, '$1');

/** Links known for certain that no rule finds: GeoNames area → ISO 3166-2 code. */
const BY_HAND = {
  'CN.20': 'CN-NM',
  'CY.04': 'CY-01',
  'CY.05': 'CY-02',
  'CZ.78': 'CZ-64',
  'CZ.79': 'CZ-31',
  'CZ.81': 'CZ-41',
  'CZ.85': 'CZ-80',
  'CZ.88': 'CZ-20',
  'BG.58': 'BG-23',
  'EE.07': 'EE-56',
  'EE.18': 'EE-79',
  'ET.54': 'ET-SN',
  'FI.11': 'FI-15',
  'FR.94': 'FR-20R',
  'HU.23': 'HU-VE',
  'ID.PD': 'ID-PD',
  'ID.PE': 'ID-PE',
  'ID.36': 'ID-PA',
  'KZ.01': 'KZ-19',
  'KZ.06': 'KZ-23',
  'KZ.07': 'KZ-27',
  'KZ.15': 'KZ-63',
  'KZ.16': 'KZ-59',
  'MA.04': 'MA-04',
  'MD.81': 'MD-OC',
  'NO.30': 'NO-30',
  'NO.38': 'NO-38',
  'NO.54': 'NO-54',
  'NP.6': 'NP-P6',
  'NP.7': 'NP-P7',
  'OM.11': 'OM-BS',
  'OM.12': 'OM-SS',
  'PL.74': 'PL-10',
  'PL.79': 'PL-16',
  'TZ.13': 'TZ-06',
  'IR.01': 'IR-04',
  'IR.03': 'IR-14',
  'IR.04': 'IR-11',
  'IR.05': 'IR-17',
  'IR.07': 'IR-07',
  'IR.08': 'IR-01',
  'IR.09': 'IR-13',
  'IR.10': 'IR-16',
  'IR.11': 'IR-22',
  'IR.13': 'IR-05',
  'IR.15': 'IR-06',
  'IR.16': 'IR-12',
  'IR.22': 'IR-18',
  'IR.23': 'IR-15',
  'IR.25': 'IR-20',
  'IR.26': 'IR-23',
  'IR.28': 'IR-10',
  'IR.29': 'IR-08',
  'IR.32': 'IR-24',
  'IR.33': 'IR-03',
  'IR.34': 'IR-00',
  'IR.35': 'IR-02',
  'IR.36': 'IR-19',
  'IR.37': 'IR-27',
  'IR.38': 'IR-26',
  'IR.39': 'IR-25',
  'IR.40': 'IR-21',
  'IR.41': 'IR-29',
  'IR.42': 'IR-09',
  'IR.43': 'IR-28',
  'IR.44': 'IR-30',
  // The six former provinces of Madagascar have codes, its regions of today have none: each lies within one of the six.
  'MG.11': 'MG-T',
  'MG.12': 'MG-T',
  'MG.13': 'MG-T',
  'MG.14': 'MG-T',
  'MG.21': 'MG-F',
  'MG.22': 'MG-F',
  'MG.24': 'MG-F',
  'MG.25': 'MG-F',
  'MG.26': 'MG-F',
  'MG.27': 'MG-F',
  'MG.31': 'MG-A',
  'MG.32': 'MG-A',
  'MG.33': 'MG-A',
  'MG.41': 'MG-M',
  'MG.42': 'MG-M',
  'MG.43': 'MG-M',
  'MG.44': 'MG-M',
  'MG.51': 'MG-U',
  'MG.52': 'MG-U',
  'MG.53': 'MG-U',
  'MG.54': 'MG-U',
  'MG.71': 'MG-D',
  'MG.72': 'MG-D',
};
/** Areas that no subdivision stands for, though a rule would find one. */
const WITHOUT_CODE = new Set(['TW.04', 'IQ.19', 'PS.WE', 'PS.GZ', 'RS.SE']);

/**
 * GeoNames area code (`DE.02`) → subdivision code (`DE-BY`), and by which rule each was found.
 * `airports`: only those whose ISO codes can be trusted. `subdivisions`: { code, country, parent, labels } of ISO 3166-2; `areas`: { code, name } of GeoNames.
 */
export function linkAreas({ areas, subdivisions, places, airports }) {
  const linked = new Map();
  const rules = {};
  const byCountry = groupBy(subdivisions, (subdivision) => subdivision.country);
  const placesByCountry = groupBy(places, (place) => place.country);
  const airportsByCountry = groupBy(airports, (airport) => airport.iso_country);
  for (const [country, ownAreas] of groupBy(areas, (area) => area.code.slice(0, 2))) {
    const candidates = byCountry.get(country) ?? [];
    const taken = new Set();
    const link = (area, code, rule) => {
      linked.set(area.code, code);
      taken.add(code);
      rules[rule] = (rules[rule] ?? 0) + 1;
    };
    const open = () => ownAreas.filter((area) => !linked.has(area.code) && !WITHOUT_CODE.has(area.code));
    const free = () => candidates.filter((subdivision) => !taken.has(subdivision.code));

    for (const area of ownAreas)
      if (candidates.some(({ code }) => code === BY_HAND[area.code])) link(area, BY_HAND[area.code], 'hand');
    for (const [rule, keyOf] of [
      ['name', fold],
      ['bare name', bare],
      ['sound', skeleton],
    ]) {
      const known = indexByKey(free(), keyOf);
      for (const area of open()) {
        const hits = preferTopLevel([...(known.get(keyOf(area.name)) ?? [])], country).filter(
          (code) => !taken.has(code),
        );
        if (hits.length === 1 && keyOf(area.name) !== '') link(area, hits[0], rule);
      }
    }
    linkByCode({ country, ownAreas, open, candidates, taken, linked, link });
    linkByAirports({
      open,
      free,
      places: placesByCountry.get(country) ?? [],
      airports: airportsByCountry.get(country) ?? [],
      link,
    });
    linkBySpelling({ open, free, link });
    const topLevel = free().filter((subdivision) => subdivision.parent === country);
    if (open().length === 1 && topLevel.length === 1) link(open()[0], topLevel[0].code, 'only one left');
  }
  return { linked, rules };
}

function indexByKey(subdivisions, keyOf) {
  const index = new Map();
  for (const subdivision of subdivisions) {
    for (const label of subdivision.labels) {
      const key = keyOf(label);
      if (key === '') continue;
      if (!index.has(key)) index.set(key, new Map());
      index.get(key).set(subdivision.code, subdivision);
    }
  }
  return new Map([...index].map(([key, hits]) => [key, [...hits.values()]]));
}

function preferTopLevel(hits, country) {
  const top = hits.filter((subdivision) => subdivision.parent === country);
  return (top.length > 0 ? top : hits).map((subdivision) => subdivision.code);
}

/** Where the names have shown that both use the same codes (US.TX, US-TX), the rest follows. */
function linkByCode({ country, ownAreas, open, candidates, taken, linked, link }) {
  const found = ownAreas.filter((area) => linked.has(area.code));
  const same = found.filter((area) => linked.get(area.code) === `${country}-${area.code.slice(3)}`);
  if (found.length < 3 || same.length < found.length * 0.7) return;
  for (const area of open()) {
    const code = `${country}-${area.code.slice(3)}`;
    if (!taken.has(code) && candidates.some((subdivision) => subdivision.code === code)) link(area, code, 'same code');
  }
}

/** Airports carry ISO codes: those that lie in the towns of an area tell its code, when they agree. */
function linkByAirports({ open, free, places, airports, link }) {
  const freeCodes = new Set(free().map((subdivision) => subdivision.code));
  const votes = new Map();
  for (const airport of airports) {
    const here = { latitude: Number(airport.latitude_deg), longitude: Number(airport.longitude_deg) };
    let nearest;
    let nearestKm = 25;
    for (const place of places) {
      if (Math.abs(place.latitude - here.latitude) > 0.3) continue;
      const km = distanceKm(here, place);
      if (km < nearestKm) [nearest, nearestKm] = [place, km];
    }
    if (!nearest) continue;
    if (!votes.has(nearest.area)) votes.set(nearest.area, new Map());
    const ballot = votes.get(nearest.area);
    ballot.set(airport.iso_region, (ballot.get(airport.iso_region) ?? 0) + 1);
  }
  for (const area of open()) {
    const ballot = [...(votes.get(area.code) ?? [])].sort((a, b) => b[1] - a[1]);
    const total = ballot.reduce((sum, [, count]) => sum + count, 0);
    if (ballot.length > 0 && ballot[0][1] >= 2 && ballot[0][1] > total * 0.75 && freeCodes.has(ballot[0][0])) {
      link(area, ballot[0][0], 'airports');
      freeCodes.delete(ballot[0][0]);
    }
  }
}

/** The one free subdivision whose name is nearly the area's, when no other comes close. */
function linkBySpelling({ open, free, link }) {
  for (const area of open()) {
    const name = bare(area.name).replace(/ /g, '');
    if (name.length < 4) continue;
    const ranked = free()
      .map((subdivision) => ({
        subdivision,
        alike: Math.max(...subdivision.labels.map((label) => similarity(name, bare(label).replace(/ /g, '')))),
      }))
      .sort((a, b) => b.alike - a.alike);
    if (ranked.length > 0 && ranked[0].alike >= 0.72 && (ranked[1]?.alike ?? 0) < ranked[0].alike - 0.1)
      link(area, ranked[0].subdivision.code, 'spelling');
  }
}

/** 1 for equal strings, 0 for nothing in common: one minus edits per letter of the longer. */
function similarity(a, b) {
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++)
      row.push(Math.min(previous[j] + 1, row[j - 1] + 1, previous[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
    previous = row;
  }
  return 1 - previous[b.length] / Math.max(a.length, b.length, 1);
}
