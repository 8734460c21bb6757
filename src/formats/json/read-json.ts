import { amountOf } from '../../foundation/amount-of.js';
import { isJsonObject } from '../../foundation/is-json-object.js';
import { nearestWord } from '../../foundation/nearest-word.js';
import { SameasError } from '../../foundation/sameas-error.js';
import type { RawCell, RecordReader, ReportFault, VisitRecord } from '../raw-record.js';
import { MAX_RECORD_CHARACTERS, recordTooLong } from '../record-too-long.js';
import type { TextSource } from '../text-source.js';
import { type RecordList, chooseRecordList, findRecordLists } from './find-record-lists.js';
import { flattenRecord, readSparqlResults, unwrapRecord } from './unwrap-record.js';
import { type JsonTableOptions, looksLikeJsonTable, readJsonTable } from './json-table.js';
import { type VisitText, parseRecord, splitJsonArray, splitJsonLines } from './split-json.js';

type JsonObject = Readonly<Record<string, unknown>>;

const MAX_LISTS_NAMED = 6;
/** Records examined for groups, and the minimum average of objects in a group. */
const MAX_RECORDS_LOOKED_AT = 20;
const MIN_IN_GROUP = 3;
/** An object with this many texts or numbers is not a single record, even if some of its keys are common headings. */
const MIN_ENTRIES = 200;
/** Maximum length of a document without a list, which is parsed whole; it may hold several records by id. */
const MAX_DOCUMENT_CHARACTERS = 4 * MAX_RECORD_CHARACTERS;

/** JSON lines: one object a line. */
export function readJsonLines(source: TextSource): RecordReader {
  return jsonReader((visit, report) => splitJsonLines(source.chunks(report), visit));
}

export interface JsonOptions extends JsonTableOptions {
  /** The keys of the path of the records, separated by dots: `data.items`. */
  readonly jsonPath?: string;
}

export interface JsonReader extends RecordReader {
  /** The keys of the path of the records, separated by dots; `undefined` for the document itself. */
  readonly jsonPath: string | undefined;
  /** Sentences on other contents of the document. */
  readonly notes: readonly string[];
}

/**
 * A JSON list of objects, names or rows, at any depth below the keys of an object; also an object of objects or names
 * by id, or SPARQL results. Errors: `json-path-unknown`, `file-damaged`.
 */
export function readJsonDocument(source: TextSource, options: JsonOptions): JsonReader {
  const isList = source.head.trimStart().startsWith('[');
  if (isList && options.jsonPath !== undefined && options.jsonPath !== '')
    return readNested(source, parseJson(source.file, wholeText(source)), options.jsonPath, []);
  if (looksLikeJsonTable(source.head))
    return { ...readJsonTable(source, options, readJsonArray), jsonPath: undefined, notes: [] };
  return isList
    ? {
        ...jsonReader((visit, report) => readJsonArray(source.chunks(report), visit, report)),
        jsonPath: undefined,
        notes: notesOnNested(source.head, '', options),
      }
    : readJsonObject(source, options);
}

/**
 * Records in lists within the records of another list (groups), at any depth. Each also has the fields of its groups as
 * `parent.name`.
 */
function readNested(source: TextSource, document: unknown, jsonPath: string, lists: readonly RecordList[]): JsonReader {
  const found = nestedAt(document, jsonPath.split('.'), {});
  if (found.length === 0) throw pathUnknown(source.file, jsonPath, lists);
  return {
    ...reportingText(
      source,
      jsonReader((visit) => found.forEach((record, i) => visit(JSON.stringify(record), i + 1))),
    ),
    placesAre: 'row',
    jsonPath,
    notes: [],
  };
}

