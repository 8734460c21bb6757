import { inEnglish } from '../../foundation/sentence.js';
import { type StoredContent, readBytes } from '../../formats/read-bytes.js';
import type { RawCell, RawValue } from '../../formats/raw-record.js';
import { RDF_SYNTAXES, recogniseRdf } from '../../formats/rdf/rdf-syntax.js';
import { mayBeSpreadsheet } from '../../formats/first-bytes.js';
import { textSource } from '../../formats/text-source.js';
import type { AliasFileOptions, DataFile } from '../data-file.js';
import { headingRank } from '../heading-vocabulary.js';
import { NO_WEB } from '../sources/source-table.js';
import { type JudgedList, readJudgedIds } from '../judgments/judged-list.js';
import { type Judgment, type JudgmentColumns, isOwnMatch, readJudgment } from '../judgments/judgment-columns.js';
import { openJudgments } from '../judgments/open-judgments.js';
import { type HistoryJudgments, readHistory } from '../judgments/operation-history.js';
import type { ProblemLog } from '../load-report.js';
import { openFileOrGraph } from '../open-data-file.js';
import { WHOLE_ADDRESSES } from '../rdf/entity-ids.js';

export interface LoadedAliasFile {
  readonly path: string;
  readonly columns?: { readonly name: string; readonly id: string } | undefined;
}

interface GivenName {
  readonly name: RawValue;
  /** Those among them that the dataset lacks. */
  readonly ids: readonly string[];
  /** Ids that the name is judged not to denote. */
  readonly denied: readonly string[];
  /** 1-based line of the file, or number of the operation in a history; 0 when unknown. */
  readonly line: number;
}

/** Counts of rows without a usable name. */
export interface NamesRead {
  /** Rows with a name and no id: not judged, or not in the dataset. */
  readonly withoutId: number;
  /** Rows matched automatically: as aliases, they would make the service's guesses certain. */
  readonly ownMatches: number;
  /** Skipped rows, each with a problem. */
  readonly leftOut: number;
}

export interface AliasFile {
  /** As the user named it. */
  readonly file: string;
  /** Stored bytes, for the content hash. */
  readonly stored: StoredContent;
  /** Sentences on how the file was read. */
  readonly notes: readonly string[];
  /** Options that give the same records without detection. */
  readonly options: AliasFileOptions;
  readonly lineWord: 'line' | 'operation';
  readonly read: (visit: (given: GivenName) => void, problems: ProblemLog) => NamesRead;
}

/** Separators of several aliases in a cell of a column of aliases; a cell of judged names is one name. */
const SEPARATORS = /[|;]/;

/**
 * Opens a table of names with ids (a gold standard for `sameas evaluate`, output of matching, or mappings), the
 * operation history of OpenRefine, or RDF whose subjects are entities of the dataset.
 *
 * Errors: those of opening a data file; `alias-file-invalid` when the columns are not recognised or a history holds no
 * judgment.
 */
export async function openAliasFile(options: AliasFileOptions, list: JudgedList): Promise<AliasFile> {
  const { path, name, id, ...fileOptions } = options;
  const history = options.format === undefined ? await readHistory(path, 'alias-file-invalid') : undefined;
  if (history !== undefined) return ofHistory(path, (await readBytes(path)).stored, history, list);
  if (await isRdf(options)) {
    const opened = await openFileOrGraph({ path, ...fileOptions }, {}, NO_WEB);
    // The whole address of a subject is recognised whatever the prefix of the dataset's ids.
    if ('asDataFile' in opened) return ofGraph(opened.asDataFile(WHOLE_ADDRESSES), list);
  }
  const called = {
    query: '"name" of this file under "aliasFiles" in a manifest',
    expected: '"id" of this file under "aliasFiles" in a manifest',
  };
  const { data, found } = await openJudgments({ path, ...fileOptions }, list, {
    query: name,
    expected: id,
    called,
    code: 'alias-file-invalid',
  });
  return ofTable(data, found, list);
}

async function isRdf({ path, format, encoding }: AliasFileOptions): Promise<boolean> {
  if (format !== undefined) return RDF_SYNTAXES.some((syntax) => syntax === format);
  const { bytes } = await readBytes(path);
  return !mayBeSpreadsheet(bytes) && recogniseRdf(path, textSource(path, bytes, encoding).head) !== undefined;
}

function ofTable(data: DataFile, found: JudgmentColumns, list: JudgedList): AliasFile {
  const { columns } = data.reader;
  const heading = (column: number): string => `"${columns[column] ?? ''}"`;
  const others = columns.flatMap((text, i) =>
    i !== found.expected && headingRank(text, 'aliases') !== undefined ? [i] : [],
  );
  const names = [...new Set([found.query, ...others])];
  const namesIn = (cells: readonly RawCell[]): readonly RawValue[] =>
    names.flatMap((column) => (others.includes(column) ? severalNamesIn(cells[column]) : namesOf(cells[column])));
  return {
    file: data.file,
    stored: data.stored,
    notes: [
      `Read as ${inEnglish(data.readAs)}: names in ${names.map(heading).join(', ')}, ids in ${heading(found.expected)}.`,
      ...(found.note === undefined && found.judgment !== undefined
        ? [`Only rows that ${heading(found.judgment)} calls matched count.`]
        : []),
      ...(found.note === undefined ? [] : [found.note]),
      ...(found.own === undefined
        ? []
        : [
            `Rows that the service itself has matched, and in which ${heading(found.expected)} was not changed, teach nothing; clear ${heading(found.own.matchedBy)} where you have judged one and it is to count.`,
          ]),
      ...data.notes,
    ],
    options: { ...data.options, name: columns[found.query], id: columns[found.expected] },
    lineWord: 'line',
    read: (visit, problems) =>
      readTable(
        data,
        {
          namesIn,
          judgmentOf: (cells) =>
            isOwnMatch(cells, found) ? { kind: 'own-match', denied: [] } : readJudgment(cells, found, list),
        },
        visit,
        problems,
      ),
  };
}

