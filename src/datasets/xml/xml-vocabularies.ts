import { sentence } from '../../foundation/message.js';
import type { Sentence } from '../../foundation/sentence.js';
import type { MarcField } from '../../formats/marc/marc-record.js';
import { type IsRecord, type XmlElement, childElements, descendants, textIn } from '../../formats/xml/read-xml-tree.js';
import { ColumnValues } from '../growing-columns.js';
import { MARC_COLUMNS, marcValues } from '../marc/marc-values.js';

/** Element → column, for texts taken unchanged. */
const TEXTS: Readonly<Record<string, string>> = {
  typeOfResource: 'type',
  genre: 'genre',
  abstract: 'description',
  note: 'note',
};

/** The units of description of EAD: the whole, and its components at every level. */
const EAD_LEVELS: ReadonlySet<string> = new Set([
  'archdesc',
  'c',
  ...Array.from({ length: 12 }, (_, i) => `c${String(i + 1).padStart(2, '0')}`),
]);

const EAD_TEXTS: Readonly<Record<string, string>> = {
  unitdate: 'dates',
  physdesc: 'extent',
  origination: 'creator',
  langmaterial: 'language',
  repository: 'repository',
  container: 'container',
};

const ACCESS_POINTS: Readonly<Record<string, string>> = {
  persname: 'person',
  corpname: 'corporate body',
  famname: 'family',
  geogname: 'place',
  subject: 'subject',
  genreform: 'genre',
  title: 'title mentioned',
};

export interface XmlVocabulary {
  /** After "read as". */
  readonly title: Sentence;
  /** Whether a document with this head is of the vocabulary. */
  readonly recognise: (head: string) => boolean;
  readonly isRecord: IsRecord;
  /** Columns that come in front. */
  readonly columns: readonly string[];
  readonly valuesOf: (record: XmlElement) => ColumnValues;
}

const last = (path: readonly string[]): string => path.at(-1) ?? '';
const COLUMNS: readonly string[] = ['id', 'name', 'aliases', 'type', 'description'];
const TEI_RECORDS: ReadonlySet<string> = new Set(['person', 'personGrp', 'org', 'place']);

/** Vocabularies of libraries and archives, tried in order. */
export const XML_VOCABULARIES: readonly XmlVocabulary[] = [
  {
    title: sentence('MARCXML'),
    recognise: (head) =>
      head.includes('http://www.loc.gov/MARC21/slim') || (/<leader>/.test(head) && /<datafield\s/.test(head)),
    isRecord: (path) => last(path) === 'record' && path.at(-2) !== 'ListRecords' && path.at(-2) !== 'GetRecord',
    columns: MARC_COLUMNS,
    valuesOf: marcxmlValues,
  },
  {
    title: sentence('MODS'),
    recognise: (head) => head.includes('http://www.loc.gov/mods/'),
    isRecord: (path) => last(path) === 'mods',
    columns: COLUMNS,
    valuesOf: modsValues,
  },
  {
    title: sentence('EAC-CPF'),
    recognise: (head) => /urn:isbn:1-931666-33-4|<(?:\w+:)?eac-cpf[\s>]/.test(head),
    isRecord: (path) => last(path) === 'eac-cpf',
    columns: COLUMNS,
    valuesOf: eacCpfValues,
  },
  {
    title: sentence('EAD'),
    recognise: (head) =>
      /urn:isbn:1-931666-22-9|http:\/\/ead3\.archivists\.org|<!DOCTYPE ead\b|<(?:\w+:)?ead[\s>]/.test(head),
    isRecord: (path) => EAD_LEVELS.has(last(path)),
    columns: COLUMNS,
    valuesOf: eadValues,
  },
  {
    title: sentence('TEI'),
    recognise: (head) => head.includes('http://www.tei-c.org/ns/1.0'),
    // A record alone or in a list: an `org` in an `affiliation` is neither.
    isRecord: (path) =>
      TEI_RECORDS.has(last(path)) && (path.length === 1 || /^list(?:Person|Place|Org)$/.test(path.at(-2) ?? '')),
    columns: COLUMNS,
    valuesOf: teiValues,
  },
];

