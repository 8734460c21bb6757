import type { ReadRows } from './databases/database-file.js';
import { looksLikeIso2709 } from './marc/marc-record.js';
import type { TreeHandler, TreeLimits } from './tree-events.js';

export const FORMAT_NAMES = [
  'json-lines',
  'json',
  'delimited',
  'yaml',
  'html',
  'spreadsheet',
  'xml',
  'marc',
  'sqlite',
  'parquet',
  'bibtex',
  'turtle',
  'rdf-xml',
  'json-ld',
] as const;
export type FormatName = (typeof FORMAT_NAMES)[number];

/** A file format, for datasets and for tables of projects alike. */
interface FileFormat {
  /** Name in manifests; undefined for formats of no dataset. */
  readonly name?: FormatName;
  /** In words, with an article where it has one. */
  readonly title: string;
  readonly mediaTypes: readonly string[];
  /** File extensions without the dot; the first is the usual one. */
  readonly extensions: readonly string[];
  /** Whether bytes begin like such a file; only where this is certain. */
  readonly sniff?: (start: Buffer) => boolean;
  /** Reader of its rows, loaded on first use. */
  readonly rows?: () => Promise<ReadRows>;
  readonly tree?: TreeFormat;
}

/** The text or bytes of a file, in pieces. */
interface TreeContent {
  readonly text: () => Iterable<string>;
  readonly bytes: () => Iterable<Buffer>;
}

interface TreeFormat {
  /** Path of the records, or the kind of tree for guessing it. */
  readonly recordPath: 'json' | 'xml' | readonly string[];
  /** Loaded on first use. Reading throws a SyntaxError with the position of a fault. */
  readonly reader: () => Promise<(content: TreeContent, handler: TreeHandler, limits: TreeLimits) => void>;
}

/** By the format names of the command interface. */
const FORMATS = {
  'text/line-based/*sv': {
    name: 'delimited',
    title: 'a table of separated text',
    mediaTypes: ['text/csv', 'text/x-csv', 'text/tab-separated-value', 'text/tab-separated-values'],
    extensions: ['csv', 'tsv', 'tab'],
  },
  text: { name: 'delimited', title: 'text', mediaTypes: ['text/plain'], extensions: ['txt'] },
  'text/line-based': { title: 'lines of text', mediaTypes: [], extensions: [] },
  'text/line-based/fixed-width': {
    title: 'a table with columns of fixed width',
    mediaTypes: ['text/fixed-width'],
    extensions: [],
  },
  'binary/text/xml/xls/xlsx': {
    name: 'spreadsheet',
    title: 'an Excel spreadsheet',
    mediaTypes: [
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/vnd.ms-excel',
      'application/x-ms-excel',
      'application/msexcel',
      'application/x-msexcel',
      'application/x-excel',
      'application/xls',
      'application/x-xls',
    ],
    extensions: ['xlsx', 'xls', 'xlsm', 'xlsb'],
  },
  'text/xml/ods': {
    name: 'spreadsheet',
    title: 'an OpenDocument spreadsheet',
    mediaTypes: ['application/vnd.oasis.opendocument.spreadsheet'],
    extensions: ['ods'],
  },
  'text/json': {
    name: 'json',
    title: 'JSON',
    mediaTypes: ['application/json', 'application/javascript', 'text/json'],
    extensions: ['json', 'jsonl', 'ndjson', 'geojson', 'js'],
    tree: {
      recordPath: 'json',
      reader: async () => {
        const { readJsonTree } = await import('./json/json-events.js');
        return ({ text }, handler, limits) => readJsonTree(text(), handler, limits);
      },
    },
  },
  'text/xml': {
    name: 'xml',
    title: 'XML',
    mediaTypes: ['application/xml', 'text/xml'],
    extensions: ['xml', 'atom'],
    tree: {
      recordPath: 'xml',
      reader: async () => {
        const { readXmlTree } = await import('./xml/read-xml-tree.js');
        return ({ text }, handler, limits) => readXmlTree(text(), handler, limits);
      },
    },
  },
  'text/marc': {
    name: 'marc',
    title: 'a file of MARC records',
    mediaTypes: ['application/marc'],
    extensions: ['mrc', 'marc'],
    sniff: looksLikeIso2709,
    tree: {
      recordPath: ['marc:collection', 'marc:record'],
      reader: async () => {
        const { readMarcTree } = await import('./marc/read-marc-tree.js');
        return ({ bytes }, handler) => readMarcTree(bytes(), handler);
      },
    },
  },
  'binary/sqlite': {
    name: 'sqlite',
    title: 'an SQLite database',
    mediaTypes: ['application/vnd.sqlite3', 'application/x-sqlite3'],
    extensions: ['sqlite', 'sqlite3', 'db'],
    sniff: beginsWith('SQLite format 3\0'),
    rows: async () => (await import('./databases/read-sqlite.js')).readSqlite,
  },
  'binary/parquet': {
    name: 'parquet',
    title: 'a Parquet file',
    mediaTypes: ['application/vnd.apache.parquet'],
    extensions: ['parquet'],
    sniff: beginsWith('PAR1'),
    rows: async () => (await import('./databases/read-parquet.js')).readParquet,
  },
  'text/bibtex': {
    name: 'bibtex',
    title: 'a BibTeX file',
    mediaTypes: ['application/x-bibtex', 'text/x-bibtex'],
    extensions: ['bib', 'bibtex'],
    sniff: beginsLikeBibtex,
    rows: async () => (await import('./bibtex/read-bibtex.js')).readBibtex,
  },
  'text/wiki': { title: 'wiki text', mediaTypes: [], extensions: ['wiki'] },
  'text/rdf/ttl': {
    name: 'turtle',
    title: 'RDF (Turtle)',
    mediaTypes: ['text/turtle', 'application/trig'],
    extensions: ['ttl', 'turtle', 'trig'],
  },
  'text/rdf/nt': {
    name: 'turtle',
    title: 'RDF (N-Triples)',
    mediaTypes: ['application/n-triples', 'application/n-quads'],
    extensions: ['nt', 'ntriples', 'nq', 'nquads'],
  },
  'text/rdf/n3': { name: 'turtle', title: 'RDF (N3)', mediaTypes: ['text/n3'], extensions: ['n3'] },
  'text/rdf/xml': {
    name: 'rdf-xml',
    title: 'RDF/XML',
    mediaTypes: ['application/rdf+xml'],
    extensions: ['rdf', 'owl'],
  },
  'text/rdf/ld+json': {
    name: 'json-ld',
    title: 'RDF (JSON-LD)',
    mediaTypes: ['application/ld+json'],
    extensions: ['jsonld'],
  },
} satisfies Record<string, FileFormat>;
export type FormatId = keyof typeof FORMATS;

