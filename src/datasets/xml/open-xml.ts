import { basename } from 'node:path';
import { guessRecordPath } from '../../formats/tree-events.js';
import type { RawCell, RecordReader } from '../../formats/raw-record.js';
import { packingOf } from '../../formats/read-bytes.js';
import type { TextSource } from '../../formats/text-source.js';
import {
  type IsRecord,
  type XmlElement,
  childElements,
  readXmlElements,
  readXmlTree,
  textIn,
} from '../../formats/xml/read-xml-tree.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { sentence } from '../../foundation/message.js';
import type { Sentence } from '../../foundation/sentence.js';
import { type DataFile, type FileOptions, SAMPLE_RECORDS, withDetails } from '../data-file.js';
import { ColumnValues, growingColumns } from '../growing-columns.js';
import type { TextRead } from '../open-text-records.js';
import { XML_VOCABULARIES, type XmlVocabulary } from './xml-vocabularies.js';

/** Deeper parts of a record become one text. */
const MAX_DEPTH = 6;

interface XmlFile {
  readonly options: FileOptions;
  readonly read: Pick<TextRead, 'stored' | 'gzipped'>;
  readonly source: TextSource;
}

const GUESS_LIMITS = { maxDepth: 200, maxTextLength: 4_000_000 };

/** Reader of a document: of a known vocabulary, or of the repeated element. */
interface Reading extends Pick<XmlVocabulary, 'columns' | 'isRecord' | 'valuesOf'> {
  readonly readAs: Sentence;
  readonly notes: readonly string[];
}

/**
 * XML as records: MARCXML, MODS, EAD, EAC-CPF and the lists of TEI by their vocabulary, any other by its repeated
 * element. Document types are not processed, so that custom entities are faults. Errors: `file-damaged` without a
 * record before the first fault.
 */
export function openXml({ options, read: { stored, gzipped }, source }: XmlFile): DataFile {
  const file = options.path;
  const reading = readingOf(file, options.element, source);
  const reader = readerOf(source, reading);
  const sample = sampleOf(source, reading, file);
  if (sample.records.length === 0 && options.element !== undefined) {
    throw new SameasError('manifest-invalid', `${file} has no element "${options.element}".`, {
      advice: 'Leave it out to have it found; names are compared without their prefixes.',
      facts: { file },
    });
  }
  return {
    file,
    stored,
    reader,
    ...(source.position !== undefined && { position: source.position }),
    readAs: withDetails(reading.readAs, packingOf({ gzipped, stored })),
    options: { path: file, format: 'xml', ...(options.element !== undefined && { element: options.element }) },
    notes: reading.notes,
    sample: () => sample,
  };
}

function readingOf(file: string, element: string | undefined, source: TextSource): Reading {
  if (element !== undefined)
    return {
      readAs: sentence('XML, the elements "{name}"', { name: element }),
      notes: [],
      columns: [],
      isRecord: isRecordElement(element),
      valuesOf: elementValues,
    };
  const vocabulary = XML_VOCABULARIES.find(({ recognise }) => recognise(source.head));
  if (vocabulary !== undefined) return { ...vocabulary, readAs: vocabulary.title, notes: [] };
  const path = pathOfRecords(file, source);
  const name = path.at(-1) ?? '';
  return {
    readAs: sentence('XML, the elements "{name}"', { name }),
    notes: [
      `${basename(file)}: the elements "${path.join('/')}" were read as records; a manifest can name another one ("element").`,
    ],
    columns: [],
    isRecord: (names) => names.length === path.length && names.every((one, i) => one === path[i]),
    valuesOf: elementValues,
  };
}

/** An element, or a path from the root to it. */
function isRecordElement(element: string): IsRecord {
  const path = element
    .split('/')
    .filter((name) => name !== '')
    .map((name) => name.slice(name.indexOf(':') + 1));
  return (names) =>
    path.length > 1
      ? names.length === path.length && path.every((name, i) => name === names[i])
      : names.at(-1) === path[0];
}

function pathOfRecords(file: string, source: TextSource): readonly string[] {
  try {
    return guessRecordPath('xml', (handler) =>
      readXmlTree(
        source.chunks(() => undefined),
        handler,
        GUESS_LIMITS,
      ),
    ).map((name) => name.slice(name.indexOf(':') + 1));
  } catch (thrown) {
    throw damaged(file, thrown);
  }
}

