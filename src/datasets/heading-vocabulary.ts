import { isCoordinateHeading } from '../entities/coordinate-headings.js';
import { composedRole } from './composed-headings.js';
import { headingWords } from './headings/heading-words.js';
import { kindsOfThings } from './headings/kinds-of-things.js';
import { plainLetters } from '../foundation/plain-letters.js';
import { lexiconByKey } from '../text/lexicon.js';

/** Roles of columns, apart from property. */
export type HeadingRole = 'id' | 'name' | 'type' | 'aliases' | 'description' | 'prominence';

/** Key of a heading for comparison: lower case, letters and digits only, no accents. `@id` keeps its sign. */
export function headingKey(heading: string): string {
  const plain = plainLetters(heading);
  return (plain.startsWith('@') ? '@' : '') + plain.replace(/[^\p{L}\p{N}]/gu, '');
}

const ROLES: readonly HeadingRole[] = ['id', 'name', 'type', 'aliases', 'description', 'prominence'];

let keys: ReadonlyMap<string, readonly string[]> | undefined; // until it is asked for

/** The headings of a role as they are compared, the surest first. */
function keysOf(role: HeadingRole): readonly string[] {
  keys ??= new Map([...lexiconByKey('role-headings', ',')].map(([key, headings]) => [key, headings.map(headingKey)]));
  return keys.get(role) ?? [];
}

/** Rank of a heading for the role: 0 is surest, `undefined` for another heading. */
export function headingRank(heading: string, role: HeadingRole): number | undefined {
  const rank = keysOf(role).indexOf(headingKey(heading));
  if (rank >= 0) return rank;
  if (role !== 'name' && role !== 'aliases') return undefined;
  // A final `de` is a language, not a stop word.
  return composedRole(heading) === role && languageOfHeading(heading).language === undefined && !isInVocabulary(heading)
    ? keysOf(role).length
    : undefined;
}

function isInVocabulary(heading: string): boolean {
  const key = headingKey(heading);
  return ROLES.some((role) => keysOf(role).includes(key));
}

/**
 * Whether this is a usual heading for any role, which tells a header row from data. A single heading may also be the
 * name of a kind of things: "City", "Museum name".
 */
export function isKnownHeading(heading: string, place?: 'alone' | number): boolean {
  const { base } = languageOfHeading(heading);
  return (
    (place === 'alone' && isKindOfThing(heading)) ||
    (heading !== '' &&
      (ROLES.some((role) => headingRank(base, role) !== undefined) || isCoordinateHeading(heading) !== undefined))
  );
}

/** Whether a text is only the name of a kind of things. */
function isKindOfThing(text: string): boolean {
  const words = headingWords(text).filter((word) => headingRank(word, 'name') === undefined);
  return words.length === 1 && words.some((word) => kindsOfThings(word).size > 0);
}

const WITH_LANGUAGE = /^(.*?)\s*[ _.@:([-]\s*([a-z]{2,3}(?:-[A-Za-z]{2,4})?)[)\]]?$/;

/** Splits a heading and the language at its end: `name_de`, `label@pt-BR`, `title (fr)`. */
export function languageOfHeading(heading: string): { readonly base: string; readonly language?: string } {
  const match = WITH_LANGUAGE.exec(heading.trim());
  const [, base, tag] = match ?? [];
  if (base === undefined || base === '' || tag === undefined || tag === 'id' || !isLanguage(tag))
    return { base: heading };
  return { base, language: tag };
}

function isLanguage(tag: string): boolean {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(tag) !== undefined;
  } catch {
    return false; // not even shaped like a tag
  }
}

const YEAR_OR_DATE = new RegExp(
  [
    'year|date|born|died|birth|death|founded|established|dissolved|since',
    'jahr|datum|geboren|gestorben|gegrundet|grundung|erschienen',
    '^nee?(?:le|en)?$|^mort(?:e|s)?(?:le|en)?$|annee|naissance|deces|decede|fondee?(?:en)?$|fondation',
    'fecha|ano$|nacid[oa]|nacimiento|fallecid[oa]|fallecimiento|muerte|fundad[oa]|fundacion|fundacao|nascid[oa]|nascimento|falecid[oa]|falecimento',
    'anno$|nascita|^nat[oa](?:il|nel)?$|^mort[oa](?:il|nel)?$|fondat[oa]|rok$|dato$|jaar|gestorven|overleden|opgericht',
  ].join('|'),
);
const QUANTITY =
  /population|count|number|anzahl|nombre|height|elevation|altitude|hohe|area|flache|price|preis|prix|weight|length|width|size|total|amount|score|rank|distance|inhabitants|einwohner|salary|pages/;
const MONEY = /price|preis|prix|precio|prezzo|salary|gehalt|amount|betrag|montant|importe/;
const IDENTIFIER =
  /^(isbn|issn|isil|doi|orcid|isni|viaf|gnd|lei|ror|iata|icao|iso\d*|qid|wikidata|geonames|ean|gtin|upc|sku|oclc|lccn|pmid|mbid|imdb|ringgold|grid|ulan|tgn|aat|cas|vat|nuts|fips|locode|unlocode|duns|siren|siret|rfc)/;
const IDENTIFIER_END =
  /(isbn|issn|doi|orcid|isni|viaf|identifier|code|iri|uri|qid|registrynumber|registrationnumber|accessionnumber|inventorynumber|callnumber)$/;
const REFERENCE =
  /parent|broader|narrower|partof|memberof|related|sameas|successor|predecessor|capital|country|region|located|belongsto|ref$|id$|ids$/;
/** References to another entity of any dataset. */
const OWN_REFERENCE =
  /parent|broader|narrower|partof|sameas|successor|predecessor|replaces|replacedby|previous|next|superior|reportsto|manager/;
/** Numbers to dial or for letters, not quantities. */
const DIALLED_OR_POSTAL =
  /phone|telefon|telefax|^tel|^fax|^mobile?|handy|zip|postal|postcode|postleitzahl|^plz|^cep$|^cap$|codigopostal|postnummer|電話|郵便|전화|우편|电话|邮/;
const WEB_ADDRESS = /website|homepage|webpage|web$|url$|link$|site$|domain/;
const YES_OR_NO = /^(is|has|ist|hat|can|active|aktiv|enabled|deleted)/;

/** Datatypes suggested by a heading; hints that the values must confirm. */
export function headingHints(heading: string): {
  readonly date: boolean;
  readonly quantity: boolean;
  readonly money: boolean;
  readonly identifier: boolean;
  readonly reference: boolean;
  /** References to entities of the same dataset. */
  readonly ownReference: boolean;
  readonly dialledOrPostal: boolean;
  readonly webAddress: boolean;
  readonly yesOrNo: boolean;
} {
  const key = headingKey(heading);
  const endsInId = /(^|[a-z0-9 _.-])(id|ID|Id)$/.test(heading.trim()) && key !== 'id';
  return {
    date: YEAR_OR_DATE.test(key),
    quantity: QUANTITY.test(key),
    money: MONEY.test(key),
    identifier: IDENTIFIER.test(key) || IDENTIFIER_END.test(key) || endsInId,
    reference: REFERENCE.test(key),
    ownReference: OWN_REFERENCE.test(key),
    dialledOrPostal: DIALLED_OR_POSTAL.test(key),
    webAddress: WEB_ADDRESS.test(key),
    yesOrNo: YES_OR_NO.test(key),
  };
}
