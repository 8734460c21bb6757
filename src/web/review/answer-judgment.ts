import { findEntity } from '../../entities/entity-store.js';
import { SameasError } from '../../foundation/sameas-error.js';
import type { RowDecision } from '../../review/judgments.js';
import type { JudgmentLine } from '../../review/run-record.js';
import { bulkRows, nextRow, undecidedRows } from '../../review/select-rows.js';
import { reviewPage } from '../pages/review/review-page.js';
import type { Reply } from '../reply.js';
import { reviewContent } from './answer-review.js';
import { placeQuery, readReviewPlace } from './review-place.js';
import type { RunExchange } from './run-context.js';
import { undoneWords } from './undone-words.js';

/**
 * Takes a judgment: `decision` (match, none, reject, undo), `row`, `id` of the entity, `version` of the row as it was seen, and `alone=yes` where the rows that ask the same are not
 * meant. Shows the next row. A row that somebody else has judged since is shown again, and nothing is taken. Throws `judgment-invalid`.
 */
export async function answerJudgment(asked: RunExchange): Promise<Reply> {
  const { exchange, run } = asked;
  const { parameters } = exchange;
  const place = readReviewPlace(parameters, 'open');
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
      message: 'Somebody else has judged this row in the meantime. Look at it again; what you decide now counts.',
      status: 409,
    });
  }
  await exchange.record({
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
  throw new SameasError('judgment-invalid', 'There is no such row in the table.', {
    advice: 'Go back to the review, and judge a row that it shows.',
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
      id === '' ? 'No entity was chosen.' : `There is no entity with the identifier “${id.slice(0, 200)}”.`,
      { advice: 'Choose a candidate, or search for another entity.' },
    );
  if (decision === 'match') return { kind: 'match', id: entity.id, name: entity.name };
  if (decision === 'reject') return { kind: 'reject', id: entity.id };
  throw new SameasError('judgment-invalid', 'This judgment is not known.', {
    advice: 'Accept or reject a candidate, or say that none of them is meant.',
  });
}

/** Takes back the last judgment of this window, and shows its row. */
async function undo(asked: RunExchange): Promise<Reply> {
  const { exchange, run } = asked;
  const place = readReviewPlace(exchange.parameters, 'open');
  let line: JudgmentLine | undefined;
  await run.judge(() => {
    line = run.judgments.last(place.tab);
    if (line === undefined) return undefined;
    const judgment = { kind: 'undo' as const, number: line.number };
    return { at: new Date().toISOString(), by: place.by, tab: place.tab, rows: [], judgment };
  });
  if (line === undefined) return showNext(asked, nextRow(run, place.filter));
  await exchange.record({
    action: 'take back judgment',
    target: run.record.id,
    by: place.by,
    before: { row: line.rows[0], equalRows: line.rows.length - 1, judgment: line.judgment },
  });
  if (exchange.parameters.get('back') === 'table')
    return { kind: 'redirect', address: `${asked.address}/table?${placeQuery(place, { undone: line.number })}` };
  return showNext(asked, line.rows[0], line.number);
}

/** The next row: at once for the script, by another address for a form, so that a reload judges nothing again. */
async function showNext(asked: RunExchange, row: number | undefined, undone?: number): Promise<Reply> {
  const { exchange, address } = asked;
  const place = readReviewPlace(exchange.parameters, 'open');
  if (exchange.parameters.get('part') === 'review')
    return reviewPage(asked, await reviewContent(asked, place, row), {
      isPart: true,
      undone: await undoneWords(asked, undone),
    });
  return { kind: 'redirect', address: `${address}/review?${placeQuery(place, row === undefined ? {} : { row })}` };
}

/** Judges the undecided rows that the filter holds at once: `decision=none` says that they are not in the dataset; else their first candidates with a probability of at least `atLeast` percent are accepted. */
export async function answerBulk(asked: RunExchange): Promise<Reply> {
  const { exchange, run, address } = asked;
  const isNone = exchange.parameters.get('decision') === 'none';
  const percent = isNone ? 0 : Number(exchange.parameters.get('atLeast') ?? 'none');
  if (!(percent >= 0 && percent <= 100))
    throw new SameasError('parameter-invalid', 'The probability must be a number from 0 to 100.', {
      facts: { parameter: 'atLeast' },
    });
  const place = readReviewPlace(exchange.parameters);
  const taken = await run.judge(() => {
    const rows = isNone ? undecidedRows(run, place.filter) : bulkRows(run, place.filter, percent / 100);
    if (rows.length === 0) return undefined;
    const entities = rows.map((row) => ({ id: run.summary(row)?.topId ?? '', name: run.summary(row)?.topName ?? '' }));
    const judgment = isNone ? { kind: 'none' as const, inBulk: true as const } : { kind: 'accept' as const, entities };
    return { at: new Date().toISOString(), by: place.by, tab: place.tab, rows: [...rows], judgment };
  });
  const rows = taken?.rows.length ?? 0;
  if (rows > 0) {
    await exchange.record({
      action: isNone ? 'judge rows' : 'accept first candidates',
      target: run.record.id,
      by: place.by,
      after: isNone ? { rows, judgment: { kind: 'none' } } : { atLeastPercent: percent, rows },
    });
  }
  return {
    kind: 'redirect',
    address: `${address}/table?${placeQuery(place, { [isNone ? 'absent' : 'accepted']: rows })}`,
  };
}
