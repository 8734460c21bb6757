import type { Dataset } from '../entities/dataset.js';
import type { RawCell } from '../formats/raw-record.js';
import { type JudgedList, addressPrefixesOf, readJudgedIds } from '../datasets/judgments/judged-list.js';
import { openJudgments } from '../datasets/judgments/open-judgments.js';
import { type HistoryJudgments, readHistory } from '../datasets/judgments/operation-history.js';
import { type ColumnChoice, type JudgmentColumns, readJudgment } from '../datasets/judgments/judgment-columns.js';
import { SameasError, asSameasError } from '../foundation/sameas-error.js';
import { inEnglish } from '../foundation/sentence.js';
import { type InputColumns, inferColumns, propertyHeadings } from '../input/input-columns.js';
import { readInputRow } from '../input/read-input-row.js';
import type { TableDataset } from '../input/table-dataset.js';
import type { GoldProblem, GoldQuery, GoldSource } from './gold-query.js';
import { LOOKED_AT } from '../input/name-pairs.js';
import { chosenColumns } from '../input/open-input.js';
import { entitiesLike } from '../input/open-sent-questions.js';
import { type LoadedAliasFile, openAliasFile } from '../datasets/aliases/open-alias-file.js';
import { ProblemLog } from '../datasets/load-report.js';
import { amountOf } from '../foundation/amount-of.js';
import { analyseLabel } from '../text/analyse-label.js';

/**
 * Opens a gold standard: a table (CSV, TSV, JSON, JSON lines, a spreadsheet, also gzipped) or the operation history of
 * OpenRefine. The dataset gives the properties and known ids.
 *
 * Errors: those of opening a data file; `gold-invalid` for unrecognised columns or a history without judgments. With a
 * dataset in a search cluster, the file is read repeatedly until all its ids are known, which are kept in memory.
 */
export async function openGold(file: string, whole: TableDataset, named: NamedColumns = {}): Promise<GoldSource> {
  const { dataset, cluster } = whole;
  const list = judgedListOf(dataset);
  if (cluster === undefined) return goldIn(file, whole, list, named);
  const known = new Map<string, boolean>();
  for (;;) {
    const asked = new Set<string>();
    const hasId = (id: string): boolean => known.get(id) ?? (asked.add(id), false);
    const opened = await goldIn(file, whole, { ...list, hasId }, named)
      .then((gold) => {
        gold.read(
          () => undefined,
          () => undefined,
        );
        return gold;
      })
      .catch((thrown: unknown) => asSameasError(thrown));
    if (asked.size > 0)
      for (const ids of partsOf([...asked])) {
        await cluster.fetchIds(ids);
        for (const id of ids) known.set(id, list.hasId(id));
      }
    else if (opened instanceof SameasError) throw opened;
    else return opened;
  }
}

const IDS_AT_ONCE = 10_000;

function partsOf(ids: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(ids.length / IDS_AT_ONCE) }, (_, i) =>
    ids.slice(i * IDS_AT_ONCE, (i + 1) * IDS_AT_ONCE),
  );
}

async function goldIn(file: string, whole: TableDataset, list: JudgedList, named: NamedColumns): Promise<GoldSource> {
  const history = await readHistory(file, 'gold-invalid');
  const { dataset } = whole;
  if (history !== undefined) return goldOfHistory(file, history, dataset, list);
  const { data, found: judgments } = await openJudgments({ path: file }, list, goldColumnChoice(named));
  const { reader, readAs } = data;
  const { columns } = reader;
  const found = await goldColumns(
    { file, headings: columns, rows: data.sample().records },
    whole,
    judgments,
    named.properties,
  );
  return {
    file,
    lineWord: 'line',
    notes: notesOn(inEnglish(readAs), columns, found),
    propertyIds: [...found.properties, ...(found.point === undefined ? [] : [found.point])].map(
      ({ property }) => property.id,
    ),
    read: (visit, report) => {
      reader.read(
        (cells, line) => {
          const { problems, query } = readRow({ cells, line }, found, list);
          problems.forEach(report);
          if (query !== undefined) visit(query);
        },
        (fault) => {
          if (fault.rejected) report({ kind: 'unusable', line: fault.line, message: fault.message });
        },
      );
    },
  };
}

