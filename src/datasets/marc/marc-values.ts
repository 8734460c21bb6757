import { fieldsOf, type MarcField, type MarcRecord } from '../../formats/marc/marc-record.js';
import { ColumnValues } from '../growing-columns.js';
import { addAuthority } from './authority-values.js';
import { addBibliographic } from './bibliographic-values.js';
import { field024Column, standsFor, withoutEnd } from './marc-texts.js';

/** The columns that every file of MARC records has; the other columns are those that its records fill. */
export const MARC_COLUMNS: readonly string[] = ['id', 'name', 'aliases', 'type', 'description'];

/**
 * A record of MARC 21 as values by column: an authority record (leader, position 6: `z`) is a person, place, subject … with its heading (1XX) and the
 * forms that refer to it (4XX), any other a title (245) with those who made it. Source: MARC 21 Format for Authority Data, … for Bibliographic Data.
 */
export function marcValues(record: MarcRecord): ColumnValues {
  const values = new ColumnValues();
  const id = idOf(record);
  if (id !== undefined) values.add('id', id);
  if (record.leader[6] === 'z') addAuthority(record, values);
  else addBibliographic(record, values);
  addIdentifiers(record, values, id);
  for (const field of fieldsOf(record, /^856$/)) values.addAll('link', standsFor(field, 'u'));
  return values;
}

/** The control number; without one the first number that a system has given it. */
function idOf(record: MarcRecord): string | undefined {
  const control = fieldsOf(record, /^001$/)[0]?.text.replace(/\s+/g, ' ').trim();
  if (control !== undefined && control !== '') return control;
  return fieldsOf(record, /^(?:035|010)$/).flatMap((field) => standsFor(field, 'a'))[0];
}

/** Numbers from elsewhere: 024 by the scheme that it names, 035 and 010 as they are. */
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