export const FILE_FORMATS: Readonly<Record<FormatId, FileFormat>> = FORMATS;

const IDS = Object.keys(FORMATS) as FormatId[]; // the keys of a constant
const BY_EXTENSION = new Map(IDS.flatMap((id) => FILE_FORMATS[id].extensions.map((extension) => [extension, id])));
const BY_MEDIA_TYPE = new Map(IDS.flatMap((id) => FILE_FORMATS[id].mediaTypes.map((type) => [type, id])));

/** The format with this name. */
export function findFormat(id: string): FormatId | undefined {
  return IDS.find((known) => known === id);
}

/** Format by the first known extension of a file name: `list.csv.txt` is `csv`. */
export function formatOfName(name: string): FormatId | undefined {
  const [, ...extensions] = name.toLowerCase().split('.');
  return extensions.map((extension) => BY_EXTENSION.get(extension)).find((id) => id !== undefined);
}

/** Format by a media type with any parameters. */
export function formatOfMediaType(mediaType: string): FormatId | undefined {
  const plain = mediaType.split(';')[0]?.trim().toLowerCase() ?? '';
  const known = BY_MEDIA_TYPE.get(plain);
  return known ?? (plain.endsWith('+xml') ? 'text/xml' : plain.endsWith('+json') ? 'text/json' : undefined);
}

/** Format by the first bytes, where certain. */
export function formatOfStart(start: Buffer): FormatId | undefined {
  return IDS.find((id) => FILE_FORMATS[id].sniff?.(start) === true);
}

const LISTS = Object.values(FILE_FORMATS).filter(({ name }) => name !== undefined);

/** Extensions of files of rows. */
export const DATABASE_EXTENSIONS = LISTS.filter(({ rows }) => rows !== undefined).flatMap(
  ({ extensions }) => extensions,
);

/** Extensions of datasets only on request: scripts, and duplicates of a table. */
const HARDLY_LISTS = ['js', 'geojson', 'atom'];

/** Extensions of all other possible datasets. */
export const LIST_EXTENSIONS = LISTS.filter(({ rows }) => rows === undefined)
  .flatMap(({ extensions }) => extensions)
  .filter((extension) => !HARDLY_LISTS.includes(extension));

/** The first entry, after comments at most. */
const BIBTEX_ENTRY = /^(?:\s|%[^\n]*\n)*@[a-z]+\s*[{(][^\s,{}()="]*\s*[,=]/i;

function beginsLikeBibtex(bytes: Buffer): boolean {
  return BIBTEX_ENTRY.test(bytes.toString('utf8').replace('\uFEFF', ''));
}

function beginsWith(first: string): (bytes: Buffer) => boolean {
  return (bytes) => bytes.toString('latin1', 0, first.length) === first;
}