function nestedAt(at: unknown, keys: readonly string[], parent: JsonObject): readonly JsonObject[] {
  if (Array.isArray(at)) return at.flatMap((one: unknown) => nestedAt(one, keys, parent));
  if (!isJsonObject(at)) return [];
  const [key, ...rest] = keys;
  if (key === undefined) return [{ ...at, ...parent }];
  const ownTexts = Object.entries(at).filter(([, value]) => typeof value === 'string' || typeof value === 'number');
  return nestedAt(at[key], rest, {
    ...Object.fromEntries(Object.entries(parent).map(([name, value]) => [`parent.${name}`, value])),
    ...Object.fromEntries(ownTexts.map(([name, value]) => [`parent.${name}`, value])),
  });
}

/**
 * Lists of objects with a common heading within the first records, in case the user wants the contents of the groups.
 */
function notesOnNested(head: string, path: string, { isKnownHeading }: JsonOptions): readonly string[] {
  const counts = new Map<string, number>();
  let looked = 0;
  splitJsonArray([head], (text, _, isOpen = false) => {
    if (isOpen || looked >= MAX_RECORDS_LOOKED_AT) return;
    looked++;
    const record = asRecord(text);
    for (const [key, value] of Object.entries(record ?? {})) {
      if (!Array.isArray(value) || !value.some((one) => isJsonObject(one) && Object.keys(one).some(isKnownHeading)))
        continue;
      counts.set(key, (counts.get(key) ?? 0) + value.length);
    }
  });
  const named = [...counts]
    .filter(([, count]) => count >= looked * MIN_IN_GROUP)
    .map(
      ([key, count]) =>
        `"${path === '' ? key : `${path}.${key}`}" (${amountOf(Math.round(count / looked), 'object')} in each)`,
    );
  return named.length === 0
    ? []
    : [
        `Lists within the records that are not read by themselves: ${named.slice(0, MAX_LISTS_NAMED).join(', ')}. --json-path says which is read.`,
      ];
}

function asRecord(text: string): JsonObject | undefined {
  try {
    const record = parseRecord(text);
    return isJsonObject(record) ? record : undefined;
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined;
    throw thrown;
  }
}

/** The elements of a JSON list; an unclosed one is reported. */
export function readJsonArray(chunks: Iterable<string>, visit: VisitText, report: ReportFault): void {
  const end = splitJsonArray(chunks, visit);
  if (end.kind === 'broken-off') {
    report({
      kind: 'cut-off',
      line: end.line,
      message: 'The list is not closed: the file seems to be incomplete.',
      rejected: true,
    });
  }
}

function readJsonObject(source: TextSource, options: JsonOptions): JsonReader {
  const lists = findRecordLists(source.chunks(() => undefined));
  const { jsonPath } = options;
  const chosen =
    jsonPath === undefined ? chooseRecordList(lists) : lists.find(({ path }) => path.join('.') === jsonPath);
  if (chosen === undefined) return readWhole(source, options, lists);
  const path = chosen.path.length === 0 ? undefined : chosen.path.join('.');
  const listed = sourceFrom(source, chosen);
  const others = jsonPath === undefined ? notesOnOthers(lists, chosen) : [];
  const notes = chosen.holds === 'objects' ? [...others, ...notesOnNested(listed.head, path ?? '', options)] : others;
  if (chosen.holds === 'by-id') return { ...readById(source, chosen.path), jsonPath: path, notes };
  if (chosen.path.at(-1) === 'bindings') {
    const results = readSparqlResults(objectAt(parseDocument(source), chosen.path.slice(0, -2)));
    if (results !== undefined) return { ...reportingText(source, results), jsonPath: undefined, notes: [] };
  }
  const linesBefore = chosen.line - 1;
  const readListed = (chunks: Iterable<string>, visit: VisitText, report: ReportFault): void => {
    readJsonArray(
      chunks,
      (element, line) => visit(element, line + linesBefore),
      (fault) => report({ ...fault, line: fault.line + linesBefore }),
    );
  };
  const reader =
    chosen.holds === 'rows'
      ? readJsonTable(listed, options, readListed)
      : jsonReader((visit, report) => readListed(listed.chunks(report), visit, report));
  return { ...reader, jsonPath: path, notes };
}

