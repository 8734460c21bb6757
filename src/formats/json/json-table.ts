import { detectHeader, nameColumns } from '../delimited/detect-header.js';
import type { RawCell, RecordReader, ReportFault } from '../raw-record.js';
import type { TextSource } from '../text-source.js';
import { type VisitText, parseRecord, splitJsonArray } from './split-json.js';

/** Rows that suffice to tell headings from data. */
const SAMPLE_ROWS = 50;

export interface JsonTableOptions {
  readonly header?: boolean;
  readonly isKnownHeading: (cell: string, place?: 'alone' | number) => boolean;
}

/** Whether JSON is a list of lists, as programs save tables. */
export function looksLikeJsonTable(head: string): boolean {
  return /^\s*\[\s*\[\s*(?:["{[\]]|-?\d|(?:true|false|null)\b)/.test(head);
}

/** A table as a JSON list of rows. The first row may hold the headings, as in a table of text. */
export function readJsonTable(
  source: TextSource,
  options: JsonTableOptions,
  readArray: (chunks: Iterable<string>, visit: VisitText, report: ReportFault) => void,
): RecordReader {
  const rows: (readonly string[])[] = [];
  splitJsonArray([source.head], (text) => {
    const row = rows.length < SAMPLE_ROWS ? rowOf(text) : undefined;
    if (row !== undefined)
      rows.push(row.map((cell) => (typeof cell === 'string' ? cell : cell.map((value) => value.text).join('|'))));
  });
  const hasHeader = options.header ?? detectHeader(rows, options.isKnownHeading).header;
  const width = hasHeader ? (rows[0]?.length ?? 0) : rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  return {
    columns: nameColumns(hasHeader ? (rows[0] ?? []) : [], width),
    read: (visit, report) => {
      let isFirst = true;
      readArray(
        source.chunks(report),
        (text, line) => {
          const row = rowOf(text);
          const isHeader = isFirst && hasHeader;
          isFirst = false;
          if (row === undefined)
            report({
              kind: 'not-a-record',
              line,
              message: `The row is not a list but ${text.slice(0, 40)}.`,
              rejected: true,
            });
          else if (!isHeader) {
            if (row.length > width)
              report({
                kind: 'long-row',
                line,
                message: `The row has ${row.length} cells instead of ${width}; the last were left out.`,
                rejected: false,
              });
            visit(row.slice(0, width), line);
          }
        },
        report,
      );
    },
  };
}

/** The cells of a row; `undefined` for other text. */
function rowOf(text: string): readonly RawCell[] | undefined {
  let row: unknown;
  try {
    row = parseRecord(text);
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined;
    throw thrown;
  }
  return Array.isArray(row)
    ? row.map((cell: unknown) =>
        Array.isArray(cell)
          ? cell.map((value: unknown) => ({ text: textOf(value) })).filter((value) => value.text !== '')
          : textOf(cell),
      )
    : undefined;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
