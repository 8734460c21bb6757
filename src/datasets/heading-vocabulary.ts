import { isCoordinateHeading } from '../entities/coordinate-headings.js';
import { plainLetters } from '../foundation/plain-letters.js';
import { lexicon, lexiconByKey } from '../text/lexicon.js';

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

/**
 * Words of headings, without accents and case. A heading all of whose words are listed names the role of its column.
 */
const NAME =
  /^(?:names?|namen|namens|namensform(?:en)?|namensvarianten?|labels?|forms?|formen?|headings?|terms?|titles?|bezeichnung(?:en)?|benennung(?:en)?|ansetzung(?:en|sform|sformen)?|titel|noms?|nombres?|nom[ei]|formes?|formas?|titres?|titulos?|titol[oi])$/;
const OTHER =
  /^(?:others?|alternat(?:iv)?es?|alternativ(?:e[rn]?)?|variant(?:s|e|es|en)?|andere?[rn]?|weitere?[rn]?|abweichende?[rn]?|verworfene?[rn]?|fruhere?[rn]?|ehemalige?[rn]?|former|previous|rejected|autres?|anciens?|anciennes?|rejetee?s?|otr[oa]s?|anterior(?:es)?|altr[eio]|outr[oa]s?)$/;
const PREFERRED =
  /^(?:preferred|accepted|authori[sz]ed|main|principal(?:e|es)?|bevorzugte?[rn]?|autorisierte?[rn]?|normierte?[rn]?|retenue?s?|preferid[oa]|preferit[oa]|autorizad[oa]|autorizzat[oa])$/;
const SCIENTIFIC =
  /^(?:scientific|botanical|latin|wissenschaftliche?[rn]?|botanische?[rn]?|lateinische?[rn]?|scientifiques?|latins?|cientific[oa]s?|scientific[oi])$/;
const VERNACULAR =
  /^(?:vernacular|common|vernaculaires?|communs?|trivialnamen?|volksnamen?|vulgar(?:es|i)?|comun(?:es|e|i)?)$/;
const LITTLE =
  /^(?:of|the|an?|and|or|der|die|das|des|von|und|oder|de|du|del|della|di|do|da|les?|la|et|ou|y|o|e|persons?|personal|personen|personne|persona|corporate)$/;

/** A MARC field of authorities with its main subfield: headings and "see from" references. */
const MARC_HEADING = /^1(?:00|10|11|30|48|5[01578])\s*[$‡|]\s*a$/;
const MARC_SEEN_FROM = /^4(?:00|10|11|30|48|5[01578])\s*[$‡|]\s*a$/;

/**
 * Role of a column by a heading of several words that is in no vocabulary: `Name (bevorzugt)`, `Abweichende
 * Namensformen`, `scientificName`, `400$a`.
 */
export function composedRole(heading: string): 'name' | 'aliases' | 'vernacular' | undefined {
  const text = heading.trim();
  if (MARC_HEADING.test(text)) return 'name';
  if (MARC_SEEN_FROM.test(text)) return 'aliases';
  const words = wordsOf(text);
  const has = (kind: RegExp): boolean => words.some((word) => kind.test(word));
  if (words.length < 2 ? !has(VERNACULAR) || words.length === 0 : !has(NAME)) return undefined;
  if (!words.every((word) => [NAME, OTHER, PREFERRED, SCIENTIFIC, VERNACULAR, LITTLE].some((kind) => kind.test(word))))
    return undefined;
  if (has(VERNACULAR)) return words.length === 1 && !/namen?$/.test(words[0] ?? '') ? undefined : 'vernacular';
  return has(OTHER) ? 'aliases' : 'name';
}

