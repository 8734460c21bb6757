import type { RawCell, RecordReader } from '../formats/raw-record.js';
import type { StoredContent } from '../formats/read-bytes.js';
import type { ReadPosition } from '../formats/text-source.js';
import type { FormatName } from '../formats/file-formats.js';
import { SameasError } from '../foundation/sameas-error.js';
import type { Sentence } from '../foundation/sentence.js';
import { sentence } from '../foundation/message.js';
import type { InferredRoles } from './infer-roles.js';
import type { Manifest, ManifestProperty } from './manifest-schema.js';

/** Entry of a manifest for one file; missing options are detected. */
export interface FileOptions {
  readonly path: string;
  readonly format?: FormatName | undefined;
  readonly encoding?: string | undefined;
  readonly delimiter?: string | undefined;
  readonly quote?: string | undefined;
  readonly header?: boolean | undefined;
  readonly sheet?: string | undefined;
  /** Element of XML that holds a record: its name, or the path to it. */
  readonly element?: string | undefined;
  readonly table?: string | undefined;
  /** SQL query of a database, or SPARQL query of an endpoint. */
  readonly query?: string | undefined;
  /** Keys that lead to the records of a JSON document, separated by dots. */
  readonly jsonPath?: string | undefined;
}

export interface DataFile {
  /** As the user named it. */
  readonly file: string;
  /** Stored bytes, for the content hash. */
  readonly stored: StoredContent;
  readonly reader: RecordReader;
  readonly position?: ReadPosition;
  /** Format in words, for the report. */
  readonly readAs: Sentence;
  /** Options that give the same records without detection. */
  readonly options: FileOptions;
  /** Sentences about detected options. */
  readonly notes: readonly string[];
  /** The first records, for detecting columns. */
  readonly sample: () => DataSample;
  /** The file's description of itself, for formats that have one. */
  readonly own?: OwnDescription;
}

/**
 * Columns, types and metadata that the file itself declares instead of their being inferred. A manifest overrides all
 * of it.
 */
export interface OwnDescription {
  readonly roles: InferredRoles;
  /** Column → its property; every column without a role, and some with one. */
  readonly properties: ReadonlyMap<string, OwnProperty>;
  readonly types: NonNullable<Manifest['types']>;
  /** Used where all files agree. */
  readonly metadata: Pick<Manifest, 'name' | 'description' | 'identifierSpace' | 'viewUrl' | 'licence'>;
  /** Column name in a manifest → name in `reader.columns`. */
  readonly columnNamed: (written: string) => string;
}

export interface OwnProperty extends Omit<ManifestProperty, 'column' | 'latitude' | 'longitude'> {
  /** Reason for the datatype, for the report; after "…: ". */
  readonly reason?: string;
}

/** Ids of entities with an address, the same in all files of a dataset. */
export interface AddressIds {
  readonly idOf: (iri: string) => string;
  /** Prefix of ids that makes them addresses; `undefined` when ids are whole addresses. */
  readonly namespace: string | undefined;
  /** Number of addresses outside the namespace, whose ids are the whole addresses. */
  readonly others: number;
  /** Whether an entity of another file has this address. */
  readonly isElsewhere: (iri: string) => boolean;
}

/** An opened file of RDF whose ids are not decided yet, as they depend on the other files. */
export interface OpenGraph {
  readonly iris: readonly string[];
  readonly asDataFile: (ids: AddressIds) => DataFile;
}

export interface DataSample {
  readonly columns: readonly string[];
  readonly records: readonly (readonly RawCell[])[];
}

/** Maximum number of records of a sample. */
export const SAMPLE_RECORDS = 3000;

/** The first records of a reader of all records. */
export function sampleOf(reader: RecordReader): DataSample {
  const records: (readonly RawCell[])[] = [];
  reader.read(
    (cells) => {
      if (records.length < SAMPLE_RECORDS) records.push(cells);
    },
    () => undefined,
  );
  return { columns: [...reader.columns], records };
}

/** A sentence on the rows above a table; none without such rows. `name`: the file's name in the report. */
export function noteRowsAbove(name: string, above: readonly string[]): readonly string[] {
  if (above.length === 0) return [];
  const texts = above
    .filter((text) => text !== '')
    .slice(0, 3)
    .map((text) => `"${text.length > 60 ? `${text.slice(0, 59)}…` : text}"`);
  return [
    `${name}: ${above.length === 1 ? 'a row above the table was' : `${above.length} rows above the table were`} left out: ${texts.join(', ')}${above.length > 3 ? ' …' : ''}.`,
  ];
}

/** The error for a file without a record. */
export function noRecords(file: string): SameasError {
  return new SameasError(
    'file-empty',
    sentence('{file} holds no records, only headings or nothing that can be read as one.', { file }),
    {
      advice: sentence('Check that the rows were saved too.'),
      facts: { file },
    },
  );
}

/** A format with further details. */
export function withDetails(format: Sentence, details: readonly string[]): Sentence {
  return details.length === 0
    ? format
    : sentence('{Format}, {details}', { Format: format, details: details.join(', ') });
}

/** Entry of a manifest for a file of aliases; missing options are detected. */
export interface AliasFileOptions extends FileOptions {
  /** Heading of the column of names. */
  readonly name?: string | undefined;
  /** Heading of the column of ids. */
  readonly id?: string | undefined;
}
