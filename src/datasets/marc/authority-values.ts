import { fieldsOf, type MarcField, type MarcRecord } from '../../formats/marc/marc-record.js';
import type { ColumnValues } from '../growing-columns.js';
import { headingOf, standsFor, withoutEnd } from './marc-texts.js';

/** What a heading of this tag names. */
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

/** Column → the tag and the subfields that fill it. */
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

/** Adds what an authority record says of the person, body, place, subject or work. */
export function addAuthority(record: MarcRecord, values: ColumnValues): void {
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

/** Field 880 holds another in another script; `$6` says which. */
function isOtherScriptOf(field: MarcField, tag: RegExp): boolean {
  return tag.test(standsFor(field, '6')[0] ?? '');
}

function asHeading(field: MarcField): MarcField {
  return field.tag === '880' ? { ...field, tag: (standsFor(field, '6')[0] ?? '').slice(0, 3) } : field;
}
