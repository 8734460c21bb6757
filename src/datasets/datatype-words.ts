import type { Datatype } from '../entities/property.js';

export const DATATYPE_WORDS: Readonly<Record<Datatype, string>> = {
  text: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'yes or no',
  date: 'a date',
  coordinates: 'a pair of latitude and longitude',
  url: 'a web address',
  reference: 'the id of an entity',
  identifier: 'an identifier',
};
