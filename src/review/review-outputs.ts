import { basename } from 'node:path';
import type { Dataset } from '../entities/dataset.js';
import { fieldWriter } from '../formats/separated/field-writer.js';
import type { AnswerSheet } from '../questions/answer-sheet.js';
import type { AnsweredRow, RowCandidate } from '../questions/answered-row.js';
import { probabilityIn } from '../questions/plausible-candidate.js';
import { sssomWriter } from '../questions/sssom/sssom-writer.js';
import type { MatchingRun, ReviewedRow } from './matching-run.js';

/** Columns that a reviewed table gains. Read again as judgments, only what a person has judged counts: `judgment` says `matched` or `new` for that. */
const COLUMNS = ['matched id', 'matched name', 'judgment', 'judged by', 'judged at', 'candidate id', 'candidate name', 'score', 'probability'] as const;
const NUMBERS: ReadonlySet<string> = new Set(['score', 'probability']);
/** Who has judged where nobody said a name, and who has matched automatically. */
const SOMEBODY = 'person';
const AUTOMATIC = 'sameas';

/** What stands beside a row, under `COLUMNS`. */
function cellsOf(run: MatchingRun, { row, answer }: ReviewedRow): readonly string[] {
  const outcome = run.outcome(row);
  const [first] = answer.candidates;
  const { person } = outcome ?? {};
  return [
    outcome?.id ?? '',
    outcome?.name ?? '',
    outcome === undefined ? '' : person === undefined ? 'automatic' : outcome.kind === 'none' ? 'new' : 'matched',
    outcome === undefined ? '' : person === undefined ? AUTOMATIC : person.by || SOMEBODY,
    person?.at ?? (outcome === undefined ? '' : (run.record.matched ?? '')),
    first?.id ?? '',
    first?.name ?? '',
    first?.score.toFixed(2) ?? '',
    first === undefined ? '' : (probabilityIn(first)?.toFixed(3) ?? ''),
  ];
}

/** Headings of the table with those of the review, none twice. */
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

/** The reviewed table as CSV, marked as UTF-8 for spreadsheet programs. */
export function reviewCsv(run: MatchingRun, rows: readonly ReviewedRow[]): string {
  const field = fieldWriter({ separator: run.record.style.delimiter === ';' ? ';' : ',', lineSeparator: '\n', quoteAll: false, guardFormulas: false });
  const separator = run.record.style.delimiter === ';' ? ';' : ',';
  const line = (texts: readonly string[]): string => `${texts.map((text, place) => field(text, place === 0)).join(separator)}\n`;
  return `${run.record.style.needsMark ? '\uFEFF' : ''}${line(headingsOf(run))}${rows.map((row) => line([...row.question.cells, ...cellsOf(run, row)])).join('')}`;
}

/** The same as cells of a sheet. */
export function reviewSheet(run: MatchingRun, rows: readonly ReviewedRow[]): AnswerSheet {
  return {
    header: headingsOf(run),
    rows: rows.map((row) => [
      ...row.question.cells.map((text) => (text === '' ? null : { kind: 'text' as const, text })),
      ...cellsOf(run, row).map((text, i) => (text === '' ? null : NUMBERS.has(COLUMNS[i] ?? '') ? { kind: 'number' as const, value: Number(text) } : { kind: 'text' as const, text })),
    ]),
  };
}

/** An object a line: the row, what was asked, all candidates, and the judgment. */
export function reviewJsonLines(run: MatchingRun, rows: readonly ReviewedRow[]): string {
  return rows
    .map(({ row, question, answer, rejected }) => {
      const outcome = run.outcome(row);
      const { person } = outcome ?? {};
      const judgment = outcome === undefined ? null : { decision: outcome.kind, ...(outcome.kind === 'match' ? { id: outcome.id, name: outcome.name } : {}), by: person === undefined ? AUTOMATIC : person.by || SOMEBODY, at: person?.at ?? run.record.matched ?? null, automatic: person === undefined };
      const cells = Object.fromEntries(run.record.headings.map((heading, i) => [heading, question.cells[i] ?? '']));
      return `${JSON.stringify({ line: question.line, query: question.text, row: cells, judgment, ...(rejected.length === 0 ? {} : { rejected }), candidates: answer.candidates, ...(answer.none === undefined ? {} : { noneProbability: answer.none }), ...(answer.problem === undefined ? {} : { problem: answer.problem }) })}\n`;
    })
    .join('');
}