function ofGraph(data: DataFile, list: JudgedList): AliasFile {
  const { columns } = data.reader;
  const id = columns.indexOf(data.own?.roles.id?.column ?? '');
  const names = [...(data.own?.roles.name ?? []), ...(data.own?.roles.aliases ?? [])].map(({ column }) =>
    columns.indexOf(column),
  );
  return {
    file: data.file,
    stored: data.stored,
    notes: [`Read as ${inEnglish(data.readAs)}: the names of subjects that are entities of the list.`],
    options: data.options,
    lineWord: 'line',
    read: (visit, problems) => {
      const namesIn = (cells: readonly RawCell[]): readonly RawValue[] =>
        names.flatMap((column) => namesOf(cells[column]));
      return readTable(
        data,
        {
          namesIn,
          judgmentOf: (cells) => ({ kind: 'judged', ...readJudgedIds([textOf(cells[id])], list), denied: [] }),
        },
        visit,
        problems,
      );
    },
  };
}

interface RowReading {
  readonly namesIn: (cells: readonly RawCell[]) => readonly RawValue[];
  readonly judgmentOf: (
    cells: readonly RawCell[],
  ) => Judgment | { readonly kind: 'own-match'; readonly denied: readonly string[] };
}

function readTable(
  { file, reader }: DataFile,
  { namesIn, judgmentOf }: RowReading,
  visit: (given: GivenName) => void,
  problems: ProblemLog,
): NamesRead {
  let withoutId = 0;
  let ownMatches = 0;
  let leftOut = 0;
  reader.read(
    (cells, line) => {
      const names = namesIn(cells);
      const judgment = judgmentOf(cells);
      const leaveOut = (kind: 'alias-empty' | 'alias-without-id', message: string): void => {
        leftOut++;
        problems.add(kind, { file, line, message });
      };
      if (judgment.kind === 'own-match') ownMatches++;
      else if (judgment.kind === 'id-missing')
        leaveOut('alias-without-id', `${inWords(names)} is said to be matched, but there is no id.`);
      else if (judgment.kind === 'unjudged' || judgment.ids.length === 0) withoutId += names.length === 0 ? 0 : 1;
      else if (names.length === 0)
        leaveOut('alias-empty', `There is no name for the id "${judgment.ids.join('", "')}".`);
      else for (const name of names) visit({ name, ids: judgment.ids, denied: [], line });
      if (judgment.denied.length > 0) for (const name of names) visit({ name, ids: [], denied: judgment.denied, line });
    },
    (fault) => {
      problems.add(
        fault.kind,
        { file, line: fault.line, message: fault.message, ...(fault.column !== undefined && { column: fault.column }) },
        fault.count === undefined ? {} : { count: fault.count },
      );
      if (fault.rejected) leftOut++;
    },
  );
  return { withoutId, ownMatches, leftOut };
}

function ofHistory(
  file: string,
  stored: Buffer,
  { judged, problems: faults, notes }: HistoryJudgments,
  list: JudgedList,
): AliasFile {
  return {
    file,
    stored,
    notes,
    options: { path: file },
    lineWord: 'operation',
    read: (visit, problems) => {
      for (const { operation, message } of faults)
        problems.add('alias-without-id', { file, message: `Operation ${String(operation)}: ${message}` });
      let withoutId = 0;
      for (const { text, id, operation } of judged) {
        const { ids } = readJudgedIds(id === undefined ? [] : [id], list);
        if (ids.length === 0) withoutId++;
        else visit({ name: { text }, ids, denied: [], line: operation });
      }
      return { withoutId, ownMatches: 0, leftOut: faults.length };
    },
  };
}

function severalNamesIn(cell: RawCell | undefined): readonly RawValue[] {
  return namesOf(typeof cell === 'string' ? cell.split(SEPARATORS).map((text) => ({ text })) : cell);
}

/** The names in a cell, trimmed, none of them empty: a text is one. */
function namesOf(cell: RawCell | undefined): readonly RawValue[] {
  const values: readonly RawValue[] = cell === undefined ? [] : typeof cell === 'string' ? [{ text: cell }] : cell;
  return values.map((value) => ({ ...value, text: value.text.trim() })).filter(({ text }) => text !== '');
}

function textOf(cell: RawCell | undefined): string {
  return cell === undefined ? '' : typeof cell === 'string' ? cell : (cell[0]?.text ?? '');
}

function inWords(names: readonly RawValue[]): string {
  return names.length === 0 ? 'A row without a name' : `"${names.map(({ text }) => text).join('", "')}"`;
}
