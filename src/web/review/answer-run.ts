import { setImmediate as nextTurn } from 'node:timers/promises';
import { findEntity } from '../../entities/entity-store.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { reconcileRows } from '../../input/reconcile-rows.js';
import { WITHOUT_REASONS } from '../../describe/answer.js';
import type { AnsweredRow } from '../../input/answered-row.js';
import type { MatchingRun, ReviewedRow } from '../../review/matching-run.js';
import {
  KEPT_CANDIDATES,
  type LearnedTable,
  type RunColumns,
  type RunRecord,
  readLearnedTable,
} from '../../review/run-record.js';
import { type MeasuredRow, certaintyIn, measureRows } from '../../review/measure.js';
import { UNLIKELY_REASONS } from '../../input/row-summary.js';
import { columnsChosen } from '../../review/run-columns.js';
import { type TableEvidence, evidenceOf } from '../../input/certainty.js';
import { undecidedRows } from '../../review/select-rows.js';
import {
  type TaughtAlias,
  addTaughtAliases,
  aliasesTaughtBy,
  removeTaughtAliases,
  taughtAliases,
} from '../../review/taught-aliases.js';
import { type ColumnAgreement, measurePage } from '../pages/review/measure-page.js';
import { preparedPage } from '../pages/review/prepared-page.js';
import { type NamesToTeach, type TaughtName, type UnlikelyRows, runPage } from '../pages/review/run-page.js';
import type { Reply } from '../exchange.js';
import type { RunExchange } from './runs-web.js';
import { appendAll } from '../../foundation/append-all.js';
import { sentence } from '../../foundation/message.js';

const PREVIEWED = 10;
/** Aliases that the audit log names; the file of aliases has all of them. */
const MAX_RECORDED = 100;

/** The page of a run: its columns and a preview before it is matched, then progress and further steps. */
export async function answerRun(asked: RunExchange): Promise<Reply> {
  const { run } = asked;
  if (run.record.status === 'prepared') return previewPage(asked);
  if (run.record.status === 'matching' && run.fault === undefined) return runPage(asked);
  const evidence = evidenceIn(run.record, await readLearnedTable(run.folder));
  const measured = await measuredRows(run);
  return runPage(asked, {
    names: await namesToTeach(asked),
    unlikely: await unlikelyRows(
      asked,
      measured.filter(({ isUnlikely }) => isUnlikely),
      evidence,
    ),
    certainty: run.record.status === 'done' ? certaintyIn(measured, evidence) : undefined,
  });
}

/** Examples of rows that are probably not in the dataset. */
const SAMPLES = 3;

async function unlikelyRows(
  { run, dataset }: RunExchange,
  measured: readonly MeasuredRow[],
  evidence: TableEvidence,
): Promise<UnlikelyRows> {
  const rows = undecidedRows(run, { state: 'unlikely' });
  const { value, low, high } = certaintyIn(measured, evidence).missed;
  // Judged rows narrow the range, but are not among the rest.
  const found = measured.reduce(
    (sum, { found: judged, count = 1 }) => (judged === undefined || judged === 'none' ? sum : sum + count),
    0,
  );
  // Spread over the table.
  const shown = Array.from({ length: SAMPLES }, (_, i) => rows[Math.floor(((i + 0.5) * rows.length) / SAMPLES)] ?? -1);
  return {
    samples: await run.rowsAt(
      [...new Set(shown)].filter((row) => row >= 0),
      dataset,
    ),
    missed: { value: value - found, low: low - found, high: high - found },
  };
}

async function previewPage(asked: RunExchange, fault?: SameasError): Promise<Reply> {
  const answered = await preview(asked);
  return asked.exchange.served().read(({ dataset }) => preparedPage({ ...asked, dataset }, answered, fault));
}

