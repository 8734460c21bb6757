import type { RawCell, RecordReader } from '../formats/raw-record.js';
import type { StoredContent } from '../formats/stored-content.js';
import type { ReadPosition } from '../formats/read-position.js';
import type { FormatName } from '../formats/file-formats.js';
import { SameasError } from '../foundation/sameas-error.js';
import type { Sentence } from '../foundation/sentence.js';
import { sentence } from '../foundation/message.js';
import type { InferredRoles } from './infer-roles.js';
import type { Manifest, ManifestProperty } from './manifest-schema.js';

/** What a manifest says about one file; all else is detected. */
export interface FileOptions {
  readonly path: string;
  readonly format?: FormatName | undefined;
  readonly encoding?: string | undefined;
  readonly delimiter?: string | undefined;
  readonly quote?: string | undefined;
  readonly header?: boolean | undefined;
  /** Name of the sheet of a spreadsheet. */
  readonly sheet?: string | undefined;
  /** The element of XML that is a record: its name, or the path to it. */
  readonly element?: string | undefined;
  /** Table of a database. */
  readonly table?: string | undefined;
  /** What to select from a database, in SQL, or from an endpoint, in SPARQL. */
  readonly query?: string | undefined;
  /** Keys that lead to the records of a JSON document, with dots between. */
  readonly jsonPath?: string | undefined;
}

/** A data file, ready to be read as records. */
export interface DataFile {
  /** As the user named it. */
  readonly file: string;
  /** As it is on disk, for the content hash. */
  readonly stored: StoredContent;
  readonly reader: RecordReader;
  /** How far a reading of the records has come, where that is known. */
  readonly position?: ReadPosition;
  /** In words, for the report. */
  readonly readAs: Sentence;
  /** Options that make the same reading again without detection. */
  readonly options: FileOptions;
  /** Sentences about what was detected and is worth saying. */
  readonly notes: readonly string[];
  /** The first records, for recognising the columns. */
  readonly sample: () => DataSample;
  /** What the file itself says, where it is of a kind that says it. */
  readonly own?: OwnDescription;
}

/** What a file says about its columns, types and itself, and for others is inferred. A manifest overrules all of it. */
export interface OwnDescription {
  readonly roles: InferredRoles;
  /** Column → the property that it is; every column without a role, and some with one. */
  readonly properties: ReadonlyMap<string, OwnProperty>;
  readonly types: NonNullable<Manifest['types']>;
  /** Counts where all files say the same. */
  readonly metadata: Pick<Manifest, 'name' | 'description' | 'identifierSpace' | 'viewUrl' | 'licence'>;
  /** A column as a person may call it in a manifest → as `reader.columns` has it. */
  readonly columnNamed: (written: string) => string;
}

export interface OwnProperty extends Omit<ManifestProperty, 'column' | 'latitude' | 'longitude'> {
  /** What speaks for the datatype, for the report; after "…: ". */
  readonly reason?: string;
}

/** What entities with an address are called in all files of a list. */
export interface AddressIds {
  /** The id of an entity with this address. */
  readonly idOf: (iri: string) => string;
  /** What stands in front of the ids to make addresses; `undefined` when ids are whole addresses. */
  readonly namespace: string | undefined;
  /** Addresses that do not begin with the namespace: they are ids as they are. */
  readonly others: number;
  /** Whether an entity of another file may have this address. */
  readonly isElsewhere: (iri: string) => boolean;
}

/** A file that is open but for what its entities are called, which depends on the other files as well. */
export interface OpenGraph {
  /** Addresses of its entities. */
  readonly iris: readonly string[];
  readonly asDataFile: (ids: AddressIds) => DataFile;
}

export interface DataSample {
  readonly columns: readonly string[];
  readonly records: readonly (readonly RawCell[])[];
}

/** How many records `sample` gives at most. */
export const SAMPLE_RECORDS = 3000;

/** The first records of a reader that gives all of them. */
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

/** A sentence on rows above a table; none when there are none. `name` as the report calls the file. */
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

/** The error for a file with headings and nothing below, or with no record at all. */
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

/** How a file was read, with what else is known of it. */
export function withDetails(format: Sentence, details: readonly string[]): Sentence {
  return details.length === 0
    ? format
    : sentence('{Format}, {details}', { Format: format, details: details.join(', ') });
}