/** A query, a problem, or both. */
interface GoldRow {
  readonly query?: GoldQuery;
  readonly problems: readonly GoldProblem[];
}

function readRow(
  { cells, line }: { readonly cells: readonly RawCell[]; readonly line: number },
  found: GoldColumns,
  list: JudgedList,
): GoldRow {
  const { text, types, properties, problem } = readInputRow(cells, found.query, found);
  if (problem !== undefined) return { problems: [{ kind: 'unusable', line, message: inEnglish(problem) }] };
  const judgment = readJudgment(cells, found, list);
  switch (judgment.kind) {
    case 'unjudged':
      return { problems: [{ kind: 'unjudged', line, message: `"${text}" has not been judged.` }] };
    case 'id-missing':
      return {
        problems: [{ kind: 'unusable', line, message: `"${text}" is said to be matched, but there is no id.` }],
      };
    case 'judged':
      return {
        query: { text, types, properties, right: judgment.ids, line },
        problems: judgment.unknown.map((id) => ({
          kind: 'unknown-id',
          line,
          message: `"${text}" is expected to be "${id}", an id that the dataset does not have.`,
        })),
      };
  }
}

function goldOfHistory(
  file: string,
  { judged, problems, notes }: HistoryJudgments,
  dataset: Dataset,
  list: JudgedList,
): GoldSource {
  return {
    file,
    lineWord: 'operation',
    notes,
    propertyIds: [],
    read: (visit, report) => {
      for (const { operation, message } of problems) report({ kind: 'unusable', line: operation, message });
      for (const { text, id, operation, type } of judged) {
        const { ids, unknown } = readJudgedIds(id === undefined ? [] : [id], list);
        for (const missing of unknown)
          report({
            kind: 'unknown-id',
            line: operation,
            message: `"${text}" was judged to be "${missing}", an id that the dataset does not have.`,
          });
        visit({
          text,
          types: type === undefined || dataset.types.resolve(type) === undefined ? [] : [type],
          properties: [],
          right: ids,
          line: operation,
        });
      }
    },
  };
}

function notesOn(readAs: string, columns: readonly string[], found: GoldColumns): readonly string[] {
  const heading = (column: number): string => `"${columns[column] ?? ''}"`;
  return [
    `Read as ${readAs}: names to match in ${heading(found.query)}, expected ids in ${heading(found.expected)}${found.type === undefined ? '' : `, types in ${heading(found.type)}`}.`,
    ...(found.note === undefined ? [] : [found.note]),
    ...(found.judgment === undefined || found.note !== undefined
      ? []
      : [`Only rows that ${heading(found.judgment)} calls "matched" or "new" are asked.`]),
    ...(found.own === undefined
      ? []
      : [
          `Rows in which ${heading(found.own.matchedBy)} is filled were matched by the service itself: they measure something only if a person has looked through them.`,
        ]),
    ...(found.properties.length === 0 && found.point === undefined
      ? []
      : [`Property values: ${propertyHeadings(columns, found)}.`]),
    ...(found.ignored.length === 0
      ? []
      : [`Columns left out, as the dataset has no such property: ${found.ignored.map(heading).join(', ')}.`]),
  ];
}

/** Columns of a gold file by role; positions count from 0. */
interface GoldColumns extends InputColumns, JudgmentColumns {}

/** Headings given by the user. */
export interface NamedColumns {
  readonly query?: string | undefined;
  readonly expected?: string | undefined;
  /** `HEADING=PROPERTY` each; without a property the column is unused. */
  readonly properties?: readonly string[] | undefined;
}

interface GoldTable {
  readonly file: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly RawCell[])[];
}

