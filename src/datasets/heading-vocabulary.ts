import { isCoordinateHeading } from '../entities/coordinate-headings.js';
import { composedRole } from './composed-headings.js';
import { headingWords } from './headings/heading-words.js';
import { kindsOfThings } from './headings/kinds-of-things.js';
import { plainLetters } from '../foundation/plain-letters.js';

/** Roles of columns, apart from property. */
export type HeadingRole = 'id' | 'name' | 'type' | 'aliases' | 'description' | 'prominence';

/**
 * Headings by role, the surest first, in the languages of common datasets. Compared without case, accents, spaces and
 * signs: `Pref. Label`, `prefLabel` and `pref_label` are one.
 */
const VOCABULARY: Readonly<Record<HeadingRole, readonly string[]>> = {
  id: [
    'id',
    '@id',
    'identifier',
    'identifiers',
    'entity id',
    'uri',
    'iri',
    'qid',
    'wikidata id',
    'code',
    'key',
    'notation',
    'record id',
    'uuid',
    'guid',
    'item',
    'subject',
    'kennung',
    'identifikator',
    'schluessel',
    'schlüssel',
    'kennziffer',
    'identifiant',
    'clé',
    'cle',
    'identificador',
    'código',
    'clave',
    'identificatore',
    'codice',
    'identificativo',
    'nr',
    'lfd nr',
    'laufende nummer',
    'nummer',
    'ppn',
    'idn',
    'record number',
    'control number',
    'isil',
    'kontrollnummer',
    'datensatznummer',
    'satznummer',
    'kod',
    'klucz',
    'kenmerk',
    'sleutel',
    'tunniste',
    'azonosító',
    'идентификатор',
    'ид',
    'код',
    '编号',
    '代码',
    '識別子',
  ],
  name: [
    'name',
    'label',
    'title',
    'preflabel',
    'preferred label',
    'preferred name',
    'skos preflabel',
    'rdfs label',
    'labels',
    'names',
    'display name',
    'full name',
    'official name',
    'item label',
    'entity',
    'term',
    'heading',
    'headword',
    'authorized heading',
    'authorised heading',
    'preferred term',
    'authorized form',
    'bezeichnung',
    'benennung',
    'titel',
    'begriff',
    'ansetzung',
    'ansetzungsform',
    'vorzugsbenennung',
    'vorzugsbezeichnung',
    'bevorzugter name',
    'bevorzugte bezeichnung',
    'deskriptor',
    'nom',
    'vedette',
    'forme retenue',
    'descripteur',
    'encabezamiento',
    'intestazione',
    'forma autorizzata',
    'voorkeursterm',
    'libellé',
    'intitulé',
    'titre',
    'dénomination',
    'nombre',
    'título',
    'etiqueta',
    'denominación',
    'nome',
    'titolo',
    'denominazione',
    'etichetta',
    'naam',
    'navn',
    'namn',
    'nimi',
    'nazwa',
    'tytuł',
    'jméno',
    'název',
    'meno',
    'názov',
    'név',
    'ad',
    'isim',
    'nume',
    'denumire',
    'ime',
    'naziv',
    'όνομα',
    'имя',
    'название',
    'наименование',
    'назва',
    'شم',
    'اسم',
    '名称',
    '名字',
    '名前',
    '이름',
  ],
  type: [
    'type',
    'class',
    'category',
    'kind',
    'rdf type',
    '@type',
    'entity type',
    'instance of',
    'P31',
    'typ',
    'klasse',
    'kategorie',
    'classe',
    'catégorie',
    'categorie',
    'tipo',
    'clase',
    'categoría',
    'categoria',
    'soort',
    'tyyppi',
    'tür',
    'тип',
    'класс',
    '类型',
    '種類',
  ],
  aliases: [
    'aliases',
    'alias',
    'altlabel',
    'altlabels',
    'alternative label',
    'alternative labels',
    'skos altlabel',
    'item alt label',
    'hidden label',
    'hidden labels',
    'skos hiddenlabel',
    'alternative name',
    'alternative names',
    'alternate name',
    'alternate names',
    'alt name',
    'alt names',
    'other name',
    'other names',
    'also known as',
    'aka',
    'synonym',
    'synonyms',
    'variant',
    'variants',
    'variant name',
    'variant names',
    'name variants',
    'variant form',
    'variant forms',
    'see from',
    'used for',
    'non preferred term',
    'non preferred terms',
    'acronym',
    'acronyms',
    'short name',
    'former name',
    'former names',
    'nickname',
    'synonyme',
    'synonymes',
    'weitere namen',
    'andere namen',
    'namensvarianten',
    'alternativname',
    'alternativnamen',
    'verweisung',
    'verweisungen',
    'verweisungsform',
    'verweisungsformen',
    'abweichender name',
    'abweichende namen',
    'abweichende namensform',
    'abweichende namensformen',
    'nebenform',
    'nebenformen',
    'varianten',
    'formes rejetées',
    'forme rejetée',
    'employé pour',
    'usado por',
    'forme varianti',
    'usato per',
    'autres noms',
    'variantes',
    'otros nombres',
    'sinónimos',
    'sinonimos',
    'altri nomi',
    'sinonimi',
    'outros nomes',
    'sinônimos',
    'andere benamingen',
    'synoniemen',
    'synonimy',
    'フリガナ',
    'ふりがな',
    'カナ',
    'よみがな',
    '読み',
    'nome fantasia',
    'nombre comercial',
    'nom commercial',
    'trade name',
    'trading name',
    'kurzname',
    'kurzbezeichnung',
    'native name',
    'синонимы',
    '别名',
    '別名',
  ],
  description: [
    'description',
    'descriptions',
    'desc',
    'item description',
    'definition',
    'scope note',
    'scopenote',
    'short description',
    'summary',
    'abstract',
    'note',
    'notes',
    'comment',
    'comments',
    'remark',
    'remarks',
    'rdfs comment',
    'beschreibung',
    'kurzbeschreibung',
    'erläuterung',
    'bemerkung',
    'bemerkungen',
    'anmerkung',
    'définition',
    'descriptif',
    'remarque',
    'descripción',
    'nota',
    'notas',
    'definición',
    'descrizione',
    'definizione',
    'descrição',
    'definição',
    'omschrijving',
    'beschrijving',
    'opis',
    'beskrivning',
    'beskrivelse',
    'kuvaus',
    'описание',
    '描述',
    '説明',
  ],
  prominence: [
    'prominence',
    'popularity',
    'population',
    'pagerank',
    'page rank',
    'einwohner',
    'einwohnerzahl',
    'población',
    'popolazione',
    'população',
    'bevölkerung',
  ],
};

