import { findEntity } from '../../entities/entity-store.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { sentence } from '../../foundation/message.js';
import type { RowDecision } from '../../review/judgments.js';
import type { JudgmentLine } from '../../review/run-record.js';
import { bulkRows, judgedRows, nextRow, undecidedRows, type RowFilter } from '../../review/select-rows.js';
import { reviewPage } from '../pages/review/review-page.js';
import type { Reply } from '../exchange.js';
import { numberIn } from '../request-parameters.js';
import { reviewContent, judgmentWords } from './answer-review.js';
import { placeQuery, reviewPlace } from './review-place.js';
import type { RunExchange } from './runs-web.js';

/** Pages to which undo redirects. */
const BACK = ['table', 'history'] as const;

/**
 * Records a judgment: `decision` (match, none, reject, undo), `row`, `id` of the entity, `version` of the row as it was
 * seen, and `alone=yes` to leave out rows with the same query. Shows the next row. A row that another user has judged
 * since is shown again, and nothing is recorded. Throws `judgment-invalid`.
 */
export async function answerJudgment(asked: RunExchange): Promise<Reply> {
  const { exchange, run } = asked;
  const { parameters } = exchange;
  const place = await reviewPlace(asked, 'open');
  const decision = parameters.get('decision') ?? '';
  if (decision === 'undo') return undo(asked);
  const row = rowSent(asked);
  const rows = parameters.get('alone') === 'yes' ? [row] : run.group(row);
  const seen = Number(parameters.get('version') ?? '');
  const judgment = await judgmentSent(asked, decision);
  let before: RowDecision | undefined;
  const taken = await run.judge(() => {
    if (run.judgments.version(rows) !== seen) return undefined;
    before = run.judgments.of(row).decision;
    return { at: new Date().toISOString(), by: place.by, tab: place.tab, rows: [...rows], judgment };
  });
  if (taken === undefined) {
    return reviewPage(asked, await reviewContent(asked, place, row), {
      message: sentence(
        'Another person has judged this row in the meantime. Look at it again; what you decide now counts.',
      ),
      status: 409,
    });
  }
  await exchange.access.record({
    action: 'judge rows',
    target: run.record.id,
    by: place.by,
    before,
    after: { row, equalRows: rows.length - 1, judgment },
  });
  const next = decision === 'reject' ? row : nextRow(run, place.filter, row);
  return showNext(asked, next);
}

function rowSent({ exchange: { parameters }, run }: RunExchange): number {
  const row = Number(parameters.get('row') ?? '');
  if (Number.isInteger(row) && row >= 0 && row < run.matchedRows) return row;
  throw new SameasError('judgment-invalid', sentence('There is no such row in the table.'), {
    advice: sentence('Go back to the review, and judge a row that it shows.'),
  });
}

async function judgmentSent(
  { exchange: { parameters, served } }: RunExchange,
  decision: string,
): Promise<JudgmentLine['judgment']> {
  if (decision === 'none') return { kind: 'none' };
  const id =
    parameters
      .all('id')
      .map((text) => text.trim())
      .find((text) => text !== '') ?? '';
  const entity = await served().read(({ dataset }) => findEntity(dataset.entities, id));
  if (entity === undefined)
    throw new SameasError(
      'judgment-invalid',
      id === ''
        ? sentence('No entity was chosen.')
        : sentence('There is no entity with the identifier “{id}”.', { id: id.slice(0, 200) }),
      { advice: sentence('Choose a candidate, or search for another entity.') },
    );
  if (decision === 'match') return { kind: 'match', id: entity.id, name: entity.name };
  if (decision === 'reject') return { kind: 'reject', id: entity.id };
  throw new SameasError('judgment-invalid', sentence('This judgment is not known.'), {
    advice: sentence('Accept or reject a candidate, or say that none of them is meant.'),
  });
}

/**
 * Undoes the judgment with the number in `judgment`, of any person, or the last one of this window; then shows its row,
 * or the page in `back`.
 */