async function preview({ exchange, run, web, dataset }: RunExchange): Promise<readonly AnsweredRow[]> {
  const rows = await run.rows(0, PREVIEWED, dataset);
  const answered: AnsweredRow[] = [];
  await reconcileRows(
    (queries) => web.answerBatch.outcomes(exchange, queries, WITHOUT_REASONS, { waits: true }),
    rows.map(({ question }) => question),
    { limit: KEPT_CANDIDATES, type: run.record.type, dataset },
    (more) => {
      appendAll(answered, more);
      return Promise.resolve();
    },
  );
  return answered;
}

/** Sets the meanings of the columns, and shows the preview again; `then=start` begins matching. */
export async function answerColumns(asked: RunExchange): Promise<Reply> {
  const { exchange, run, web, address } = asked;
  try {
    await run.change(
      columnsSent(asked),
      exchange.parameters.get('type') || undefined,
      exchange.parameters.get('learning') === 'yes',
    );
  } catch (thrown) {
    if (!(thrown instanceof SameasError) || thrown.code !== 'parameter-invalid') throw thrown;
    return previewPage(asked, thrown);
  }
  if (exchange.parameters.get('then') === 'start') await web.runs.start(run);
  return { kind: 'redirect', address };
}

function columnsSent({ exchange: { parameters }, run, dataset }: RunExchange): RunColumns {
  return columnsChosen(run.record, (column) => parameters.get(`column:${String(column)}`) ?? '', dataset);
}

/** Begins or resumes matching. */
export async function answerStart({ web, run, address }: RunExchange): Promise<Reply> {
  await web.runs.start(run);
  return { kind: 'redirect', address };
}

/** Discards matches, but not judgments, so that the columns can be changed. */
export async function answerReopening({ exchange, run, address }: RunExchange): Promise<Reply> {
  const before = { matchedRows: run.matchedRows };
  await run.reopen();
  await exchange.access.record({ action: 'match table again', target: run.record.id, before });
  return { kind: 'redirect', address };
}

/** Ends the matching; existing matches stay. */
export async function answerCancel({ run, address }: RunExchange): Promise<Reply> {
  await run.cancel();
  return { kind: 'redirect', address };
}

/** Deletes the table with all judgments, if `sure=yes`. */
export async function answerDeletion({ web, run, exchange, address }: RunExchange): Promise<Reply> {
  if (exchange.parameters.get('sure') !== 'yes') return { kind: 'redirect', address };
  const before = { headings: run.record.headings, matchedRows: run.matchedRows };
  await web.runs.remove(run.record.id);
  await exchange.access.record({ action: 'delete table', target: run.record.id, before });
  return { kind: 'redirect', address: `${exchange.baseUrl}/runs` };
}

/** Quality of the matching, by the judgments so far. */
export async function answerMeasure(asked: RunExchange): Promise<Reply> {
  const { run } = asked;
  const learned = await readLearnedTable(run.folder);
  return measurePage(asked, {
    measure: measureRows(await measuredRows(run), evidenceIn(run.record, learned)),
    agreements: await agreements(asked),
    learned,
  });
}

function evidenceIn({ columns }: RunRecord, learned: LearnedTable | undefined): TableEvidence {
  return evidenceOf(learned !== undefined && learned !== 'nothing', columns.properties);
}

/** Rows counted between turns of other requests: some milliseconds of work. */
const COUNTED_AT_ONCE = 10_000;

/** Equal rows, and whether they are probably not in the dataset. */
type CountedRow = MeasuredRow & { count: number; readonly isUnlikely: boolean };

