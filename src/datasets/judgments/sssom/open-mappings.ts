import { readBytes } from '../../../formats/read-bytes.js';
import type { RawCell, RecordReader } from '../../../formats/raw-record.js';
import { metadataOfSssom, recogniseSssom } from '../../../formats/sssom/recognise-sssom.js';
import { MAPPING_SLOTS } from '../../../formats/sssom/sssom-vocabulary.js';
import { mayBeSpreadsheet } from '../../../formats/spreadsheets/may-be-spreadsheet.js';
import { textSource } from '../../../formats/text-source.js';
import { textsOf } from '../../../formats/texts-of.js';
import type { DataFile, FileOptions } from '../../data-file.js';
import { columnNamed, columnNotFound } from '../../find-column.js';
import { openDataContent } from '../../open-data-file.js';
import type { JudgedList } from '../judged-list.js';
import type { ColumnChoice, JudgmentColumns } from '../judgment-columns.js';
import { readCurieMap, type ExpandCurie } from './curie-map.js';
import { idsOfCuries, type IdOfCurie } from './mapping-ids.js';
import { mappingVerdict } from './mapping-verdict.js';

/** Mappings looked at to see on which side of them the list is. */
const SAMPLE_ROWS = 500;
const NOTE =
  'Only mappings that say "the same" (skos:exactMatch, owl:sameAs …) and that a person has made or reviewed count; predicate_modifier Not says that it is not.';

/** Mappings as a table of judged names. */
interface JudgedMappings {
  readonly data: DataFile;
  readonly found: JudgmentColumns;
}

/**
 * A mapping set (SSSOM/TSV, or as a program for spreadsheets has saved it) as a table of judged names: what one name means, in mappings that follow each other, is one row with the ids
 * of the list. `undefined` for any other file. The list is on the side of which it knows more ids.
 *
 * Errors: those of opening a data file; errors of `choice.code` for a head that cannot be read and a table without labels.
 */
export async function openMappings(
  options: FileOptions,
  list: JudgedList,
  choice: ColumnChoice,
): Promise<JudgedMappings | undefined> {
  const { bytes, stored } = await readBytes(options.path);
  if (mayBeSpreadsheet(bytes)) return undefined;
  const source = textSource(options.path, bytes, options.encoding);
  const delimiter = recogniseSssom(source.head);
  if (delimiter === undefined) return undefined;
  const text = [...source.chunks(() => undefined)].join('');
  const head = metadataOfSssom(text);
  const headLines = head.split(/\r?\n/).slice(0, -1);
  const expand = readCurieMap(options.path, headLines, choice.code);
  // Blank lines keep the numbers of the others.
  const table = '\n'.repeat(headLines.length) + text.slice(head.length);
  const data = await openDataContent(
    { path: options.path, format: 'delimited', delimiter, quote: '"', header: true, encoding: 'utf-8' },
    Buffer.from(table),
  );
  return asJudgments(
    {
      ...data,
      stored,
      readAs: `mappings (SSSOM), ${data.readAs}`,
      options: { ...data.options, encoding: options.encoding },
    },
    expand,
    list,
    choice,
  );
}

function asJudgments(data: DataFile, expand: ExpandCurie, list: JudgedList, choice: ColumnChoice): JudgedMappings {
  const { columns } = data.reader;
  const table = { file: data.file, columns, code: choice.code };
  const idOf = idsOfCuries(list, expand);
  const side = sideOfList(data, idOf, choice.expected);
  const other = side === 'object' ? 'subject' : 'object';
  const query = columnNamed(table, choice.query, choice.called.query) ?? columns.indexOf(`${other}_label`);
  const expected = columns.indexOf(`${side}_id`);
  if (query < 0)
    throw columnNotFound(table, { what: 'the names', heading: `${other}_label`, flag: choice.called.query });
  if (expected < 0)
    throw columnNotFound(table, {
      what: 'the ids that are meant',
      heading: `${side}_id`,
      flag: choice.called.expected,
    });
  const found: JudgmentColumns = {
    query,
    expected,
    judgment: columns.length,
    denied: columns.length + 1,
    matches: undefined,
    own: undefined,
    answers: columns.flatMap((column, i) =>
      MAPPING_SLOTS.includes(column) && i !== query && i !== expected ? [i] : [],
    ),
    isGuessed: false,
    note: NOTE,
  };
  const reader: RecordReader = {
    columns: [...columns, 'judgment', 'not meant'],
    read: readerOf(data.reader, found, columns.indexOf(`${other}_id`), expand, idOf),
  };
  return { data: { ...data, reader }, found };
}

function sideOfList({ reader, sample }: DataFile, idOf: IdOfCurie, expected: string | undefined): 'subject' | 'object' {
  const { records } = sample();
  const known = (column: string): number => {
    const at = reader.columns.indexOf(column);
    return records.slice(0, SAMPLE_ROWS).filter((cells) => idOf(textIn(cells, at)) !== undefined).length;
  };
  if (expected === 'subject_id' || expected === 'object_id') return expected === 'subject_id' ? 'subject' : 'object';
  return known('subject_id') > known('object_id') ? 'subject' : 'object';
}

/** What is said of one name. */
interface Group {
  readonly key: string;
  readonly cells: readonly RawCell[];
  readonly line: number;
  readonly same: string[];
  readonly different: string[];
  hasNothing: boolean;
}

function readerOf(
  table: RecordReader,
  { query, expected }: JudgmentColumns,
  otherId: number,
  expand: ExpandCurie,
  idOf: IdOfCurie,
): RecordReader['read'] {
  const places = new Map(table.columns.map((column, i) => [column, i]));
  return (visit, report) => {
    let group: Group | undefined;
    const finish = ({ cells, line, same, different, hasNothing }: Group): void => {
      const both = same.filter((id) => different.includes(id));
      if (both.length > 0) {
        report({
          kind: 'contradiction',
          line,
          message: `"${textIn(cells, query)}" is said to mean "${both.join('", "')}", and not to; what is said of it was left out.`,
          rejected: true,
        });
        return;
      }
      const row = cells.map((cell, i) => (i === expected ? same.map((text) => ({ text })) : cell));
      visit([...row, same.length > 0 ? 'matched' : hasNothing ? 'new' : '', different.map((text) => ({ text }))], line);
    };
    table.read((cells, line) => {
      const key = `${textIn(cells, otherId)}\0${textIn(cells, query)}`;
      if (group?.key !== key) {
        if (group !== undefined) finish(group);
        group = { key, cells: [...cells], line, same: [], different: [], hasNothing: false };
      }
      const object = textIn(cells, expected);
      const verdict = mappingVerdict((slot) => textIn(cells, places.get(slot) ?? -1), object, expand);
      const id = idOf(object) ?? object;
      if (verdict === 'same') group.same.push(id);
      else if (verdict === 'different') group.different.push(id);
      else if (verdict === 'nothing') group.hasNothing = true;
    }, report);
    if (group !== undefined) finish(group);
  };
}

function textIn(cells: readonly RawCell[], column: number): string {
  return textsOf(cells[column]).join('|').trim();
}