/** The user's choice of gold columns, and the error for missing ones. */
function goldColumnChoice({ query, expected }: NamedColumns): ColumnChoice {
  return { query, expected, called: { query: '--query-column', expected: '--expected-column' }, code: 'gold-invalid' };
}

/** A dataset as readers of judgments see it. */
function judgedListOf({ entities, metadata, properties }: Dataset): JudgedList {
  return { hasId: (id) => entities.ordinalOf(id) >= 0, addressPrefixes: addressPrefixesOf(metadata), properties };
}

/** The columns of judgments, and those of type and properties, inferred from the first rows. */
async function goldColumns(
  table: GoldTable,
  dataset: TableDataset,
  found: JudgmentColumns,
  properties: readonly string[] = [],
): Promise<GoldColumns> {
  const { query, expected, judgment, denied, matches, answers } = found;
  const except = [expected, judgment, denied, matches, ...answers];
  const chosen = chosenColumns({ file: table.file, columns: table.headings, code: 'gold-invalid' }, properties);
  const understood = inferColumns(table, await entitiesLike(dataset, table.rows, query), {
    query,
    entities: LOOKED_AT.atLeisure,
    except,
    chosen,
  });
  return { ...found, ...understood, ignored: understood.ignored.filter((column) => !except.includes(column)) };
}

/*
 * Aliases learned from judgments make their names trivial: such queries measure memory, not matching of new names. So
 * gold queries that repeat learned aliases are separated.
 */

/** The learned aliases of a dataset. */
interface LearnedAliases {
  readonly files: readonly string[];
  /** Unreadable files, with the reason. */
  readonly unreadable: readonly string[];
  /** Whether the answer to this question was learned as an alias. */
  readonly has: (query: GoldQuery) => boolean;
}

/** Reads the files again. Memory: the names. */
export async function readLearnedAliases(files: readonly LoadedAliasFile[], dataset: Dataset): Promise<LearnedAliases> {
  const pairs = new Set<string>();
  const unreadable: string[] = [];
  for (const { path, columns } of files) {
    try {
      const { read } = await openAliasFile({ path, ...columns }, judgedListOf(dataset));
      read(
        ({ name, ids }) => ids.forEach((id) => dataset.entities.ordinalOf(id) >= 0 && pairs.add(pairOf(name.text, id))),
        new ProblemLog(),
      );
    } catch (thrown) {
      unreadable.push(asSameasError(thrown).message);
    }
  }
  return {
    files: files.map(({ path }) => path),
    unreadable,
    has: ({ text, right }) => right.some((id) => pairs.has(pairOf(text, id))),
  };
}

function pairOf(name: string, id: string): string {
  return `${analyseLabel(name).folded}\0${id}`;
}

/** The questions without learned aliases. */
export function withoutLearned(gold: GoldSource, aliases: LearnedAliases): GoldSource {
  return {
    ...gold,
    read: (visit, report) => gold.read((query) => (aliases.has(query) ? undefined : visit(query)), report),
  };
}

/** Warning before the figures, as lines; none without learned aliases among the questions. */
export function warnOfLearned(aliases: LearnedAliases, asked: number, ofThemLearned: number, isTuned: boolean): string {
  const files = aliases.files.join(', ');
  return [
    ...(ofThemLearned === 0
      ? []
      : [
          `Warning: ${ofThemLearned.toLocaleString('en')} of the ${amountOf(asked, 'query', 'queries')} ${ofThemLearned === 1 ? 'is an alias' : 'are aliases'} that the list was taught (${files}).`,
          `  What follows says how well these are remembered, not how well a name is matched that was never judged.${isTuned ? ' Fitting leaves them out.' : ''}`,
          '  Measure with names that are not in these files, or without them.',
        ]),
    ...aliases.unreadable.map(
      (reason) => `Warning: the list was taught aliases, and whether they are asked cannot be told: ${reason}`,
    ),
  ]
    .map((line) => `${line}\n`)
    .join('');
}