/** All matched rows, equal ones as one. */
async function measuredRows(run: MatchingRun): Promise<readonly CountedRow[]> {
  const counted = new Map<string, CountedRow>();
  for (let row = 0; row < run.matchedRows; row++) {
    if (row % COUNTED_AT_ONCE === 0) await nextTurn();
    const { reason = 'nothing', probability = 0, topId = '' } = run.summary(row) ?? {};
    const { decision } = run.judgments.of(row);
    // No person looked at rows that were accepted at once.
    const found =
      decision === undefined || decision.inBulk
        ? undefined
        : decision.kind === 'none'
          ? 'none'
          : decision.id === topId
            ? 'first'
            : 'other';
    const isMatched = reason === 'match';
    const isUnlikely = UNLIKELY_REASONS.has(reason);
    const key = `${String(probability)} ${String(isMatched)} ${String(isUnlikely)} ${String(found)}`;
    const known = counted.get(key);
    if (known === undefined) counted.set(key, { probability, isMatched, isUnlikely, found, count: 1 });
    else known.count++;
  }
  return [...counted.values()];
}

/** Agreement of each column in rows that a person has matched. */
async function agreements(asked: RunExchange): Promise<readonly ColumnAgreement[]> {
  const { run } = asked;
  const counts = run.record.columns.properties.map(({ column, property }) => ({
    heading: run.record.headings[column] ?? property,
    property,
    agreed: 0,
    compared: 0,
  }));
  for (const { decision, answer } of await decidedRows(asked)) {
    const candidate = answer.candidates.find(({ id }) => id === decision?.id);
    for (const count of counts) {
      // The weight of evidence, 0 where a value is missing.
      const weight = Number(candidate?.features.find(({ id }) => id === `property:${count.property}`)?.value ?? 0);
      if (weight !== 0) count.compared++;
      if (weight > 0) count.agreed++;
    }
  }
  return counts;
}

/**
 * Rows decided one by one, with all that is known of them. Those accepted at once may be most of the table, and no
 * person has looked at them.
 */
function decidedRows({ run, dataset }: RunExchange): Promise<readonly ReviewedRow[]> {
  const rows = [...run.judgments.rows()].filter((row) => run.judgments.of(row).decision?.inBulk === false);
  return run.rowsAt(
    rows.sort((a, b) => a - b),
    dataset,
  );
}

async function namesToTeach(asked: RunExchange): Promise<NamesToTeach | undefined> {
  const { web, dataset } = asked;
  if (web.teacher === undefined) return undefined;
  const rows = await decidedRows(asked);
  const nameOf = (alias: TaughtAlias): TaughtName => ({
    name: alias.name,
    entity: findEntity(dataset.entities, alias.id)?.name ?? alias.id,
  });
  return {
    offered: taughtAliases(rows, dataset).map(nameOf),
    taught: (await aliasesTaughtBy(web.teacher.file, rows)).map(nameOf),
  };
}

/**
 * Saves decisions of persons as aliases of the dataset, or with `decision=clear` removes them; the dataset is loaded
 * again.
 */
export async function answerTeaching(asked: RunExchange): Promise<Reply> {
  const { exchange, run, web, dataset, address } = asked;
  // It changes the answers to all clients, not the table alone.
  exchange.access.admit('administer');
  if (web.teacher === undefined)
    throw new SameasError('route-unknown', sentence('This service keeps no aliases.'), {
      advice: sentence('Start it with a file of its own, or with --data-dir.'),
    });
  const { file, disk, reload } = web.teacher;
  const rows = await decidedRows(asked);
  const isClearing = exchange.parameters.get('decision') === 'clear';
  const aliases = isClearing ? await aliasesTaughtBy(file, rows) : taughtAliases(rows, dataset);
  const changed = await (isClearing ? removeTaughtAliases : addTaughtAliases)(file, aliases, disk);
  if (changed > 0) {
    await reload();
    const first = aliases.slice(0, MAX_RECORDED).map(({ name, id }) => ({ name, id }));
    await exchange.access.record({
      action: isClearing ? 'take back aliases' : 'teach aliases',
      target: run.record.id,
      ...(isClearing ? { before: { removed: changed, first } } : { after: { added: changed, first } }),
    });
  }
  return { kind: 'redirect', address: `${address}?${isClearing ? 'removed' : 'taught'}=${String(changed)}` };
}