function readerOf(
  source: TextSource,
  { columns: first, isRecord, valuesOf }: Reading,
  isDone?: () => boolean,
): RecordReader {
  const { columns, cellsOf } = growingColumns(first);
  return {
    columns,
    read: (visit, report) => {
      try {
        readXmlElements(
          source.chunks(report),
          isRecord,
          (element, line) => visit(cellsOf(valuesOf(element).all), line),
          isDone,
        );
      } catch (thrown) {
        const { line, what } = faultIn(thrown);
        report({ kind: 'not-xml', line, message: `${what} What follows was not read.`, rejected: true });
      }
    },
  };
}

/** The first records. Throws `file-damaged` without one before the first fault. */
function sampleOf(
  source: TextSource,
  reading: Reading,
  file: string,
): { readonly columns: readonly string[]; readonly records: readonly (readonly RawCell[])[] } {
  const records: (readonly RawCell[])[] = [];
  const reader = readerOf(source, reading, () => records.length >= SAMPLE_RECORDS);
  let fault: string | undefined;
  reader.read(
    (cells) => {
      if (records.length < SAMPLE_RECORDS) records.push(cells);
    },
    ({ kind, message, line }) => {
      if (kind === 'not-xml') fault ??= `line ${line}: ${message}`;
    },
  );
  if (records.length === 0 && fault !== undefined)
    throw damaged(file, new SyntaxError(fault.replace(/ What follows was not read\.$/, '')));
  return { columns: [...reader.columns], records };
}

function damaged(file: string, thrown: unknown): unknown {
  if (!(thrown instanceof SyntaxError)) return thrown;
  const { line, what } = faultIn(thrown);
  return new SameasError('file-damaged', `${file} is XML, but cannot be read from line ${line} on: ${what}`, {
    advice: /^The XML has a text of more/.test(what)
      ? 'Leave the long text out of the file: names and values are shorter.'
      : 'Check that the file is complete and well-formed: xmllint --noout shows every fault.',
    facts: { file, line },
    cause: thrown,
  });
}

/** Line and sentence of a fault: `line 3, character 7: undefined entity.` Rethrows other errors. */
function faultIn(thrown: unknown): { readonly line: number; readonly what: string } {
  if (!(thrown instanceof SyntaxError)) throw thrown;
  const [, line = '0', what = thrown.message] = /^line (\d+)(?:, character \d+)?: (.*)$/s.exec(thrown.message) ?? [];
  if (/undefined entity/i.test(what))
    return {
      line: Number(line),
      what: 'An entity is used (&…;) that XML does not have; entities that a document declares itself are not expanded.',
    };
  if (/^a text is longer/.test(what))
    return { line: Number(line), what: `The XML has ${what.replace(' is longer than', ' of more than')}.` };
  if (/^(?:The XML|An entity)/.test(what)) return { line: Number(line), what };
  return {
    line: Number(line),
    what: `${/^(?:unclosed tag|unexpected end)/i.test(what) ? 'The XML is incomplete here' : 'The XML is not well-formed'}: ${what.replace(/\.?$/, '.')}`,
  };
}

/**
 * Any element as values by column: attributes and child elements by name, deeper ones as `outer.inner`. Mixed content
 * gives the whole text, and the parts.
 */
function elementValues(record: XmlElement): ColumnValues {
  const values = new ColumnValues();
  addParts(values, record, '', 0);
  // `<name id="1">Berlin</name>`: the text of a record without parts is its name.
  if (childElements(record).length === 0) values.add('name', textIn(record), record.language);
  return values;
}

function addParts(values: ColumnValues, element: XmlElement, above: string, depth: number): void {
  for (const [name, value] of element.attributes) values.add(`${above}${name}`, value);
  for (const child of childElements(element)) {
    const column = `${above}${child.name}`;
    const isLeaf = childElements(child).length === 0 || depth >= MAX_DEPTH;
    if (isLeaf || child.children.some((part) => typeof part === 'string'))
      values.add(column, textIn(child), child.language);
    if (isLeaf) for (const [name, value] of child.attributes) values.add(`${column}.${name}`, value);
    else addParts(values, child, `${column}.`, depth + 1);
  }
}
