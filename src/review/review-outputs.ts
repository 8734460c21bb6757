import { basename } from 'node:path';
import { inEnglish } from '../foundation/sentence.js';
import { columnByRole } from '../datasets/find-column.js';
import type { Dataset } from '../entities/dataset.js';
import { fieldWriter } from '../formats/separated/field-writer.js';
import { safeSheetName } from '../formats/spreadsheets/written-sheet.js';
import { XlsxWriter } from '../formats/spreadsheets/write-xlsx.js';
import type { AnsweredRow, RowCandidate } from '../input/answered-row.js';
import { type CalledRow, sssomWriter } from '../input/sssom/sssom-writer.js';
import type { MatchingRun, ReviewedRow } from './matching-run.js';

/**
 * Columns added to a reviewed table. Read again as judgments, only those of persons count: `judgment` is `matched` or
 * `new` for these.
 */
const COLUMNS = [
  'matched id',
  'matched name',
  'judgment',
  'judged by',
  'judged at',
  'candidate id',
  'candidate name',
  'score',
  'probability',
] as const;
const NUMBERS: ReadonlySet<string> = new Set(['score', 'probability']);
/** Name of an unnamed person, and of automatic matching. */
const UNNAMED_PERSON = 'person';
const AUTOMATIC = 'sameas';

/** The cells of a row under `COLUMNS`. */
function cellsOf(run: MatchingRun, { row, answer }: ReviewedRow): readonly string[] {
  const outcome = run.outcome(row);
  const [first] = answer.candidates;
  const { person } = outcome ?? {};
  return [
    outcome?.id ?? '',
    outcome?.name ?? '',
    outcome === undefined ? '' : person === undefined ? 'automatic' : outcome.kind === 'none' ? 'new' : 'matched',
    outcome === undefined ? '' : person === undefined ? AUTOMATIC : person.by || UNNAMED_PERSON,
    person?.at ?? (outcome === undefined ? '' : (run.record.matched ?? '')),
    first?.id ?? '',
    first?.name ?? '',
    first?.score.toFixed(2) ?? '',
    first === undefined ? '' : first.probability.toFixed(3),
  ];
}

/** Headings of the table and of the review, without duplicates. */
function headingsOf({ record: { headings } }: MatchingRun): readonly string[] {
  return [
    ...headings,
    ...COLUMNS.map((heading) => {
      let free: string = heading;
      for (let n = 2; headings.includes(free); n++) free = `${heading} ${String(n)}`;
      return free;
    }),
  ];
}

/** A file in pieces, each of some hundred rows. */
export type FilePieces = AsyncGenerator<string | Uint8Array>;

/**
 * The reviewed table as CSV, marked as UTF-8 for spreadsheet programs. `guardFormulas`: puts an apostrophe before texts
 * that such a program would take for formulas. `separator`: default a comma, or the semicolon of the table.
 */
export async function* reviewCsv(
  run: MatchingRun,
  dataset: Dataset,
  guardFormulas: boolean,
  separator = run.record.style.delimiter === ';' ? ';' : ',',
): FilePieces {
  const field = fieldWriter({ separator, lineSeparator: '\n', quoteAll: false, guardFormulas });
  const line = (texts: readonly string[]): string =>
    `${texts.map((text, place) => field(text, place === 0)).join(separator)}\n`;
  yield `${run.record.style.needsMark ? '\uFEFF' : ''}${line(headingsOf(run))}`;
  for await (const rows of run.portions(dataset))
    yield rows.map((row) => line([...row.question.cells, ...cellsOf(run, row)])).join('');
}

/** The same as a workbook (xlsx). */
export async function* reviewWorkbook(run: MatchingRun, dataset: Dataset): FilePieces {
  const pieces: Uint8Array[] = [];
  const writer = new XlsxWriter({ name: safeSheetName('Matched'), header: headingsOf(run) }, (piece) =>
    pieces.push(piece),
  );
  for await (const rows of run.portions(dataset)) {
    for (const row of rows) {
      writer.row([
        ...row.question.cells.map((text) => (text === '' ? null : { kind: 'text' as const, text })),
        ...cellsOf(run, row).map((text, i) =>
          text === ''
            ? null
            : NUMBERS.has(COLUMNS[i] ?? '')
              ? { kind: 'number' as const, value: Number(text) }
              : { kind: 'text' as const, text },
        ),
      ]);
    }
    yield Buffer.concat(pieces.splice(0));
  }
  writer.end();
  yield Buffer.concat(pieces);
}

/** An object a line: the row, its query, all candidates, and the judgment. */
export async function* reviewJsonLines(run: MatchingRun, dataset: Dataset): FilePieces {
  for await (const rows of run.portions(dataset))
    yield rows.map((row) => `${JSON.stringify(rowObject(run, row))}\n`).join('');
}

function rowObject(run: MatchingRun, { row, question, answer, rejected }: ReviewedRow): object {
  const outcome = run.outcome(row);
  const { person } = outcome ?? {};
  const judgment =
    outcome === undefined
      ? null
      : {
          decision: outcome.kind,
          ...(outcome.kind === 'match' ? { id: outcome.id, name: outcome.name } : {}),
          by: person === undefined ? AUTOMATIC : person.by || UNNAMED_PERSON,
          at: person?.at ?? run.record.matched ?? null,
          automatic: person === undefined,
        };
  const cells = Object.fromEntries(run.record.headings.map((heading, i) => [heading, question.cells[i] ?? '']));
  return {
    line: question.line,
    query: question.text,
    row: cells,
    judgment,
    ...(rejected.length === 0 ? {} : { rejected }),
    candidates: answer.candidates,
    ...(answer.none === undefined ? {} : { noneProbability: answer.none }),
    ...(answer.problem === undefined ? {} : { problem: inEnglish(answer.problem) }),
  };
}

