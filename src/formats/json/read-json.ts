import { isJsonObject } from '../../foundation/is-json-object.js';
import { SameasError } from '../../foundation/sameas-error.js';
import type { RawCell, RecordReader, ReportFault, VisitRecord } from '../raw-record.js';
import type { TextSource } from '../text-source.js';
import { flattenRecord } from './flatten-record.js';
import { unfoldFeature } from './geojson-feature.js';
import { looksLikeJsonTable, readJsonTable, type JsonTableOptions } from './json-table.js';
import { parseRecord } from './parse-record.js';
import { readSparqlResults } from './sparql-results.js';
import { splitJsonArray, splitJsonLines, type VisitText } from './split-json.js';

/** JSON lines: one object a line. */
export function readJsonLines(source: TextSource): RecordReader {
  return jsonReader((visit, report) => splitJsonLines(source.chunks(report), visit));
}

/**
 * A JSON list of objects, of names or of rows; also an object with a list of objects in it, an object of objects or names by id, features of GeoJSON,
 * or the answer to a SPARQL query.
 */
export function readJsonDocument(source: TextSource, options: JsonTableOptions): RecordReader {
  if (looksLikeJsonTable(source.head)) return readJsonTable(source, options, readArray);
  const first = source.head.trimStart()[0];
  return first === '{' ? readJsonObject(source, options) : jsonReader((visit, report) => readArray(source.chunks(report), visit, report));
}

function readArray(chunks: Iterable<string>, visit: VisitText, report: ReportFault): void {
  const end = splitJsonArray(chunks, visit);
  if (end.kind === 'broken-off') {
    report({ kind: 'not-json', line: end.line, message: 'The list is not closed: the file seems to break off here.', rejected: true });
  }
}

function readJsonObject(source: TextSource, { isKnownHeading }: JsonTableOptions): RecordReader {
  const text = [...source.chunks(() => undefined)].join('');
  const document = parseDocument(source.file, text);
  const results = readSparqlResults(document);
  if (results !== undefined) return reportingText(source, results);
  const list = Object.entries(document).find(([, value]) => Array.isArray(value) && value.length > 0 && value.every(isJsonObject));
  if (list !== undefined) {
    const opening = new RegExp(`${escapeForRegExp(JSON.stringify(list[0]))}\\s*:\\s*(?=\\[)`).exec(text);
    const start = opening === null ? 0 : opening.index + opening[0].length;
    const linesBefore = text.slice(0, start).split('\n').length - 1;
    return jsonReader((visit, report) => {
      for (const _ of source.chunks(report)); // for what it reports
      readArray([text.slice(start)], (element, line) => visit(element, line + linesBefore), report);
    });
  }
  const byId = Object.entries(document);
  // {"DE": "Germany", "FR": "France"} is a list, {"id": "DE", "name": "Germany"} one record.
  const isNames = byId.length > 1 && byId.every(([key, value]) => typeof value === 'string' && !isKnownHeading(key));
  if (isNames || (byId.length > 0 && byId.every(([, value]) => isJsonObject(value)))) {
    return jsonReader((visit, report) => {
      for (const _ of source.chunks(report));
      let position = 0;
      let line = 1;
      for (const [id, value] of byId) {
        const next = Math.max(position, text.indexOf(JSON.stringify(id), position));
        for (; position < next; position++) if (text.charCodeAt(position) === 10) line++;
        visit(JSON.stringify({ id, ...(isJsonObject(value) ? value : { name: value }) }), line);
      }
    });
  }
  return jsonReader((visit, report) => {
    for (const _ of source.chunks(report));
    visit(text, 1);
  });
}

/** The reader, which reports also what is wrong with the text itself. */
function reportingText(source: TextSource, reader: RecordReader): RecordReader {
  return {
    columns: reader.columns,
    read: (visit, report) => {
      for (const _ of source.chunks(report));
      reader.read(visit, report);
    },
  };
}

function parseDocument(file: string, text: string): Readonly<Record<string, unknown>> {
  try {
    const document = parseRecord(text);
    if (isJsonObject(document)) return document;
    throw new SyntaxError('not an object');
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown;
    throw new SameasError('file-damaged', `${file} looks like JSON, but is not: ${thrown.message}.`, {
      advice: 'Check that the file is complete; a JSON list of objects or one object a line is read best.',
      facts: { file },
      cause: thrown,
    });
  }
}

function jsonReader(split: (visit: VisitText, report: ReportFault) => void): RecordReader {
  const columns: string[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (key: string): number => {
    let number = numbers.get(key);
    if (number === undefined) {
      number = columns.length;
      numbers.set(key, number);
      columns.push(key);
    }
    return number;
  };
  return {
    columns,
    read: (visit, report) => split((text, line) => visitRecord(text, line, numberOf, columns, visit, report), report),
  };
}

function visitRecord(text: string, line: number, numberOf: (key: string) => number, columns: readonly string[], visit: VisitRecord, report: ReportFault): void {
  let record: unknown;
  try {
    record = parseRecord(text);
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    report({ kind: 'not-json', line, message: `The record is not JSON: ${reason}.`, rejected: true });
    return;
  }
  if (typeof record === 'string' && record.trim() !== '') record = { name: record };
  if (!isJsonObject(record)) {
    report({ kind: 'not-a-record', line, message: `The record is not an object but ${JSON.stringify(record)?.slice(0, 40)}.`, rejected: true });
    return;
  }
  const cells: RawCell[] = columns.map(() => '');
  for (const [key, cell] of flattenRecord(unfoldFeature(record))) cells[numberOf(key)] = cell;
  for (let i = 0; i < cells.length; i++) cells[i] ??= '';
  visit(cells, line);
}

function escapeForRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