async function undo(asked: RunExchange): Promise<Reply> {
  const { exchange, run } = asked;
  const place = await reviewPlace(asked, 'open');
  const sent = numberIn(exchange.parameters, 'judgment');
  let line: JudgmentLine | undefined;
  await run.judge(() => {
    line = sent === undefined ? run.judgments.last(place.tab) : run.judgments.standing(sent);
    if (line === undefined) return undefined;
    const judgment = { kind: 'undo' as const, number: line.number };
    return { at: new Date().toISOString(), by: place.by, tab: place.tab, rows: [], judgment };
  });
  if (line === undefined) return showNext(asked, nextRow(run, place.filter));
  await exchange.access.record({
    action: 'take back judgment',
    target: run.record.id,
    by: place.by,
    before: { row: line.rows[0], equalRows: line.rows.length - 1, judgment: line.judgment },
  });
  const back = BACK.find((page) => page === exchange.parameters.get('back'));
  if (back !== undefined)
    return { kind: 'redirect', address: `${asked.address}/${back}?${placeQuery(place, { undone: line.number })}` };
  return showNext(asked, line.rows[0], line);
}

/** The next row: directly for the script, by redirect for a form, so that a reload judges nothing again. */
async function showNext(asked: RunExchange, row: number | undefined, undone?: JudgmentLine): Promise<Reply> {
  const { exchange, address } = asked;
  const place = await reviewPlace(asked, 'open');
  if (exchange.parameters.get('part') === 'review')
    return reviewPage(asked, await reviewContent(asked, place, row), {
      isPart: true,
      undone: undone && (await judgmentWords(asked, undone)),
    });
  return { kind: 'redirect', address: `${address}/review?${placeQuery(place, row === undefined ? {} : { row })}` };
}

/** Bulk judgments, and their actions in the audit log. */
const BULK_DECISIONS = {
  accept: 'accept first candidates',
  none: 'judge rows',
  reject: 'reject first candidates',
  clear: 'take back judgments',
} as const;

/**
 * Judges the rows of the filter at once. `decision`: none says that undecided ones are not in the dataset; reject, that
 * they do not mean their first candidates; clear undoes judged ones; without it, first candidates of undecided ones
 * with a probability of at least `atLeast` percent are accepted.
 */
export async function answerBulk(asked: RunExchange): Promise<Reply> {
  const { exchange, run, address } = asked;
  const sent = exchange.parameters.get('decision') ?? 'accept';
  const decision = Object.keys(BULK_DECISIONS).find((one): one is keyof typeof BULK_DECISIONS => one === sent);
  if (decision === undefined)
    throw new SameasError('judgment-invalid', sentence('This judgment is not known.'), {
      advice: 'Accept, reject, say none, or take back.',
    });
  const percent = decision === 'accept' ? Number(exchange.parameters.get('atLeast') ?? 'none') : 0;
  if (!(percent >= 0 && percent <= 100))
    throw new SameasError('parameter-invalid', sentence('The probability must be a number from 0 to 100.'), {
      facts: { parameter: 'atLeast' },
    });
  const place = await reviewPlace(asked);
  const taken = await run.judge(() => {
    const rows = bulkSubjects(asked, place.filter, decision, percent / 100);
    if (rows.length === 0) return undefined;
    const judgment = bulkJudgment(asked, decision, rows);
    return { at: new Date().toISOString(), by: place.by, tab: place.tab, rows: [...rows], judgment };
  });
  if (taken !== undefined) {
    await exchange.access.record({
      action: BULK_DECISIONS[decision],
      target: run.record.id,
      by: place.by,
      after: {
        rows: taken.rows.length,
        ...(decision === 'accept' && { atLeastPercent: percent }),
        ...(decision === 'none' && { judgment: { kind: 'none' } }),
      },
    });
  }
  return {
    kind: 'redirect',
    address: `${address}/table?${placeQuery(place, taken === undefined ? {} : { judged: taken.number })}`,
  };
}

function bulkSubjects(
  { run }: RunExchange,
  filter: RowFilter,
  decision: keyof typeof BULK_DECISIONS,
  atLeast: number,
): readonly number[] {
  if (decision === 'clear') return judgedRows(run, filter);
  return decision === 'none' ? undecidedRows(run, filter) : bulkRows(run, filter, atLeast);
}

function bulkJudgment(
  { run }: RunExchange,
  decision: keyof typeof BULK_DECISIONS,
  rows: readonly number[],
): JudgmentLine['judgment'] {
  if (decision === 'clear') return { kind: 'clear' };
  if (decision === 'none') return { kind: 'none', inBulk: true };
  const first = rows.map((row) => ({ id: run.summary(row)?.topId ?? '', name: run.summary(row)?.topName ?? '' }));
  return decision === 'reject'
    ? { kind: 'reject-each', ids: first.map(({ id }) => id) }
    : { kind: 'accept', entities: first };
}