/**
 * Mappings in SSSOM/TSV: judgments of persons as curated, automatic matches as matched, and open rows as candidates.
 * Memory: the names of the rows.
 */
export async function* reviewSssom(run: MatchingRun, dataset: Dataset, toolVersion: string): FilePieces {
  const { record } = run;
  const headings = record.headings;
  const queryColumn = record.columns.query;
  const ids = columnByRole(headings, 'id', [queryColumn]);
  const called: CalledRow[] = [];
  for await (const rows of run.cells())
    for (const { cells, line } of rows)
      called.push({
        cells: ids === undefined ? [] : headings.map((_, i) => (i === ids ? (cells[i] ?? '') : '')),
        line,
      });
  // JSON has no line numbers.
  const hasLines = called.every(({ line }) => line > 0);
  const rows = hasLines ? called : called.map((row, i) => ({ ...row, line: i + 1 }));
  const writer = sssomWriter({
    table: { file: basename(record.name), contentHash: record.contentHash, headings, queryColumn, rows },
    dataset,
    question: record.id,
    toolVersion,
    date: new Date(record.matched ?? record.created),
    isReviewed: true,
  });
  yield writer.head;
  for await (const reviewed of run.portions(dataset)) {
    yield reviewed
      .map((one) => {
        const answered = judgedAnswer(run, one);
        return writer.line({
          ...answered,
          row: hasLines ? answered.row : { ...answered.row, line: one.row + 1 },
          curation: curationOf(run, one),
        });
      })
      .join('');
  }
}

function judgedAnswer(run: MatchingRun, { row, question, answer }: ReviewedRow): AnsweredRow {
  const outcome = run.outcome(row);
  const candidates =
    outcome?.kind === 'none'
      ? []
      : outcome?.kind === 'match'
        ? [chosen(outcome, answer.candidates)]
        : answer.candidates.map((candidate) => ({ ...candidate, match: false }));
  return { row: question, candidates, problem: outcome === undefined ? answer.problem : undefined };
}

function chosen(
  { id, name }: { readonly id: string; readonly name: string },
  candidates: readonly RowCandidate[],
): RowCandidate {
  const known = candidates.find((candidate) => candidate.id === id);
  return known === undefined
    ? { id, name, type: [], score: 0, match: true, probability: 0, features: [] }
    : { ...known, match: true };
}

function curationOf(
  run: MatchingRun,
  { row }: ReviewedRow,
): { readonly author: string; readonly date: string } | undefined {
  const person = run.outcome(row)?.person;
  return person === undefined ? undefined : { author: person.by || UNNAMED_PERSON, date: person.at.slice(0, 10) };
}

/**
 * Judgments of persons as operations of OpenRefine: JSON to be pasted under Undo/Redo → Apply…, also read as aliases.
 * One operation for each name with the same judgment in all its rows; names with different judgments are left out, as
 * an operation cannot say that. Memory: the judged names.
 */
export async function* reviewOperations(
  run: MatchingRun,
  dataset: Dataset,
  space: { readonly identifierSpace: string; readonly schemaSpace: string; readonly service: string },
): FilePieces {
  const columnName = run.record.headings[run.record.columns.query] ?? '';
  const writtenAt = await agreedRows(run);
  let isFirst = true;
  for await (const rows of run.portions(dataset)) {
    let piece = '';
    for (const { row, question, answer } of rows) {
      const outcome = run.outcome(row);
      if (outcome === undefined || !writtenAt.has(row)) continue;
      const candidate = outcome.kind === 'match' ? chosen(outcome, answer.candidates) : undefined;
      const match =
        candidate === undefined
          ? undefined
          : {
              id: candidate.id,
              name: candidate.name,
              score: candidate.score,
              types: candidate.type.map(({ id }) => id),
            };
      const operation = {
        op: 'core/recon-judge-similar-cells',
        engineConfig: { facets: [], mode: 'row-based' },
        columnName,
        similarValue: question.cells[run.record.columns.query] ?? '',
        judgment: match === undefined ? 'new' : 'matched',
        ...(match === undefined ? { shareNewTopics: true } : { match }),
        ...space,
      };
      piece += `${isFirst ? '[' : ','}\n  ${JSON.stringify(operation, undefined, 2).replaceAll('\n', '\n  ')}`;
      isFirst = false;
    }
    if (piece !== '') yield piece;
  }
  yield isFirst ? '[]\n' : '\n]\n';
}

/** First rows of all names with the same judgment of persons in each of their rows. */
async function agreedRows(run: MatchingRun): Promise<ReadonlySet<number>> {
  const first = new Map<string, { readonly row: number; readonly id: string; isAgreed: boolean }>();
  let row = 0;
  for await (const rows of run.cells()) {
    for (const { cells } of rows) {
      const outcome = run.outcome(row);
      const text = cells[run.record.columns.query] ?? '';
      if (outcome?.person !== undefined && text !== '') {
        const known = first.get(text);
        if (known === undefined) first.set(text, { row, id: outcome.id, isAgreed: true });
        else if (known.id !== outcome.id) known.isAgreed = false;
      }
      row++;
    }
  }
  return new Set([...first.values()].flatMap((one) => (one.isAgreed ? [one.row] : [])));
}
