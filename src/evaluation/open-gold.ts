import { openDataFile } from '../datasets/open-data-file.js';
import type { Dataset } from '../entities/dataset.js';
import type { RawCell } from '../formats/raw-record.js';
import { propertyHeadings } from '../questions/question-columns.js';
import { readQuestion, textsOf } from '../questions/read-question.js';
import { readExpectedIds } from './expected-ids.js';
import { findGoldColumns, type GoldColumns, type NamedColumns } from './gold-columns.js';
import type { GoldProblem, GoldQuery, GoldSource } from './gold-query.js';
import { readOperations, openHistory } from './operation-history.js';

/** Rows looked at for recognising the columns by their content. */
const SAMPLE_ROWS = 500;

/**
 * Opens questions with known answers: a table (CSV, TSV, JSON, JSON lines, a spreadsheet, also gzipped) or the operation history of
 * OpenRefine. The dataset says which columns are properties and which ids exist.
 *
 * Errors: those of opening a data file; `gold-invalid` when the columns are not recognised or a history holds no judgment.
 */
export async function openGold(file: string, dataset: Dataset, named: NamedColumns = {}): Promise<GoldSource> {
  const history = await readOperations(file);
  if (history !== undefined) return openHistory(file, history, dataset);
  const { reader, sample, readAs } = await openDataFile({ path: file, ...(/\.(?:json|jsonl|ndjson)(?:\.gz)?$/i.test(file) ? {} : { header: true }) });
  const first = sample();
  // JSON tells its keys only while it is read.
  if (reader.columns.length === 0) reader.read(() => undefined, () => undefined);
  const { columns } = reader;
  const rows = first.records.slice(0, SAMPLE_ROWS).map((cells) => columns.map((heading) => textsOf(cells[first.columns.indexOf(heading)]).join('|')));
  const found = findGoldColumns(file, columns, rows, dataset, named);
  return {
    file,
    lineWord: 'line',
    notes: notesOn(readAs, columns, found),
    propertyIds: found.properties.map(({ property }) => property.id),
    read: (visit, report) => {
      reader.read(
        (cells, line) => readRow(cells, line, found, dataset, visit, report),
        (fault) => {
          if (fault.rejected) report({ kind: 'unusable', line: fault.line, message: fault.message });
        },
      );
    },
  };
}

function readRow(cells: readonly RawCell[], line: number, found: GoldColumns, dataset: Dataset, visit: (query: GoldQuery) => void, report: (problem: GoldProblem) => void): void {
  const { text, types, properties, problem } = readQuestion(cells, found.query, found);
  if (problem !== undefined) {
    report({ kind: 'unusable', line, message: problem });
    return;
  }
  const judgment = found.judgment === undefined ? 'matched' : judgmentIn(textsOf(cells[found.judgment]).join(' '));
  if (judgment === undefined) {
    report({ kind: 'unjudged', line, message: `"${text}" has not been judged.` });
    return;
  }
  const { ids, unknown } = judgment === 'new' ? { ids: [], unknown: [] } : readExpectedIds(textsOf(cells[found.expected]), dataset);
  if (found.judgment !== undefined && judgment === 'matched' && ids.length === 0) {
    report({ kind: 'unusable', line, message: `"${text}" is said to be matched, but there is no id.` });
    return;
  }
  for (const id of unknown) report({ kind: 'unknown-id', line, message: `"${text}" is expected to be "${id}", an id that the dataset does not have.` });
  visit({ text, types, properties, right: ids, line });
}

/** How OpenRefine, and people, say that a cell was judged; `undefined`: it was not. */
function judgmentIn(text: string): 'matched' | 'new' | undefined {
  switch (text.trim().toLowerCase()) {
    case 'matched':
    case 'match':
    case 'true':
    case 'yes':
      return 'matched';
    case 'new':
    case 'no match':
    case 'nil':
      return 'new';
    default:
      return undefined;
  }
}

function notesOn(readAs: string, columns: readonly string[], found: GoldColumns): readonly string[] {
  const heading = (column: number): string => `"${columns[column] ?? ''}"`;
  return [
    `Read as ${readAs}: names to ask for in ${heading(found.query)}, expected ids in ${heading(found.expected)}${found.type === undefined ? '' : `, types in ${heading(found.type)}`}.`,
    ...(found.judgment === undefined ? [] : [`Only rows that ${heading(found.judgment)} calls "matched" or "new" are asked.`]),
    ...(found.properties.length === 0 ? [] : [`Property values: ${propertyHeadings(columns, found)}.`]),
    ...(found.ignored.length === 0 ? [] : [`Columns left out, as the dataset has no such property: "${found.ignored.join('", "')}".`]),
  ];
}
