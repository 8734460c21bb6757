import type { FileBytes } from '../../formats/read-bytes.js';
import type { RawCell, RecordReader } from '../../formats/raw-record.js';
import { readIso2709 } from '../../formats/marc/read-iso2709.js';
import { SAMPLE_RECORDS, type DataFile, type FileOptions } from '../data-file.js';
import { growingColumns } from '../growing-columns.js';
import { MARC_COLUMNS, marcValues } from './marc-values.js';

/** About how many bytes hold as many records as a sample has; most are shorter than a kilobyte. */
const SAMPLE_BYTES = SAMPLE_RECORDS * 2048;

/** A file of MARC 21 records (ISO 2709) as records. Damaged ones are reported with their number, and the others read. */
export function openMarc(options: FileOptions, { bytes, stored, gzipped }: FileBytes): DataFile {
  const file = options.path;
  return {
    file,
    stored,
    reader: readerOf(bytes),
    readAs: ['MARC (ISO 2709)', ...(gzipped ? ['gzipped'] : [])].join(', '),
    options: { path: file, format: 'marc' },
    notes: [],
    sample: () => {
      const records: (readonly RawCell[])[] = [];
      const reader = readerOf(bytes.subarray(0, SAMPLE_BYTES));
      reader.read(
        (cells) => {
          if (records.length < SAMPLE_RECORDS) records.push(cells);
        },
        () => undefined,
      );
      return { columns: [...reader.columns], records };
    },
  };
}

function readerOf(bytes: Buffer): RecordReader {
  const { columns, cellsOf } = growingColumns(MARC_COLUMNS);
  return {
    columns,
    placesAre: 'record',
    read: (visit, report) =>
      readIso2709(bytes, (record, number) => visit(cellsOf(marcValues(record).all), number), report),
  };
}