/** The text from the opening bracket of a list on. */
function sourceFrom(source: TextSource, { start }: RecordList): TextSource {
  return {
    ...source,
    head:
      source.head.length > start
        ? source.head.slice(start)
        : [
            ...firstOf(
              chunksFrom(
                source.chunks(() => undefined),
                start,
              ),
            ),
          ].join(''),
    chunks: (report) => chunksFrom(source.chunks(report), start),
  };
}

function* chunksFrom(chunks: Iterable<string>, start: number): Iterable<string> {
  let at = 0;
  for (const chunk of chunks) {
    if (at + chunk.length > start) yield at >= start ? chunk : chunk.slice(start - at);
    at += chunk.length;
  }
}

function* firstOf(chunks: Iterable<string>): Iterable<string> {
  for (const chunk of chunks) {
    yield chunk;
    return;
  }
}

/** Unread lists of objects, in case the user wants one of them. */
function notesOnOthers(lists: readonly RecordList[], chosen: RecordList): readonly string[] {
  const others = lists.filter(
    (list) => list !== chosen && list.path.length > 0 && list.holds === 'objects' && list.records > 1,
  );
  if (others.length === 0) return [];
  const named = others
    .slice(0, MAX_LISTS_NAMED)
    .map(({ path, records }) => `"${path.join('.')}" (${amountOf(records, 'object')})`);
  const read = chosen.path.length === 0 ? '' : ` --json-path says which is read.`;
  return [
    `Lists in the file that are not read: ${named.join(', ')}${others.length > named.length ? ' …' : ''}.${read}`,
  ];
}

function readWhole(
  source: TextSource,
  { isKnownHeading, jsonPath }: JsonOptions,
  lists: readonly RecordList[],
): JsonReader {
  const document = parseDocument(source);
  const path = jsonPath === undefined || jsonPath === '' ? [] : pathTo(document, jsonPath);
  if (path === undefined) return readNested(source, document, jsonPath ?? '', lists);
  const object = objectAt(document, path);
  const entries = Object.entries(object);
  // {"DE": "Germany", "FR": "France"} is a list, {"id": "DE", "name": "Germany"} one record.
  const isList = entries.length >= MIN_ENTRIES || !entries.some(([key]) => isKnownHeading(key));
  const areNames = entries.length > 1 && isList && entries.every(([, value]) => typeof value === 'string');
  const areNumbers = entries.length >= MIN_ENTRIES && entries.every(([, value]) => typeof value === 'number');
  if (areNames || areNumbers || (entries.length > 0 && entries.every(([, value]) => isJsonObject(value))))
    return { ...readById(source, path), jsonPath, notes: [] };
  const single = jsonReader((visit, report) => {
    for (const _ of source.chunks(report)); // for what it reports
    visit(JSON.stringify(object), 1);
  });
  return {
    ...single,
    jsonPath,
    notes: [`${source.file} holds one object and no list of objects; it was read as one record.`],
  };
}

function readById(source: TextSource, path: readonly string[]): RecordReader {
  return jsonReader((visit, report) => {
    const text = [...source.chunks(report)].join('');
    const lines = linesOfKeys(text);
    for (const [id, value] of Object.entries(objectAt(parseText(source.file, text), path))) {
      const record = isJsonObject(value)
        ? { id, ...value }
        : typeof value === 'number'
          ? { name: id, value }
          : { id, name: value };
      visit(JSON.stringify(record), lines.get(JSON.stringify(id)) ?? 1);
    }
  });
}

/**
 * The first line of each key as written. JavaScript sorts integer keys to the front, so that the order is unreliable.
 */
