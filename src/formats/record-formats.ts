import { sentence } from '../foundation/message.js';
import type { Sentence } from '../foundation/sentence.js';
import type { FormatName } from './file-formats.js';
import type { RecordReader } from './raw-record.js';
import { readDelimited, type DelimitedOptions, type DelimitedReader } from './delimited/read-delimited.js';
import { looksLikeJsonTable } from './json/json-table.js';
import { readJsonDocument, readJsonLines, type JsonOptions, type JsonReader } from './json/read-json.js';
import type { TextSource } from './text-source.js';

/**
 * Spreadsheets, MARC, databases and columnar files are not text: their first bytes identify them before any text format
 * is tried. RDF is text, but needs all statements for its records: it is recognised before the others, as is XML.
 */
type TextFormatName = Extract<FormatName, 'json-lines' | 'json' | 'delimited'>;

export interface RecordFormat {
  readonly name: TextFormatName;
  /** After "read as". */
  readonly title: Sentence;
  /** Whether a file with this beginning has the format. */
  readonly recognise: (head: string) => boolean;
  readonly open: (
    source: TextSource,
    options: DelimitedOptions & JsonOptions,
  ) => RecordReader | DelimitedReader | JsonReader;
}

/** The first one that recognises a file reads it; the last accepts everything. */
export const RECORD_FORMATS: readonly RecordFormat[] = [
  { name: 'json-lines', title: sentence('JSON lines'), recognise: looksLikeJsonLines, open: readJsonLines },
  {
    name: 'json',
    title: sentence('JSON'),
    recognise: (head) => /^\s*(\[\s*(["{\]]|$)|\{\s*("|\}|$))/.test(head) || looksLikeJsonTable(head),
    open: readJsonDocument,
  },
  { name: 'delimited', title: sentence('text in a single column'), recognise: () => true, open: readDelimited },
];

/**
 * The first line is a complete object and a second line begins another; or the first is broken and most others are
 * complete.
 */
function looksLikeJsonLines(head: string): boolean {
  const lines = head
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length > 0)
    .slice(0, 20);
  if (lines.length < 2 || !lines[0]?.startsWith('{')) return false;
  const whole = lines.filter((line) => line.startsWith('{') && line.endsWith('}')).length;
  return whole >= lines.length / 2 && lines[0].length > 1;
}