/** Mappings in SSSOM/TSV: what persons have judged as curated, what was matched automatically as matched, and what is open as candidates. */
export function reviewSssom(run: MatchingRun, rows: readonly ReviewedRow[], dataset: Dataset, toolVersion: string): string {
  const { record } = run;
  const table = { file: basename(record.name), contentHash: record.contentHash, headings: record.headings, queryColumn: record.columns.query, rows: rows.map(({ question }) => question) };
  const writer = sssomWriter({ table, dataset, question: record.id, toolVersion, date: new Date(record.matched ?? record.created), isReviewed: true });
  return writer.head + rows.map((row) => writer.line({ ...judgedAnswer(run, row), curation: curationOf(run, row) })).join('');
}

function judgedAnswer(run: MatchingRun, { row, question, answer }: ReviewedRow): AnsweredRow {
  const outcome = run.outcome(row);
  const candidates = outcome?.kind === 'none' ? [] : outcome?.kind === 'match' ? [chosen(outcome, answer.candidates)] : answer.candidates.map((candidate) => ({ ...candidate, match: false }));
  return { row: question, candidates, problem: outcome === undefined ? answer.problem : undefined };
}

function chosen({ id, name }: { readonly id: string; readonly name: string }, candidates: readonly RowCandidate[]): RowCandidate {
  const known = candidates.find((candidate) => candidate.id === id);
  return known === undefined ? { id, name, type: [], score: 0, match: true, features: [] } : { ...known, match: true };
}

function curationOf(run: MatchingRun, { row }: ReviewedRow): { readonly author: string; readonly date: string } | undefined {
  const person = run.outcome(row)?.person;
  return person === undefined ? undefined : { author: person.by || SOMEBODY, date: person.at.slice(0, 10) };
}

/** The judgments of persons as operations of OpenRefine. */
export interface OpenRefineJudgments {
  /** JSON to be pasted under Undo/Redo → Apply…; also read as aliases. */
  readonly json: string;
  /** Names that are judged differently in different rows, which an operation cannot say. */
  readonly leftOut: readonly string[];
}

/** One operation for each name that persons have judged, the same in all its rows. */
export function reviewOperations(run: MatchingRun, rows: readonly ReviewedRow[], space: { readonly identifierSpace: string; readonly schemaSpace: string; readonly service: string }): OpenRefineJudgments {
  const column = run.record.headings[run.record.columns.query] ?? '';
  const byName = new Map<string, { readonly key: string; readonly operation: object }[]>();
  for (const { row, question, answer } of rows) {
    const outcome = run.outcome(row);
    const text = question.cells[run.record.columns.query] ?? '';
    if (outcome?.person === undefined || text === '') continue;
    const candidate = outcome.kind === 'match' ? chosen(outcome, answer.candidates) : undefined;
    const match = candidate === undefined ? undefined : { id: candidate.id, name: candidate.name, score: candidate.score, types: candidate.type.map(({ id }) => id) };
    const operation = {
      op: 'core/recon-judge-similar-cells',
      engineConfig: { facets: [], mode: 'row-based' },
      columnName: column,
      similarValue: text,
      judgment: match === undefined ? 'new' : 'matched',
      ...(match === undefined ? { shareNewTopics: true } : { match }),
      ...space,
    };
    byName.set(text, [...(byName.get(text) ?? []), { key: outcome.id, operation }]);
  }
  const [agreed, leftOut] = [[...byName].filter(([, all]) => new Set(all.map(({ key }) => key)).size === 1), [...byName].filter(([, all]) => new Set(all.map(({ key }) => key)).size > 1)];
  return { json: `${JSON.stringify(agreed.flatMap(([, [first]]) => (first === undefined ? [] : [first.operation])), undefined, 2)}\n`, leftOut: leftOut.map(([text]) => text) };
}
