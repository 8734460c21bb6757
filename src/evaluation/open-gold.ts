import type { Dataset } from '../entities/dataset.js';
import type { RawCell } from '../formats/raw-record.js';
import { type JudgedList, readJudgedIds } from '../datasets/judgments/judged-list.js';
import { openJudgments } from '../datasets/judgments/open-judgments.js';
import { type HistoryJudgments, readHistory } from '../datasets/judgments/operation-history.js';
import { readJudgment } from '../datasets/judgments/judgment-columns.js';
import { SameasError, asSameasError } from '../foundation/sameas-error.js';
import { inEnglish } from '../foundation/sentence.js';
import { propertyHeadings } from '../input/input-columns.js';
import { readInputRow } from '../input/read-input-row.js';
import type { TableDataset } from '../input/table-dataset.js';
import { type GoldColumns, type NamedColumns, goldColumnChoice, goldColumns, judgedListOf } from './gold-columns.js';
import type { GoldProblem, GoldQuery, GoldSource } from './gold-query.js';

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
    `Read as ${readAs}: names to ask for in ${heading(found.query)}, expected ids in ${heading(found.expected)}${found.type === undefined ? '' : `, types in ${heading(found.type)}`}.`,
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
