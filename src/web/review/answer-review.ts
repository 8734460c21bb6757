import { type SafeHtml, html } from '../../foundation/escape-html.js';
import type { Reason } from '../../scoring/candidate.js';
import { WITH_REASONS } from '../../describe/answer.js';
import { queryFor } from '../../input/read-input-row.js';
import { candidateReasons, compareValues } from '../../review/compare-values.js';
import type { ReviewedRow } from '../../review/matching-run.js';
import { KEPT_CANDIDATES, type JudgmentLine } from '../../review/run-record.js';
import { nextRow, selectRows } from '../../review/select-rows.js';
import { historyPage } from '../pages/review/history-page.js';
import { type ReviewContent, reviewPage } from '../pages/review/review-page.js';
import { numberIn } from '../request-parameters.js';
import { rowLines, rowsPage, rowsTable } from '../pages/review/rows-page.js';
import type { Reply } from '../exchange.js';
import { type ReviewPlace, reviewPlace } from './review-place.js';
import type { RunExchange } from './runs-web.js';
import { findEntity } from '../../entities/entity-store.js';

const ROWS_SHOWN = 100;
/** Rows of one answer for the script. */
const MAX_ROWS = 200;

/** One row to judge: that of the parameter `row`, else the most informative one; with `step=next` the one after it. */
export async function answerReview(asked: RunExchange): Promise<Reply> {
  const { exchange, run } = asked;
  const { parameters } = exchange;
  const place = await reviewPlace(asked, 'open');
  const sent = numberIn(parameters, 'row');
  const row = sent !== undefined && sent < run.matchedRows ? sent : undefined;
  const shown = row === undefined || parameters.get('step') === 'next' ? nextRow(run, place.filter, row) : row;
  return reviewPage(asked, await reviewContent(asked, place, shown), { isPart: parameters.get('part') === 'review' });
}

/** The page of a row; its reasons are those of the dataset as it is now. */
export async function reviewContent(
  asked: RunExchange,
  place: ReviewPlace,
  row: number | undefined,
): Promise<ReviewContent> {
  const { run, dataset } = asked;
  const counts = run.counts();
  const [shown] = row === undefined ? [] : await run.rows(row, 1, dataset);
  if (shown === undefined) return { place, counts, row: undefined };
  const { answer, rejected } = shown;
  const candidates = await asked.exchange.served().read((snapshot) =>
    answer.candidates.map((candidate) => ({
      candidate,
      compared: compareValues(shown, candidate.id, run.record, snapshot.dataset),
      isRejected: rejected.includes(candidate.id),
    })),
  );
  const group = run.group(shown.row);
  const version = run.judgments.version(group);
  const last = run.judgments.last(place.tab);
  return {
    place,
    counts,
    row: { ...shown, version },
    candidates,
    reasons: await reasonsFor(asked, shown),
    group,
    last: last && (await judgmentWords(asked, last)),
  };
}

async function reasonsFor(
  { exchange, run, web }: RunExchange,
  { question }: ReviewedRow,
): Promise<ReadonlyMap<string, readonly Reason[]>> {
  if (question.problem !== undefined) return new Map();
  const [outcome] = await web.answerBatch.outcomes(
    exchange,
    [queryFor(question, { limit: KEPT_CANDIDATES, type: run.record.type })],
    WITH_REASONS,
  );
  return outcome?.kind === 'answered' ? candidateReasons(outcome.answer) : new Map();
}

/** All rows of the filter, a page at a time; `part=table` the table alone, and `part=rows` those from `from` on. */
export async function answerRunTable(asked: RunExchange): Promise<Reply> {
  const { exchange, run } = asked;
  const place = await reviewPlace(asked);
  const selected = selectRows(run, place.filter);
  const part = exchange.parameters.get('part');
  const last = Math.max(0, selected.length - 1);
  const start =
    part === 'rows'
      ? Math.min(last, numberIn(exchange.parameters, 'from') ?? 0)
      : Math.min(Math.floor(last / ROWS_SHOWN), numberIn(exchange.parameters, 'page') ?? 0) * ROWS_SHOWN;
  const count = part === 'rows' ? Math.min(MAX_ROWS, numberIn(exchange.parameters, 'count') ?? 0) : ROWS_SHOWN;
  const content = {
    place,
    rows: await run.rowsAt(selected.slice(start, start + count), asked.dataset),
    total: selected.length,
    start,
    pageSize: ROWS_SHOWN,
    judged: await judgmentTold(asked, numberIn(exchange.parameters, 'judged')),
    undone: await judgmentTold(asked, numberIn(exchange.parameters, 'undone')),
  };
  if (part === 'rows')
    return {
      kind: 'page',
      html: rowLines(asked, content)
        .map(({ text }) => text)
        .join(''),
      cache: 'never',
    };
  if (part === 'table') return { kind: 'page', html: rowsTable(asked, content).text, cache: 'never' };
  return rowsPage(asked, content);
}

/** Judgments, newest first, with a button that undoes each, from any person and any window. */
export async function answerHistory(asked: RunExchange): Promise<Reply> {
  const { run } = asked;
  const all = run.judgments.history();
  const acts = await Promise.all(
    all.slice(0, ROWS_SHOWN).map(async ({ line, isUndone }) => ({
      line,
      isUndone,
      words: await judgmentWords(asked, line),
    })),
  );
  return historyPage(asked, { place: await reviewPlace(asked), acts, total: all.length });
}

async function judgmentTold(asked: RunExchange, number: number | undefined): Promise<SafeHtml | undefined> {
  const line = number === undefined ? undefined : asked.run.judgments.line(number);
  return line === undefined ? undefined : judgmentWords(asked, line);
}

/** A judgment in words: its row by name, many rows by their number. */
export async function judgmentWords(
  { exchange: { words }, run, dataset }: RunExchange,
  { judgment, rows }: JudgmentLine,
): Promise<SafeHtml> {
  const [row = 0] = rows;
  const [first] = await run.rows(row, 1, dataset);
  const facts = { name: html`<bdi>${first?.question.text ?? ''}</bdi>` };
  switch (judgment.kind) {
    case 'match':
      return words.html('{name} means {entity}', { ...facts, entity: html`<bdi>${judgment.name}</bdi>` });
    case 'none':
      return judgment.inBulk === true
        ? html`${words.count(rows.length, '{n} row said at once not to be in the dataset', '{n} rows said at once not to be in the dataset')}`
        : words.html('{name} is not in the dataset', facts);
    case 'reject':
      return words.html('{name} does not mean {entity}', {
        ...facts,
        entity: html`<bdi>${findEntity(dataset.entities, judgment.id)?.name ?? judgment.id}</bdi>`,
      });
    case 'reject-each':
      return html`${words.count(rows.length, 'First candidate of {n} row rejected at once', 'First candidates of {n} rows rejected at once')}`;
    case 'clear':
      return html`${words.count(rows.length, 'Judgments of {n} row taken back at once', 'Judgments of {n} rows taken back at once')}`;
    default:
      return html`${words.count(rows.length, '{n} row accepted at once', '{n} rows accepted at once')}`;
  }
}