function wordsOf(heading: string): readonly string[] {
  const apart = plainLetters(heading.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'));
  if (/\p{N}/u.test(apart)) return [];
  return apart.split(/[^\p{L}]+/u).filter((word) => word !== '');
}

/** Word → its kinds. */
let kindsOfWords: ReadonlyMap<string, readonly number[]> | undefined; // until it is asked for

/**
 * Kinds of things in a text, as numbers: the same for "Town", "Ort" and "Cities"; empty for an unknown text. Cost: a
 * few look-ups.
 */
export function kindsOfThings(text: string): ReadonlySet<number> {
  const known = (kindsOfWords ??= readKinds());
  return new Set(headingWords(text).flatMap((word) => formsOf(word).flatMap((form) => known.get(form) ?? [])));
}

/** All known words for the kinds of things in a text, in any language. */
export function wordsOfKinds(text: string): readonly string[] {
  return [...kindsOfThings(text)].flatMap((kind) => lexicon('kinds-of-things')[kind]?.split(' ') ?? []);
}

/** The word, its singular, and the part before "name" in a compound. */
function formsOf(word: string): readonly string[] {
  const before = word.replace(/(?:name|namen|names|titel|bezeichnung|naam|navn|namn)$/, '');
  return [
    ...new Set([word, before, before.replace(/s$/, ''), before.replace(/es$/, ''), before.replace(/n$/, '')]),
  ].filter((form) => form !== '');
}

function readKinds(): ReadonlyMap<string, readonly number[]> {
  const kinds = new Map<string, number[]>();
  lexicon('kinds-of-things').forEach((words, kind) => {
    for (const word of new Set(words.split(' ').map(composed))) kinds.set(word, [...(kinds.get(word) ?? []), kind]);
  });
  return kinds;
}

/** Heading → its lines in the lexicon. */
let linesOfHeadings: ReadonlyMap<string, readonly number[]> | undefined; // until it is asked for

function linesOf(heading: string): readonly number[] | undefined {
  linesOfHeadings ??= readLines();
  return linesOfHeadings.get(headingKey(heading));
}

function readLines(): ReadonlyMap<string, readonly number[]> {
  const lines = new Map<string, number[]>();
  lexicon('property-headings').forEach((line, at) => {
    for (const key of new Set(line.split(',').map(headingKey))) lines.set(key, [...(lines.get(key) ?? []), at]);
  });
  return lines;
}

/** All headings of the same property, in any known language; none for an unknown heading. */
export function headingsOfSame(heading: string): readonly string[] {
  return (linesOf(heading) ?? []).flatMap((line) => lexicon('property-headings')[line]?.split(',') ?? []);
}

/**
 * Relation of two headings: `same` property in any known language, `alike` (shared words, or one kind of thing),
 * `other` (two known properties that differ), or unknown.
 */
type HeadingRelation = 'same' | 'alike' | 'other' | 'unknown';

/** Compares the heading of a column with the id or name of a property. Cost: a few look-ups. */
export function relateHeadings(heading: string, property: string): HeadingRelation {
  const [a, b] = [linesOf(heading), linesOf(property)];
  if (a !== undefined && b !== undefined) return a.some((line) => b.includes(line)) ? 'same' : 'other';
  if (haveSharedWords(headingWords(heading), headingWords(property))) return 'alike';
  const kinds = kindsOfThings(property);
  return [...kindsOfThings(heading)].some((kind) => kinds.has(kind)) ? 'alike' : 'unknown';
}

/** Whether half of the words of at least three letters are shared. */
function haveSharedWords(a: readonly string[], b: readonly string[]): boolean {
  const [long, other] = [a, b].map((words) => new Set(words.filter(({ length }) => length > 2)));
  if (long === undefined || other === undefined || long.size === 0 || other.size === 0) return false;
  const common = [...long].filter((word) => other.has(word)).length;
  return common > 0 && 2 * common >= Math.max(long.size, other.size);
}

/**
 * The words of a heading without case and accents: `nom_commune`, `museumName` and `Museum name` have two. Digits and
 * signs separate words.
 */
export function headingWords(heading: string): readonly string[] {
  return composed(heading.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .split(/[^\p{L}_]+|_+/u)
    .filter((word) => word !== '');
}

/** Plain letters; Korean syllables are composed again. */
function composed(text: string): string {
  return plainLetters(text).normalize('NFC');
}

/** Meanings of words of headings, as `data/lexicons/heading-words.txt` explains them. */
export type HeadingWordMeaning =
  | 'name'
  | 'name-of-firm'
  | 'entity'
  | 'maker'
  | 'place'
  | 'alias'
  | 'other'
  | 'nameable'
  | 'type'
  | 'type-first'
  | 'type-text'
  | 'number'
  | 'register';

let meanings: ReadonlyMap<string, ReadonlySet<string>> | undefined; // until it is asked for

/** Whether a word of a heading has this meaning. */
export function isHeadingWord(meaning: HeadingWordMeaning, word: string): boolean {
  meanings ??= new Map([...lexiconByKey('heading-words')].map(([key, words]) => [key, new Set(words.map(composed))]));
  return meanings.get(meaning)?.has(word) ?? false;
}