/** A unit of description (`archdesc`, `c`, `c01` …) of EAD 2002 or EAD3 as values by column. */
function eadValues(unit: XmlElement): ColumnValues {
  const values = new ColumnValues();
  const [did] = childElements(unit, 'did');
  const described = did === undefined ? [] : childElements(did);
  const unitIds = described.filter(({ name }) => name === 'unitid').map(textIn);
  const id = unit.attributes.get('id') ?? unitIds[0] ?? '';
  values.add('id', id);
  for (const title of described.filter(({ name }) => name === 'unittitle'))
    values.add(values.has('name') ? 'aliases' : 'name', textIn(title), title.language);
  values.add('type', unit.attributes.get('otherlevel') ?? unit.attributes.get('level') ?? '');
  for (const unitId of unitIds) if (unitId !== id) values.add('reference code', unitId);
  for (const element of described) {
    const column = EAD_TEXTS[element.name];
    if (column !== undefined) values.add(column, textIn(element));
  }
  for (const scope of [...childElements(unit, 'scopecontent'), ...childElements(unit, 'bioghist')].slice(0, 1)) {
    values.add(
      'description',
      childElements(scope)
        .filter(({ name }) => name !== 'head')
        .map(textIn)
        .join(' ') || textIn(scope),
    );
  }
  for (const point of childElements(unit, 'controlaccess').flatMap((access) =>
    descendants(access, new Set(Object.keys(ACCESS_POINTS))),
  ))
    values.add(ACCESS_POINTS[point.name] ?? 'subject', textIn(point));
  return values;
}

function eacCpfValues(record: XmlElement): ColumnValues {
  const values = new ColumnValues();
  const all = (name: string): readonly XmlElement[] => descendants(record, new Set([name]));
  for (const id of all('recordId').slice(0, 1)) values.add('id', textIn(id));
  for (const entry of all('identity').flatMap((identity) => descendants(identity, new Set(['nameEntry'])))) {
    const name = childElements(entry, 'part').map(textIn).join(', ');
    values.add(values.has('name') ? 'aliases' : 'name', name, entry.language);
  }
  for (const type of all('entityType').slice(0, 1)) values.add('type', type.attributes.get('value') ?? textIn(type));
  for (const id of all('entityId')) values.add('other identifiers', textIn(id));
  for (const exist of all('existDates').slice(0, 1)) values.add('dates', textIn(exist));
  for (const column of ['place', 'occupation', 'function'] as const)
    for (const element of all(column))
      values.add(
        column,
        textIn(childElements(element).find(({ name }) => /^(?:placeEntry|placeName|term)$/.test(name)) ?? element),
      );
  for (const note of all('biogHist').slice(0, 1)) values.add('description', textIn(note));
  return values;
}

function marcxmlValues(record: XmlElement): ColumnValues {
  const [leader] = childElements(record, 'leader');
  const fields = childElements(record).flatMap((element): readonly MarcField[] => {
    const tag = element.attributes.get('tag') ?? '';
    if (element.name === 'controlfield') return [{ tag, indicators: '', subfields: [], text: rawTextIn(element) }];
    if (element.name !== 'datafield') return [];
    const subfields = childElements(element, 'subfield').map(
      (subfield) => [subfield.attributes.get('code') ?? '', textIn(subfield)] as const,
    );
    return [
      {
        tag,
        indicators: `${element.attributes.get('ind1') ?? ' '}${element.attributes.get('ind2') ?? ' '}`,
        subfields,
        text: '',
      },
    ];
  });
  return marcValues({ leader: leader === undefined ? '' : rawTextIn(leader), fields });
}

/** Positions count, so blanks stay. */
function rawTextIn({ children }: XmlElement): string {
  return children.filter((child) => typeof child === 'string').join('');
}

/** A `mods` as values by column. Source: MODS User Guidelines, version 3. */
function modsValues(mods: XmlElement): ColumnValues {
  const values = new ColumnValues();
  const [record] = descendants(mods, new Set(['recordIdentifier']));
  const identifiers = childElements(mods, 'identifier');
  const id =
    record === undefined
      ? (mods.attributes.get('ID') ?? (identifiers[0] === undefined ? '' : textIn(identifiers[0])))
      : textIn(record);
  values.add('id', id);
  for (const title of childElements(mods, 'titleInfo')) {
    const isOther = title.attributes.has('type') || values.has('name');
    values.add(isOther ? 'aliases' : 'name', titleOf(title), title.language);
  }
  for (const child of childElements(mods)) {
    const column = TEXTS[child.name];
    if (column !== undefined) values.add(column, textIn(child), child.language);
  }
  for (const name of childElements(mods, 'name')) values.add('author', nameOf(name));
  for (const identifier of identifiers)
    if (textIn(identifier) !== id)
      values.add(identifier.attributes.get('type') ?? 'other identifiers', textIn(identifier));
  for (const subject of descendants(mods, new Set(['subject'])))
    for (const part of childElements(subject))
      values.add('subject', part.name === 'name' ? nameOf(part) : textIn(part));
  for (const origin of childElements(mods, 'originInfo')) {
    for (const publisher of childElements(origin, 'publisher')) values.add('publisher', textIn(publisher));
    for (const date of descendants(origin, new Set(['dateIssued', 'dateCreated', 'copyrightDate'])).slice(0, 1))
      values.add('year', /\d{4}/.exec(textIn(date))?.[0] ?? '');
  }
  for (const language of descendants(mods, new Set(['languageTerm'])))
    if (language.attributes.get('type') !== 'text') values.add('language', textIn(language));
  for (const url of descendants(mods, new Set(['url']))) values.add('link', textIn(url));
  return values;
}

