import { fieldsOf, type MarcRecord } from '../../formats/marc/marc-record.js';
import type { ColumnValues } from '../growing-columns.js';
import { headingOf, standsFor, withoutEnd } from './marc-texts.js';

/** Type of record (leader, position 6) → type. */
const TYPES: Readonly<Record<string, string>> = {
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
export function addBibliographic(record: MarcRecord, values: ColumnValues): void {
  for (const field of fieldsOf(record, /^245$/)) values.add('name', titleOf(standsFor(field, 'abnp')));
  for (const field of fieldsOf(record, /^(?:130|210|222|240|242|246|247|730|880)$/)) {
    if (field.tag === '880' && !/^2[14]/.test(standsFor(field, '6')[0] ?? '')) continue;
    values.add('aliases', titleOf(standsFor(field, 'abnp')));
  }
  const kind = TYPES[record.leader[6] ?? ''];
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
