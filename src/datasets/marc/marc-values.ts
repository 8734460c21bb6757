import { type MarcField, type MarcRecord, fieldsOf } from '../../formats/marc/marc-record.js';
import { ColumnValues } from '../growing-columns.js';
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

/** Type of record (leader, position 6) → type. */
const RECORD_TYPES: Readonly<Record<string, string>> = {
  a: 'Text',
  c: 'Notated music',
  d: 'Notated music',
  e: 'Map',
  f: 'Map',
  g: 'Film or video',
  i: 'Sound recording',
  j: 'Music recording',
  k: 'Picture',
  m: 'Computer file',
  o: 'Kit',
  p: 'Mixed materials',
  r: 'Object',
  t: 'Manuscript',
};

/** Bibliographic level of a text (leader, position 7); others are books. */
const LEVELS: Readonly<Record<string, string>> = {
  a: 'Article or part',
  b: 'Article or part',
  i: 'Serial',
  s: 'Serial',
};

/** Adds the data of a bibliographic record: book, journal, map … */
function addBibliographic(record: MarcRecord, values: ColumnValues): void {
  for (const field of fieldsOf(record, /^245$/)) values.add('name', titleOf(standsFor(field, 'abnp')));
  for (const field of fieldsOf(record, /^(?:130|210|222|240|242|246|247|730|880)$/)) {
    if (field.tag === '880' && !/^2[14]/.test(standsFor(field, '6')[0] ?? '')) continue;
    values.add('aliases', titleOf(standsFor(field, 'abnp')));
  }
  const kind = RECORD_TYPES[record.leader[6] ?? ''];
  if (kind !== undefined) values.add('type', kind === 'Text' ? (LEVELS[record.leader[7] ?? ''] ?? 'Book') : kind);
  for (const field of fieldsOf(record, /^1[01]\d$/)) values.add('author', headingOf(field));
  for (const field of fieldsOf(record, /^7[01]\d$/)) values.add('contributor', headingOf(field));
  for (const field of fieldsOf(record, /^26[04]$/)) {
    values.addAll('place of publication', standsFor(field, 'a').map(withoutEnd));
    values.addAll('publisher', standsFor(field, 'b').map(withoutEnd));
  }
  values.add('year', yearOf(record));
  values.addAll('isbn', numbersIn(record, /^020$/));
  values.addAll('issn', numbersIn(record, /^022$/));
  values.add('language', languageOf(record));
  for (const field of fieldsOf(record, /^250$/)) values.add('edition', withoutEnd(standsFor(field, 'ab').join(' ')));
  for (const field of fieldsOf(record, /^6\d\d$/)) values.add('subject', headingOf(field));
  for (const field of fieldsOf(record, /^520$/))
    if (!values.has('description')) values.add('description', standsFor(field, 'ab').join(' '));
  if (!values.has('description'))
    values.add(
      'description',
      [...fieldsOf(record, /^1[01]\d$/).map(headingOf), yearOf(record)].filter((text) => text !== '').join(', '),
    );
}

function titleOf(parts: readonly string[]): string {
  return parts
    .map(withoutEnd)
    .filter((part) => part !== '')
    .join(': ');
}

/** Date 1 of field 008; else the first year of the imprint. */
function yearOf(record: MarcRecord): string {
  const coded = (fieldsOf(record, /^008$/)[0]?.text ?? '').slice(7, 11);
  if (/^\d{4}$/.test(coded)) return coded;
  const imprint = fieldsOf(record, /^26[04]$/)
    .flatMap((field) => standsFor(field, 'c'))
    .join(' ');
  return /(?<!\d)\d{4}(?!\d)/.exec(imprint)?.[0] ?? '';
}

/** Only the number: `0394502884 (pbk.) :` is `0394502884`. */
function numbersIn(record: MarcRecord, tag: RegExp): readonly string[] {
  return fieldsOf(record, tag)
    .flatMap((field) => standsFor(field, 'a'))
    .map((text) => /^[\dXx-]+/.exec(text)?.[0] ?? '');
}

function languageOf(record: MarcRecord): string {
  const coded = (fieldsOf(record, /^008$/)[0]?.text ?? '').slice(35, 38);
  if (/^[a-z]{3}$/.test(coded) && coded !== 'und' && coded !== 'zxx') return coded;
  return fieldsOf(record, /^041$/).flatMap((field) => standsFor(field, 'a'))[0] ?? '';
}