function titleOf(title: XmlElement): string {
  const part = (name: string): string => childElements(title, name).map(textIn).join(' ');
  const main = `${part('nonSort')} ${part('title')}`.trim();
  return [main, part('subTitle'), part('partNumber'), part('partName')].filter((text) => text !== '').join(': ');
}

/** Family name first, as in lists; without dates and titles. */
function nameOf(name: XmlElement): string {
  const parts = childElements(name, 'namePart').filter(
    ({ attributes }) => attributes.get('type') !== 'date' && attributes.get('type') !== 'termsOfAddress',
  );
  const typed = (type: string): string =>
    parts
      .filter(({ attributes }) => attributes.get('type') === type)
      .map(textIn)
      .join(' ');
  const [family, given] = [typed('family'), typed('given')];
  return family !== '' && given !== '' ? `${family}, ${given}` : parts.map(textIn).join(' ');
}

const NAMES: ReadonlySet<string> = new Set([
  'persName',
  'orgName',
  'placeName',
  'geogName',
  'name',
  'country',
  'region',
  'settlement',
]);
const TYPES: Readonly<Record<string, string>> = {
  person: 'Person',
  personGrp: 'Group',
  org: 'Organisation',
  place: 'Place',
};
/** Element → column; its date is in `when`, or in its text. */
const DATES: Readonly<Record<string, string>> = { birth: 'birth date', death: 'death date', floruit: 'active' };
const PLACE_OF: Readonly<Record<string, string>> = { birth: 'birth place', death: 'death place' };
const TEI_TEXTS: Readonly<Record<string, string>> = {
  occupation: 'occupation',
  sex: 'gender',
  gender: 'gender',
  nationality: 'nationality',
  affiliation: 'affiliation',
  education: 'education',
  faith: 'faith',
  note: 'description',
  desc: 'description',
};

/** A `person`, `org` or `place` of a list of TEI P5 as values by column. */
function teiValues(record: XmlElement): ColumnValues {
  const values = new ColumnValues();
  values.add('id', record.attributes.get('id') ?? '');
  for (const name of namesOf(record)) values.add(values.has('name') ? 'aliases' : 'name', nameIn(name), name.language);
  values.add('type', TYPES[record.name] ?? '');
  for (const child of childElements(record)) {
    const [date, text, place] = [DATES[child.name], TEI_TEXTS[child.name], PLACE_OF[child.name]];
    if (date !== undefined) values.add(date, dateIn(child));
    if (place !== undefined) for (const found of descendants(child, NAMES)) values.add(place, textIn(found));
    if (text !== undefined) values.add(text, textIn(child) || (child.attributes.get('value') ?? ''), child.language);
    if (child.name === 'idno')
      values.add(child.attributes.get('type')?.toLowerCase() ?? 'other identifiers', textIn(child));
    if (child.name === 'location')
      for (const geo of descendants(child, new Set(['geo'])))
        values.add(
          'coordinates',
          textIn(geo)
            .split(/[\s,]+/)
            .join(', '),
        );
    if (['ptr', 'ref'].includes(child.name)) values.add('link', child.attributes.get('target') ?? '');
  }
  values.add('other identifiers', record.attributes.get('sameAs') ?? '');
  return values;
}

/** Its own names, the main one first; of a place without one the settlement, region or country. */
function namesOf(record: XmlElement): readonly XmlElement[] {
  const own = childElements(record).filter(({ name }) => NAMES.has(name));
  const named = own.filter(({ name }) => /name$/i.test(name));
  const names = named.length > 0 ? named : own.slice(-1);
  const main = names.findIndex(({ attributes }) =>
    /^(?:main|pref|preferred|reg|regular)$/i.test(attributes.get('type') ?? ''),
  );
  return main <= 0 ? names : [...names.slice(main, main + 1), ...names.filter((_, i) => i !== main)];
}

/** `Surname, Forename` of a name in parts; else its text. */
function nameIn(name: XmlElement): string {
  const parts = (wanted: string): string =>
    descendants(name, new Set([wanted]))
      .map(textIn)
      .join(' ');
  const [surname, forename] = [parts('surname'), parts('forename')];
  if (surname === '' || forename === '') return textIn(name);
  const link = parts('nameLink');
  return `${link === '' ? '' : `${link} `}${surname}, ${forename}`;
}

function dateIn(element: XmlElement): string {
  const dated = [element, ...descendants(element, new Set(['date']))];
  for (const { attributes } of dated) {
    const stated = ['when', 'when-iso', 'when-custom', 'notBefore', 'from']
      .map((key) => attributes.get(key))
      .find((date) => date !== undefined);
    if (stated !== undefined) return stated;
  }
  return textIn(dated.at(1) ?? element);
}
