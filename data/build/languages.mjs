// Languages: everything in ISO 639-3 except its special codes, with names from the CLDR and identifiers from Wikidata.
import { distinctNames } from './names.mjs';

// Names that people write and that none of the sources has.
const MORE_NAMES = {
  cat: ['Valencian'],
  ell: ['Modern Greek'],
  fas: ['Farsi'],
  fil: ['Pilipino'],
  gla: ['Gaelic', 'Scots Gaelic'],
  gle: ['Gaelic', 'Irish Gaelic'],
  hat: ['Haitian'],
  heb: ['Modern Hebrew'],
  hye: ['Hayeren'],
  kal: ['Greenlandic'],
  khm: ['Cambodian'],
  lat: ['Lingua Latina'],
  msa: ['Bahasa Melayu'],
  ind: ['Bahasa Indonesia'],
  nep: ['Nepalese'],
  nld: ['Flemish'],
  nob: ['Bokmal', 'Norwegian (Bokmål)'],
  nno: ['Nynorsk', 'Norwegian (Nynorsk)'],
  nor: ['Norse'],
  por: ['Brazilian Portuguese'],
  pus: ['Pushtu'],
  ron: ['Moldavian', 'Moldovan'],
  rom: ['Romani'],
  sin: ['Singhalese'],
  spa: ['Castilian', 'Castellano'],
  sme: ['Lappish'],
  tgl: ['Filipino'],
  tha: ['Siamese'],
  zho: ['Mandarin', 'Putonghua'],
  zlm: ['Bahasa Malaysia'],
};

const STATUSES = {
  living: 'living',
  extinct: 'extinct',
  ancient: 'ancient',
  historical: 'historical',
  constructed: 'constructed',
};

/** Any ISO 639 code (two letters, three letters of any part) → the three-letter code that is the entity's id. */
export function languageIdsByCode(iso6393) {
  const ids = new Map();
  for (const language of iso6393) {
    for (const code of [language.iso6391, language.iso6392B, language.iso6392T])
      if (code) ids.set(code, language.iso6393);
  }
  for (const language of iso6393) ids.set(language.iso6393, language.iso6393);
  return ids;
}

/** One entity a language. `speakersOf`: id → people who use it; `officialIn`: id → names of countries. */
export function makeLanguages({ iso6393, wikidataLanguages, labels, speakersOf, officialIn }) {
  const wikidata = new Map();
  for (const language of wikidataLanguages)
    for (const code of language.iso6393 ?? []) if (!wikidata.has(code)) wikidata.set(code, language);
  return iso6393
    .filter((language) => language.type !== 'special')
    .map((language) => {
      const id = language.iso6393;
      const known = labels.languages.get(language.iso6391 ?? id) ?? labels.languages.get(id);
      const item = wikidata.get(id);
      const name = known?.english ?? language.name;
      const speakers = Math.round(speakersOf(id));
      return {
        id,
        name,
        type: 'Language',
        aliases: distinctNames(
          [
            language.name,
            plainName(language.name),
            invertedName(language.name),
            item?.label,
            item?.native,
            ...(MORE_NAMES[id] ?? []),
            ...(known?.all ?? []),
          ].filter((alias) => alias && isWorthFinding(alias, id)),
          [name],
        ),
        description: describe(language, officialIn(id)),
        iso639_1: language.iso6391,
        iso639_2: language.iso6392T ?? language.iso6392B,
        iso639_2b: language.iso6392B === language.iso6392T ? undefined : language.iso6392B,
        iso639_3: id,
        scope: language.scope,
        status: language.type,
        speakers: speakers || undefined,
        wikidata: item?.wd,
        prominence: speakers || (known ? 100 : undefined),
      };
    });
}

/** "Modern Greek (1453-)" is "Modern Greek" to everybody but the standard. A bracket with a country tells languages apart and stays. */
function plainName(name) {
  return /\([^)]*\d[^)]*\)$/.test(name) ? name.replace(/\s*\([^)]*\)$/, '') : '';
}

// Library lists sort languages by the family's name: "English, Old", "Greek, Ancient".
function invertedName(name) {
  const parts =
    /^(Old|Middle|Ancient|Modern|Classical|Low|High|Upper|Lower|North|South|East|West|Northern|Southern|Eastern|Western|Central|Northeastern|Northwestern|Southeastern|Southwestern) (\S.*?)( \([^)]*\))?$/.exec(
      name,
    );
  return parts ? `${parts[2]}, ${parts[1]}${parts[3] ?? ''}` : '';
}

// Codes among the names ("ha", "ID"); a capital and a small letter make a name ("Yi", "Wu").
function isWorthFinding(alias, id) {
  return alias !== id && !/^([a-z]{1,2}|[A-Z]{1,2})$/.test(alias);
}

function describe(language, countries) {
  const kind =
    language.scope === 'macrolanguage'
      ? 'Macrolanguage'
      : language.type === 'living'
        ? 'Language'
        : `${capitalise(STATUSES[language.type] ?? 'Other')} language`;
  if (countries.length === 0) return `${kind} (${language.iso6393})`;
  const shown = countries.slice(0, 3).join(', ');
  const rest = countries.length - 3;
  return `${kind} (${language.iso6393}), official in ${shown}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function capitalise(word) {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
