import { fieldsOf, type MarcField, type MarcRecord } from '../../formats/marc/marc-record.js';
import { ColumnValues } from '../growing-columns.js';
import { addBibliographic } from './bibliographic-values.js';
import { field024Column, headingOf, standsFor, withoutEnd } from './marc-texts.js';
import { addUnimarc, isUnimarc } from './unimarc-values.js';

/** Tag of a heading → type. */
const TYPES: Readonly<Record<string, string>> = {
  '10': 'Corporate body',
  '11': 'Meeting',
  '30': 'Work',
  '47': 'Event',
  '48': 'Period',
  '50': 'Topic',
  '51': 'Place',
  '55': 'Genre or form',
  '62': 'Medium of performance',
  '80': 'Subdivision',
  '81': 'Subdivision',
  '82': 'Subdivision',
  '85': 'Subdivision',
};

/** Columns with the tag and the subfields that fill them. */
const DETAILS: readonly (readonly [column: string, tag: RegExp, codes: string])[] = [
  ['birth date', /^046$/, 'f'],
  ['death date', /^046$/, 'g'],
  ['birth place', /^370$/, 'a'],
  ['death place', /^370$/, 'b'],
  ['country', /^370$/, 'c'],
  ['place', /^370$/, 'ef'],
  ['address', /^371$/, 'abcd'],
  ['field of activity', /^372$/, 'a'],
  ['affiliation', /^373$/, 'a'],
  ['occupation', /^374$/, 'a'],
  ['gender', /^375$/, 'a'],
  ['language', /^377$/, 'a'],
  ['area code', /^043$/, 'ac'],
];

/** The columns of every file of MARC records; other columns depend on the records. */
export const MARC_COLUMNS: readonly string[] = ['id', 'name', 'aliases', 'type', 'description'];

/**
 * A record of MARC 21, or of UNIMARC, as values by column: an authority record (leader, position 6: `z`) is a person,
 * place, subject … with its heading (1XX) and its variants (4XX), any other a title (245) with its creators. Source:
 * MARC 21 Format for Authority Data, … for Bibliographic Data.
 */
export function marcValues(record: MarcRecord): ColumnValues {
  const values = new ColumnValues();
  const id = idOf(record);
  if (id !== undefined) values.add('id', id);
  if (isUnimarc(record)) {
    addUnimarc(record, values);
    return values;
  }
  if (record.leader[6] === 'z') addAuthority(record, values);
  else addBibliographic(record, values);
  addIdentifiers(record, values, id);
  for (const field of fieldsOf(record, /^856$/)) values.addAll('link', standsFor(field, 'u'));
  return values;
}

/** The control number, else the first system number. */
function idOf(record: MarcRecord): string | undefined {
  const control = fieldsOf(record, /^001$/)[0]?.text.replace(/\s+/g, ' ').trim();
  if (control !== undefined && control !== '') return control;
  return fieldsOf(record, /^(?:035|010)$/).flatMap((field) => standsFor(field, 'a'))[0];
}

/** Other identifiers: 024 by its scheme, 035 and 010 unchanged. */
function addIdentifiers(record: MarcRecord, values: ColumnValues, id: string | undefined): void {
  for (const field of fieldsOf(record, /^(?:010|024|035)$/)) {
    const [number] = standsFor(field, 'a');
    if (number === undefined || number.replace(/\s+/g, ' ') === id) continue;
    values.add(columnOfNumber(field), number);
  }
}

function columnOfNumber(field: MarcField): string {
  if (field.tag === '010') return 'lccn';
  return field.tag === '024' ? field024Column(withoutEnd(standsFor(field, '2')[0] ?? '')) : 'other identifiers';
}

/** Adds the data of an authority record: person, body, place, subject or work. */
function addAuthority(record: MarcRecord, values: ColumnValues): void {
  const heading = fieldsOf(record, /^1\d\d$/)[0];
  if (heading === undefined) return;
  values.add('name', headingOf(heading));
  values.add('type', typeOf(heading));
  const dates = heading.tag === '100' ? withoutEnd(standsFor(heading, 'd')[0] ?? '') : '';
  values.add('dates', dates);
  for (const field of fieldsOf(record, /^4\d\d$|^880$/))
    if (field.tag !== '880' || isOtherScriptOf(field, /^[14]/)) values.add('aliases', headingOf(asHeading(field)));
  for (const field of fieldsOf(record, /^5\d\d$/)) values.add('related headings', headingOf(field));
  for (const [column, tag, codes] of DETAILS)
    for (const field of fieldsOf(record, tag)) values.addAll(column, standsFor(field, codes).map(withoutEnd));
  const [note] = fieldsOf(record, /^678$|^680$/).map((field) => standsFor(field, 'abi').join(' '));
  values.add('description', note ?? [dates, ...standsFor(heading, 'c')].filter((text) => text !== '').join(', '));
}

function typeOf(heading: MarcField): string {
  if (heading.subfields.some(([code]) => code === 't')) return 'Work';
  if (heading.tag === '100') return heading.indicators.startsWith('3') ? 'Family' : 'Person';
  return TYPES[heading.tag.slice(1)] ?? 'Other';
}

/** Field 880 is another field in another script; `$6` names it. */
function isOtherScriptOf(field: MarcField, tag: RegExp): boolean {
  return tag.test(standsFor(field, '6')[0] ?? '');
}

function asHeading(field: MarcField): MarcField {
  return field.tag === '880' ? { ...field, tag: (standsFor(field, '6')[0] ?? '').slice(0, 3) } : field;
}
