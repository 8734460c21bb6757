import { sentence } from '../foundation/message.js';
import type { Sentence } from '../foundation/sentence.js';
import type { FormatName } from './file-formats.js';
import type { RecordReader } from './raw-record.js';
import { readDelimited, type DelimitedOptions, type DelimitedReader } from './delimited/read-delimited.js';
import { looksLikeJsonTable } from './json/json-table.js';
import { readJsonDocument, readJsonLines, type JsonOptions, type JsonReader } from './json/read-json.js';
import type { TextSource } from './text-source.js';

/**
 * Spreadsheets, MARC, databases and files of columns are no text: they are told by their first bytes, before any of the formats of text is tried. RDF is text, but statements are no
 * records before all of them are read: it is told before the others, and so is XML.
 */
type TextFormatName = Extract<FormatName, 'json-lines' | 'json' | 'delimited'>;

/** One way of writing records into a text file. */
export interface RecordFormat {
  readonly name: TextFormatName;
  /** In words, after "read as". */
  readonly title: Sentence;
  /** Whether a file that begins like this is of the format. */
  readonly recognise: (head: string) => boolean;
  readonly open: (
    source: TextSource,
    options: DelimitedOptions & JsonOptions,
  ) => RecordReader | DelimitedReader | JsonReader;
}

/** The first that recognises a file reads it; the last takes everything. */
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

/** The first line is a whole object and a second line begins another; or the first is broken and most of the others are whole. */
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