/** Key of a heading for comparison: lower case, letters and digits only, no accents. `@id` keeps its sign. */
export function headingKey(heading: string): string {
  const plain = plainLetters(heading);
  return (plain.startsWith('@') ? '@' : '') + plain.replace(/[^\p{L}\p{N}]/gu, '');
}

const KEYS: ReadonlyMap<HeadingRole, readonly string[]> = new Map(
  (['id', 'name', 'type', 'aliases', 'description', 'prominence'] as const).map((role) => [
    role,
    VOCABULARY[role].map(headingKey),
  ]),
);

/** How sure a heading is for the role: 0 is surest, `undefined` for another heading. */
export function headingRank(heading: string, role: HeadingRole): number | undefined {
  const rank = KEYS.get(role)?.indexOf(headingKey(heading)) ?? -1;
  if (rank >= 0) return rank;
  if (role !== 'name' && role !== 'aliases') return undefined;
  // A final `de` is a language, not a stop word.
  return composedRole(heading) === role && languageOfHeading(heading).language === undefined && !isInVocabulary(heading)
    ? VOCABULARY[role].length
    : undefined;
}

function isInVocabulary(heading: string): boolean {
  const key = headingKey(heading);
  return [...KEYS.values()].some((keys) => keys.includes(key));
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
      ([...KEYS.keys()].some((role) => headingRank(base, role) !== undefined) ||
        isCoordinateHeading(heading) !== undefined))
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
  /** Telephone numbers and postal codes. */
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
