import { fieldsOf, type MarcField, type MarcRecord } from '../../formats/marc/marc-record.js';
import type { ColumnValues } from '../growing-columns.js';
import { field024Column, standsFor } from './marc-texts.js';

/** Headings of authority records by their tag without its first digit: type, and separators of their parts. */
const HEADINGS: Readonly<Record<string, readonly [type: string, joints: Readonly<Record<string, string>>]>> = {
  '00': ['Person', { a: '', b: ', ', d: ' ', c: ', ' }],
  '10': ['Corporate body', { a: '', b: '. ', c: ', ' }],
  '15': ['Place', { a: '', x: '--', y: '--', z: '--' }],
  '16': ['Trademark', { a: '', c: ', ' }],
  '20': ['Family', { a: '', c: ', ' }],
  '30': ['Work', { a: '', h: '. ', i: '. ', n: ', ' }],
  '40': ['Work', { a: '', t: '. ' }],
  '50': ['Topic', { a: '', x: '--', y: '--', z: '--' }],
  '60': ['Place', { a: '', b: '. ', d: ', ' }],
  '80': ['Genre or form', { a: '', x: '--', y: '--', z: '--' }],
};
/** Type of record (leader, position 6) of bibliographic records. */
const TYPES: Readonly<Record<string, string>> = {
  b: 'Manuscript',
  c: 'Notated music',
  d: 'Notated music',
  e: 'Map',
  f: 'Map',
  g: 'Film or video',
  i: 'Sound recording',
  j: 'Music recording',
  k: 'Picture',
  l: 'Computer file',
  m: 'Kit',
  r: 'Object',
};

/** Whether a record is UNIMARC: its field 100 begins with the date of entry, and it has neither the title (245) nor the fixed data (008) of MARC 21. */
export function isUnimarc(record: MarcRecord): boolean {
  return (
    fieldsOf(record, /^(?:008|245)$/).length === 0 &&
    fieldsOf(record, /^100$/).some((field) => /^\d{8}/.test(standsFor(field, 'a')[0] ?? ''))
  );
}

/**
 * Adds the data of a UNIMARC record: an authority record (leader, position 6: `x`, `y`, `z`) its heading (2XX) and its
 * variants (4XX, 7XX), any other its title (200) with its creators. Source: UNIMARC Manual, Authorities Format and
 * Bibliographic Format (IFLA).
 */
export function addUnimarc(record: MarcRecord, values: ColumnValues): void {
  for (const field of fieldsOf(record, /^(?:010|033|035)$/)) {
    const [number] = standsFor(field, 'a');
    if (number !== undefined) values.add(columnOfNumber(record, field), number);
  }
  if (/[xyz]/.test(record.leader[6] ?? '')) addAuthority(record, values);
  else addBibliographic(record, values);
}

function addAuthority(record: MarcRecord, values: ColumnValues): void {
  const [heading] = fieldsOf(record, /^2\d\d$/);
  if (heading === undefined) return;
  values.add('name', headingOf(heading));
  values.add('type', HEADINGS[heading.tag.slice(1)]?.[0] ?? '');
  values.add('dates', standsFor(heading, 'f')[0] ?? '');
  for (const field of fieldsOf(record, /^[47]\d\d$/)) values.add('aliases', headingOf(field));
  for (const field of fieldsOf(record, /^5\d\d$/)) values.add('related headings', headingOf(field));
  for (const field of fieldsOf(record, /^(?:300|330|340)$/)) values.add('description', standsFor(field, 'a').join(' '));
  values.add('country', fieldsOf(record, /^102$/).flatMap((field) => standsFor(field, 'a'))[0] ?? '');
}

function addBibliographic(record: MarcRecord, values: ColumnValues): void {
  for (const field of fieldsOf(record, /^200$/)) values.add('name', standsFor(field, 'aeh').join(': '));
  for (const field of fieldsOf(record, /^5[0-4]\d$/)) values.add('aliases', standsFor(field, 'ae').join(': '));
  const kind = record.leader[6] ?? '';
  values.add(
    'type',
    TYPES[kind] ?? (record.leader[7] === 's' ? 'Serial' : record.leader[7] === 'a' ? 'Article or part' : 'Book'),
  );
  for (const field of fieldsOf(record, /^7[012]0$/)) values.add('author', headingOf(field));
  for (const field of fieldsOf(record, /^7[012][12]$/)) values.add('contributor', headingOf(field));
  for (const field of fieldsOf(record, /^21[04]$/)) {
    values.addAll('place of publication', standsFor(field, 'a'));
    values.addAll('publisher', standsFor(field, 'c'));
    values.add('year', /(?<!\d)\d{4}(?!\d)/.exec(standsFor(field, 'd').join(' '))?.[0] ?? '');
  }
  values.addAll(
    'issn',
    fieldsOf(record, /^011$/).flatMap((field) => standsFor(field, 'a')),
  );
  values.add('language', fieldsOf(record, /^101$/).flatMap((field) => standsFor(field, 'a'))[0] ?? '');
  for (const field of fieldsOf(record, /^60[0-8]$/)) values.add('subject', standsFor(field, 'abxyz').join('--'));
  for (const field of fieldsOf(record, /^330$/)) values.add('description', standsFor(field, 'a').join(' '));
}

function columnOfNumber(record: MarcRecord, field: MarcField): string {
  if (field.tag !== '010') return 'other identifiers';
  // Of a book its ISBN, of an authority its ISNI or the number of its scheme.
  return /[xyz]/.test(record.leader[6] ?? '') ? field024Column(standsFor(field, '2')[0] ?? 'isni') : 'isbn';
}

function headingOf(field: MarcField): string {
  // Of books, 700 to 702 are persons, 710 to 712 bodies, 720 to 722 families.
  const joints = (HEADINGS[field.tag.slice(1)] ?? HEADINGS[`${field.tag[1] ?? ''}0`])?.[1] ?? { a: '' };
  let heading = '';
  for (const [code, written] of field.subfields) {
    const joint = joints[code];
    const text = written.replace(/[\u0088\u0089\u0098\u009c]/g, '').trim();
    if (joint !== undefined && text !== '') heading += heading === '' ? text : `${joint}${text}`;
  }
  return heading;
}
