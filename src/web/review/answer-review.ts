import { reasonedCandidatesIn, REASONED_FORM } from '../../questions/reasoned-candidate.js';
import { queryFor } from '../../questions/read-question.js';
import { compareValues } from '../../review/compare-values.js';
import { KEPT_CANDIDATES, type ReviewedRow } from '../../review/matching-run.js';
import { countStates, nextRow, selectRows } from '../../review/select-rows.js';
import { reviewPage, type ReviewContent } from '../pages/review/review-page.js';
import { rowsPage } from '../pages/review/rows-page.js';
import type { Reply } from '../reply.js';
import { readReviewPlace, type ReviewPlace } from './review-place.js';
import type { RunExchange } from './run-context.js';

/** Rows on one page of the table. */
const ROWS_SHOWN = 100;

/** One row to judge: that of the parameter `row`, else the most informative one; with `step=next` the one after it. */
export async function answerReview(asked: RunExchange): Promise<Reply> {
  const { exchange, run } = asked;
  const { parameters } = exchange;
  const place = readReviewPlace(parameters, 'open');
  const sent = parameters.get('row');
  const row = sent !== undefined && /^\d{1,9}$/.test(sent) && Number(sent) < run.matchedRows ? Number(sent) : undefined;
  const shown = row === undefined || parameters.get('step') === 'next' ? nextRow(run, place.filter, row) : row;
  return reviewPage(asked, await reviewContent(asked, place, shown), { isPart: parameters.get('part') === 'review' });
}

/** What the page of a row shows; the reasons are those of the dataset as it is now. */
export async function reviewContent(asked: RunExchange, place: ReviewPlace, row: number | undefined): Promise<ReviewContent> {
  const { run, dataset } = asked;
  const counts = countStates(run);
  const [shown] = row === undefined ? [] : await run.rows(row, 1, dataset);
  if (shown === undefined) return { place, counts, row: undefined };
  const { answer, rejected } = shown;
  const candidates = answer.candidates.map((candidate) => ({ candidate, compared: compareValues(shown, candidate.id, run.record, dataset), isRejected: rejected.includes(candidate.id) }));
  const group = run.group(shown.row);
  const version = Math.max(...group.map((one) => run.judgments.of(one).version));
  return { place, counts, row: { ...shown, version }, candidates, reasons: await reasonsFor(asked, shown), group, canUndo: run.judgments.last(place.tab) >= 0 };
}

async function reasonsFor({ exchange, run, web }: RunExchange, { question }: ReviewedRow): Promise<ReadonlyMap<string, readonly string[]>> {
  if (question.problem !== undefined) return new Map();
  const [outcome] = await web.answerBatch.outcomes(exchange, [queryFor(question, { limit: KEPT_CANDIDATES, type: run.record.type })], REASONED_FORM);
  if (outcome?.kind !== 'answered') return new Map();
  return new Map(reasonedCandidatesIn(outcome.json).map(({ id, features }) => [id, features.filter((feature) => feature.reason !== '' && feature.id !== 'probability' && feature.id !== 'lead').map(({ reason }) => reason)]));
}

/** All rows that the filter holds, a page at a time. */
export async function answerRunTable(asked: RunExchange): Promise<Reply> {
  const { exchange, run, dataset } = asked;
  const place = readReviewPlace(exchange.parameters);
  const selected = selectRows(run, place.filter);
  const page = Math.max(0, Math.min(Math.ceil(selected.length / ROWS_SHOWN) - 1, Number(/^\d{1,7}$/.exec(exchange.parameters.get('page') ?? '')?.[0] ?? 0)));
  const wanted = selected.slice(page * ROWS_SHOWN, (page + 1) * ROWS_SHOWN);
  const rows = (await Promise.all(wanted.map((row) => run.rows(row, 1, dataset)))).flat();
  return rowsPage(asked, { place, rows, total: selected.length, page, pageSize: ROWS_SHOWN, counts: countStates(run) });
}
