// Which of the alternate names of a place are names of it that somebody would write.
import { distinctNames, fold, tidy } from './names.mjs';

// Abbreviations that people do write; every other run of capitals is an airport's or a post office's code.
const KEPT_ABBREVIATIONS = new Set(['NYC', 'HCMC', 'TPHCM', 'NOLA']);

/**
 * English names of cities that the gazetteer files under a name of the country itself, by country. Only names that an
 * English book would use today; a name that only differs in accents stays as it is.
 */
const ENGLISH_NAMES = {
  AT: { Wien: 'Vienna' },
  BE: { Antwerpen: 'Antwerp', Gent: 'Ghent', Brugge: 'Bruges', Brussel: 'Brussels', Leuven: 'Leuven', Luik: 'Liège' },
  CH: { Genève: 'Geneva', Luzern: 'Lucerne', Bâle: 'Basel' },
  CZ: { Praha: 'Prague', Plzeň: 'Pilsen' },
  DE: { Köln: 'Cologne', Nürnberg: 'Nuremberg', München: 'Munich' },
  DK: { København: 'Copenhagen', Århus: 'Aarhus' },
  EG: { 'Al Manşūrah': 'Mansoura' },
  ES: { Sevilla: 'Seville', Zaragoza: 'Zaragoza' },
  GR: { Pátra: 'Patras', Athína: 'Athens', Thessaloníki: 'Thessaloniki' },
  IN: { Cochin: 'Kochi' },
  IT: {
    Firenze: 'Florence',
    Milano: 'Milan',
    Napoli: 'Naples',
    Padova: 'Padua',
    Roma: 'Rome',
    Torino: 'Turin',
    Venezia: 'Venice',
    Genova: 'Genoa',
    Siracusa: 'Syracuse',
    Mantova: 'Mantua',
  },
  NL: { 'Den Haag': 'The Hague' },
  PL: { Warszawa: 'Warsaw' },
  PT: { Lisboa: 'Lisbon' },
  RO: { Bucureşti: 'Bucharest' },
  RU: {
    Moskva: 'Moscow',
    'Nizhniy Novgorod': 'Nizhny Novgorod',
    'Velikiy Novgorod': 'Veliky Novgorod',
    'Rostov-na-Donu': 'Rostov-on-Don',
    Groznyy: 'Grozny',
    'Arkhangel’sk': 'Arkhangelsk',
  },
  SE: { Göteborg: 'Gothenburg' },
  SY: { Dimashq: 'Damascus', Ḩalab: 'Aleppo' },
  UA: { 'Kryvyy Rih': 'Kryvyi Rih' },
};

/** The English name of a place, when it is one of these and the gazetteer knows the name too. */
export function englishName(place) {
  const name = ENGLISH_NAMES[place.country]?.[place.name];
  if (name === undefined || place.population < 50_000) return undefined;
  return place.alternateNames.some((alternate) => fold(alternate) === fold(name)) ? name : undefined;
}

/** The alternate name cleaned of its trimmings, or '' when it is none. */
export function cleanAlternateName(raw, place) {
  let name = tidy(raw);
  if ([...name].length > 60 || /^Template:/.test(name)) return '';
  if (/^https?:|^www\.|\.(com|org|net)\b|^Q\d+$|[_@#|<>{}\\^~*+?]/.test(name)) return '';
  // "Vuirziburga [a. 779]" and, after a comma of another script, the province or country: "راوسون، چوبوت".
  name = tidy(
    name
      .replace(/\s*\[[^\]]*\]\s*/g, ' ')
      .replace(/[،٬፣၊፥].*$/, '')
      .replace(/\(\d+\)$/, ''),
  );
  if (/\d/.test(name) && !/\d/.test(place.name) && !/\b\d{1,2} (de|di|do|of) /.test(name)) return '';
  if (/^[A-Z][A-Z .]{0,5}$/.test(name)) return KEPT_ABBREVIATIONS.has(name) ? name : '';
  // Machine romanisations ("bai lin", "beleullin") have no capital; a name in Latin letters has one.
  if (/^[\p{Script=Latin}\P{L}]+$/u.test(name) && !/\p{Lu}/u.test(name)) return '';
  // "In", "At" and "No" are somebody's names for Smidovich, Ath and Ho, and everybody's for something else.
  if ([...name].length <= 2 && /\p{Script=Latin}/u.test(name)) return '';
  return name;
}

/**
 * Aliases of a place, at most `most`, in the gazetteer's order. When there are more, romanisations of Cyrillic go first:
 * they have tell-tale apostrophes and letter groups and nobody types them.
 */
export function cityAliases(place, name, most, isAnothers) {
  const names = [
    place.name,
    saintSpelling(name),
    ...place.alternateNames.map((raw) => cleanAlternateName(raw, place)),
    place.asciiName,
  ];
  const aliases = distinctNames(names, [name]).filter((alias) => !isAnothers(fold(alias)));
  if (aliases.length <= most) return aliases;
  const likely = aliases.filter((alias) => !isRomanisation(alias));
  const romanised = aliases.filter(isRomanisation);
  const kept = new Set([...likely, ...romanised].slice(0, most));
  return aliases.filter((alias) => kept.has(alias));
}

// "Saint Louis" is as often written "St. Louis", and the other way round.
function saintSpelling(name) {
  if (/^Saint /.test(name)) return name.replace(/^Saint /, 'St. ');
  return /^St\.? /.test(name) ? name.replace(/^St\.? /, 'Saint ') : '';
}

function isRomanisation(alias) {
  return /^[\p{ASCII}]+$/u.test(alias) && (/[a-z]'([a-z]|$|-)/.test(alias) || /^Eh|ij$|zh|shh|kh/.test(alias));
}

/**
 * Tells whether a folded alias of a place is the name of something far better known: of a city at least five times as
 * large in the same country, of one a hundred times as large anywhere, of another country, or of a subdivision of its
 * own whose name has no word in common with the place's (Ile-de-France is not Paris, New York is New York City).
 */
export function createOwnershipTest(places, nameOf, countryNames, subdivisionNames) {
  const areas = new Set(subdivisionNames.map(({ code, name }) => `${code.slice(0, 2)}|${fold(name)}`));
  const largestIn = new Map();
  const largest = new Map();
  for (const place of places) {
    const key = fold(nameOf(place));
    const inCountry = `${place.country}|${key}`;
    if (place.population > (largestIn.get(inCountry)?.population ?? -1)) largestIn.set(inCountry, place);
    if (place.population > (largest.get(key)?.population ?? -1)) largest.set(key, place);
  }
  return (place) => (key) => {
    const neighbour = largestIn.get(`${place.country}|${key}`);
    if (neighbour && neighbour !== place && neighbour.population >= 5 * Math.max(place.population, 1)) return true;
    const anywhere = largest.get(key);
    if (anywhere && anywhere !== place && anywhere.population >= 100 * Math.max(place.population, 1)) return true;
    const own = new Set(fold(nameOf(place)).split(' '));
    if (areas.has(`${place.country}|${key}`) && !key.split(' ').some((word) => own.has(word))) return true;
    const country = countryNames.get(key);
    return country !== undefined && country !== place.country;
  };
}
