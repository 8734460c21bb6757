import { type XmlElement, childElements, descendants, textIn } from '../../formats/xml/read-xml-tree.js';
import { ColumnValues } from '../growing-columns.js';

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
const TEXTS: Readonly<Record<string, string>> = {
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
export function teiValues(record: XmlElement): ColumnValues {
  const values = new ColumnValues();
  values.add('id', record.attributes.get('id') ?? '');
  for (const name of namesOf(record)) values.add(values.has('name') ? 'aliases' : 'name', nameIn(name), name.language);
  values.add('type', TYPES[record.name] ?? '');
  for (const child of childElements(record)) {
    const [date, text, place] = [DATES[child.name], TEXTS[child.name], PLACE_OF[child.name]];
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
