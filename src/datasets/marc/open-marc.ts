import { z } from 'zod';
import { sentence } from '../../foundation/message.js';
import type { MarcRecord } from '../../formats/marc/marc-record.js';
import { readJsonArray } from '../../formats/json/read-json.js';
import { splitJsonLines, type VisitText } from '../../formats/json/split-json.js';
import type { TextSource } from '../../formats/text-source.js';
import type { FileBytes } from '../../formats/read-bytes.js';
import type { RecordReader } from '../../formats/raw-record.js';
import { readIso2709 } from '../../formats/marc/read-iso2709.js';
import { withDetails, SAMPLE_RECORDS, sampleOf, type DataFile, type FileOptions } from '../data-file.js';
import type { TextFile } from '../open-text-records.js';
import { growingColumns } from '../growing-columns.js';
import { MARC_COLUMNS, marcValues } from './marc-values.js';

/** About the bytes of a sample; most records are shorter than a kilobyte. */
const SAMPLE_BYTES = SAMPLE_RECORDS * 2048;

/** Opens a file of MARC 21 records (ISO 2709). Damaged records are reported with their number, and the others read. */
export function openMarc(options: FileOptions, { bytes, stored, gzipped }: FileBytes): DataFile {
  const file = options.path;
  return {
    file,
    stored,
    reader: readerOf(bytes),
    readAs: withDetails(sentence('MARC (ISO 2709)'), gzipped ? ['gzipped'] : []),
    options: { path: file, format: 'marc' },
    notes: [],
    sample: () => sampleOf(readerOf(bytes.subarray(0, SAMPLE_BYTES))),
  };
}

/** Whether JSON holds MARC-in-JSON: a leader, and a list of fields by tag. */
export function looksLikeMarcJson(head: string): boolean {
  return /^\s*[[{]/.test(head) && /"leader"\s*:\s*"\d{5}/.test(head) && /"fields"\s*:\s*\[\s*\{\s*"\d{3}"/.test(head);
}

/** Opens a file of MARC-in-JSON: an array, or one record a line. */
export function openMarcJson({ options, read, source }: TextFile): DataFile {
  const isList = source.head.trimStart().startsWith('[');
  const readerFrom = (chunks: TextSource['chunks']): RecordReader => {
    const { columns, cellsOf } = growingColumns(MARC_COLUMNS);
    return {
      columns,
      read: (visit, report) => {
        const visitText: VisitText = (text, line, isOpen = false) => {
          const record = marcRecordIn(text);
          if (record !== undefined) visit(cellsOf(marcValues(record).all), line);
          else
            report({
              kind: isOpen ? 'cut-off' : 'not-marc',
              line,
              message: 'The record is no MARC in JSON: it has no leader, or no list of fields.',
              rejected: true,
            });
        };
        if (isList) readJsonArray(chunks(report), visitText, report);
        else splitJsonLines(chunks(report), visitText);
      },
    };
  };
  return {
    file: options.path,
    stored: read.stored,
    reader: readerFrom(source.chunks),
    readAs: sentence('MARC in JSON'),
    options: { path: options.path },
    notes: [],
    sample: () => sampleOf(readerFrom(() => [source.head])),
  };
}

const SUBFIELDS = z.object({
  ind1: z.string().default(' '),
  ind2: z.string().default(' '),
  subfields: z.array(z.record(z.string(), z.string())),
});
const MARC_JSON = z.object({
  leader: z.string(),
  fields: z.array(z.record(z.string(), z.union([z.string(), SUBFIELDS]))),
});

function marcRecordIn(text: string): MarcRecord | undefined {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return undefined;
  }
  const parsed = MARC_JSON.safeParse(content);
  if (!parsed.success) return undefined;
  const { leader, fields } = parsed.data;
  return {
    leader,
    fields: fields.flatMap((field) =>
      Object.entries(field).map(([tag, value]) =>
        typeof value === 'string'
          ? { tag, indicators: '', subfields: [], text: value }
          : {
              tag,
              indicators: value.ind1 + value.ind2,
              subfields: value.subfields.flatMap((subfield) => Object.entries(subfield)),
              text: '',
            },
      ),
    ),
  };
}

function readerOf(bytes: Buffer): RecordReader {
  const { columns, cellsOf } = growingColumns(MARC_COLUMNS);
  return {
    columns,
    placesAre: 'record',
    read: (visit, report) =>
      readIso2709([bytes], (record, number) => visit(cellsOf(marcValues(record).all), number), report),
  };
}