function linesOfKeys(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  let line = 1;
  for (const [token, key] of text.matchAll(/("(?:[^"\\]|\\.)*")(?=\s*:)|"(?:[^"\\]|\\.)*"|\n/g)) {
    if (token === '\n') line++;
    else if (key !== undefined && !lines.has(key)) lines.set(key, line);
  }
  return lines;
}

/** The object at these keys; an empty one if absent. */
function objectAt(document: JsonObject, path: readonly string[]): JsonObject {
  let at: unknown = document;
  for (const key of path) at = isJsonObject(at) ? at[key] : undefined;
  return isJsonObject(at) ? at : {};
}

/** The keys of a path, some of which may contain dots; `undefined` when it leads to no object. */
function pathTo(document: JsonObject, written: string): readonly string[] | undefined {
  for (const [key, value] of Object.entries(document)) {
    if (key === written) return isJsonObject(value) ? [key] : undefined;
    if (!written.startsWith(`${key}.`) || !isJsonObject(value)) continue;
    const rest = pathTo(value, written.slice(key.length + 1));
    if (rest !== undefined) return [key, ...rest];
  }
  return undefined;
}

function pathUnknown(file: string, path: string, lists: readonly RecordList[]): SameasError {
  const paths = [...new Set(lists.filter(({ path: keys }) => keys.length > 0).map(({ path: keys }) => keys.join('.')))];
  const meant = nearestWord(path, paths);
  return new SameasError('json-path-unknown', `${file} has no records at the JSON path "${path}".`, {
    advice:
      meant !== undefined
        ? `Did you mean "${meant}"?`
        : paths.length === 0
          ? 'No list of objects was found below a key of the file; leave the path out.'
          : `Lists in the file are at ${paths
              .slice(0, MAX_LISTS_NAMED)
              .map((one) => `"${one}"`)
              .join(', ')}.`,
    facts: { file, path },
  });
}

/** A reader that also reports faults of the text itself. */
function reportingText(source: TextSource, reader: RecordReader): RecordReader {
  return {
    columns: reader.columns,
    read: (visit, report) => {
      for (const _ of source.chunks(report));
      reader.read(visit, report);
    },
  };
}

function parseDocument(source: TextSource): JsonObject {
  return parseText(source.file, wholeText(source));
}

/** A whole document as one text. Throws `recordTooLong`. */
function wholeText(source: TextSource): string {
  const chunks: string[] = [];
  let characters = 0;
  for (const chunk of source.chunks(() => undefined)) {
    characters += chunk.length;
    if (characters > MAX_DOCUMENT_CHARACTERS) throw recordTooLong(source.file, { line: 1 });
    chunks.push(chunk);
  }
  return chunks.join('');
}

function parseText(file: string, text: string): JsonObject {
  const document = parseJson(file, text);
  if (isJsonObject(document)) return document;
  throw notJson(file, new SyntaxError('not an object'));
}

function parseJson(file: string, text: string): unknown {
  try {
    return parseRecord(text);
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown;
    throw notJson(file, thrown);
  }
}

function notJson(file: string, cause: SyntaxError): SameasError {
  return new SameasError('file-damaged', `${file} looks like JSON, but is not: ${cause.message}.`, {
    advice: 'Check that the file is complete; a JSON list of objects or one object a line is read best.',
    facts: { file },
    cause,
  });
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
    read: (visit, report) =>
      split(
        (text, line, isOpen = false) => visitRecord(text, { line, isOpen }, numberOf, columns, visit, report),
        report,
      ),
  };
}

function visitRecord(
  text: string,
  { line, isOpen }: { readonly line: number; readonly isOpen: boolean },
  numberOf: (key: string) => number,
  columns: readonly string[],
  visit: VisitRecord,
  report: ReportFault,
): void {
  let record: unknown;
  try {
    record = parseRecord(text);
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    const kind = isOpen ? 'cut-off' : 'not-json';
    report({ kind, line, message: `The record is not JSON: ${reason}.`, rejected: true });
    return;
  }
  if (typeof record === 'string' && record.trim() !== '') record = { name: record };
  if (!isJsonObject(record)) {
    report({
      kind: 'not-a-record',
      line,
      message: `The record is not an object but ${JSON.stringify(record)?.slice(0, 40)}.`,
      rejected: true,
    });
    return;
  }
  const cells: RawCell[] = columns.map(() => '');
  for (const [key, cell] of flattenRecord(unwrapRecord(record))) cells[numberOf(key)] = cell;
  for (let i = 0; i < cells.length; i++) cells[i] ??= '';
  visit(cells, line);
}
