import { textsOf } from '../../formats/raw-record.js';
import type { DataFile, FileOptions } from '../data-file.js';
import { openDataFile } from '../open-data-file.js';
import type { JudgedList } from './judged-list.js';
import { type ColumnChoice, type JudgmentColumns, findJudgmentColumns } from './judgment-columns.js';

interface JudgmentTable {
  readonly data: DataFile;
  readonly found: JudgmentColumns;
}

/** Rows read to detect columns by content. */
const SAMPLE_ROWS = 500;

/**
 * Opens a table of judged names (CSV, TSV, JSON, JSON lines, a spreadsheet, also gzipped) or a set of mappings (SSSOM),
 * and detects its columns. The first row holds headings, unless it has an id of the dataset in the column of ids, which
 * was found by content alone.
 *
 * Errors: those of opening a data file; those of `findJudgmentColumns` and `openMappings`.
 */
export async function openJudgments(
  options: FileOptions,
  list: JudgedList,
  choice: ColumnChoice,
): Promise<JudgmentTable> {
  if (!isJson(options) && options.format !== 'spreadsheet') {
    const { openMappings } = await import('./sssom/open-mappings.js');
    const mappings = await openMappings(options, list, choice);
    if (mappings !== undefined) return mappings;
  }
  const opened = await openAsConfigured(
    { ...options, header: options.header ?? (isJson(options) ? undefined : true) },
    list,
    choice,
  );
  const { data, found } = opened;
  const heading = data.reader.columns[found.expected] ?? '';
  return found.isGuessed && options.header === undefined && !isJson(options) && list.hasId(heading.trim())
    ? openAsConfigured({ ...options, header: false }, list, choice)
    : opened;
}

async function openAsConfigured(options: FileOptions, list: JudgedList, choice: ColumnChoice): Promise<JudgmentTable> {
  const asItIs = await openDataFile(options);
  const data = isSingleLine(asItIs) ? await openDataFile({ ...options, format: 'json-lines' }) : asItIs;
  const { reader } = data;
  const first = data.sample();
  // The keys of JSON are known only after reading.
  if (reader.columns.length === 0)
    reader.read(
      () => undefined,
      () => undefined,
    );
  const { columns } = reader;
  const sample = first.records
    .slice(0, SAMPLE_ROWS)
    .map((cells) => columns.map((heading) => textsOf(cells[first.columns.indexOf(heading)]).join('|')));
  return { data, found: findJudgmentColumns({ file: options.path, columns, sample }, list, choice) };
}

/** A single line of JSON lines is also a document, whose array of candidates would be the records. */
function isSingleLine({ file, stored, options }: DataFile): boolean {
  return (
    Buffer.isBuffer(stored) &&
    options.format === 'json' &&
    /\.(?:jsonl|ndjson)$/i.test(file) &&
    stored.toString('utf8', 0, 1) === '{' &&
    !stored.toString('utf8').trim().includes('\n')
  );
}

function isJson({ path, format }: FileOptions): boolean {
  return format === undefined
    ? /\.(?:json|jsonl|ndjson)(?:\.gz)?$/i.test(path)
    : format === 'json' || format === 'json-lines';
}
