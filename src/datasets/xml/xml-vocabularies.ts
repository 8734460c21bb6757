import type { IsRecord } from '../../formats/xml/read-xml-elements.js';
import type { XmlElement } from '../../formats/xml/xml-element.js';
import type { ColumnValues } from '../growing-columns.js';
import { MARC_COLUMNS } from '../marc/marc-values.js';
import { eacCpfValues, EAD_LEVELS, eadValues } from './archive-values.js';
import { marcxmlValues } from './marcxml-values.js';
import { modsValues } from './mods-values.js';
import { teiValues } from './tei-values.js';

/** A kind of XML whose elements are known. */
export interface XmlVocabulary {
  /** In words, after "read as". */
  readonly title: string;
  /** Whether a document that begins like this is of the kind. */
  readonly recognise: (head: string) => boolean;
  readonly isRecord: IsRecord;
  /** Columns that come in front. */
  readonly columns: readonly string[];
  readonly valuesOf: (record: XmlElement) => ColumnValues;
}

const last = (path: readonly string[]): string => path.at(-1) ?? '';
const COLUMNS: readonly string[] = ['id', 'name', 'aliases', 'type', 'description'];
const TEI_RECORDS: ReadonlySet<string> = new Set(['person', 'personGrp', 'org', 'place']);

/** The kinds of XML of libraries and archives, in the order in which they are asked. */
export const XML_VOCABULARIES: readonly XmlVocabulary[] = [
  {
    title: 'MARCXML',
    recognise: (head) =>
      head.includes('http://www.loc.gov/MARC21/slim') || (/<leader>/.test(head) && /<datafield\s/.test(head)),
    isRecord: (path) => last(path) === 'record' && path.at(-2) !== 'ListRecords' && path.at(-2) !== 'GetRecord',
    columns: MARC_COLUMNS,
    valuesOf: marcxmlValues,
  },
  {
    title: 'MODS',
    recognise: (head) => head.includes('http://www.loc.gov/mods/'),
    isRecord: (path) => last(path) === 'mods',
    columns: COLUMNS,
    valuesOf: modsValues,
  },
  {
    title: 'EAC-CPF',
    recognise: (head) => /urn:isbn:1-931666-33-4|<(?:\w+:)?eac-cpf[\s>]/.test(head),
    isRecord: (path) => last(path) === 'eac-cpf',
    columns: COLUMNS,
    valuesOf: eacCpfValues,
  },
  {
    title: 'EAD',
    recognise: (head) =>
      /urn:isbn:1-931666-22-9|http:\/\/ead3\.archivists\.org|<!DOCTYPE ead\b|<(?:\w+:)?ead[\s>]/.test(head),
    isRecord: (path) => EAD_LEVELS.has(last(path)),
    columns: COLUMNS,
    valuesOf: eadValues,
  },
  {
    title: 'TEI',
    recognise: (head) => head.includes('http://www.tei-c.org/ns/1.0'),
    // A record of its own, or one of a list: an `org` in an `affiliation` is neither.
    isRecord: (path) =>
      TEI_RECORDS.has(last(path)) && (path.length === 1 || /^list(?:Person|Place|Org)$/.test(path.at(-2) ?? '')),
    columns: COLUMNS,
    valuesOf: teiValues,
  },
];
