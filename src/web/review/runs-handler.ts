import { rm } from 'node:fs/promises';
import { SameasError } from '../../foundation/sameas-error.js';
import { sentence } from '../../foundation/message.js';
import { describeService } from '../../protocols/describe-service.js';
import { mostKept } from '../../input/refuse-large-text.js';
import { statusOf } from '../request-errors.js';
import type { Exchange, Reply, RouteHandler } from '../exchange.js';
import { matchPage } from '../pages/review/match-page.js';
import { begunRuns } from './begun-runs.js';
import { DEFAULT_LIMITS } from '../clients/client-budgets.js';
import { answerBulk, answerJudgment } from './answer-judgment.js';
import { answerHistory, answerReview, answerRunTable } from './answer-review.js';
import {
  answerCancel,
  answerColumns,
  answerDeletion,
  answerMeasure,
  answerReopening,
  answerRun,
  answerStart,
  answerTeaching,
} from './answer-run.js';
import type { RunExchange, RunsWeb } from './runs-web.js';
import { tableIn } from '../matching/table-task.js';

/** Actions on a run, by method and the rest of its address. */
const ACTIONS: Readonly<Record<string, (asked: RunExchange) => Reply | Promise<Reply>>> = {
  'GET ': answerRun,
  'POST columns': answerColumns,
  'POST start': answerStart,
  'POST cancel': answerCancel,
  'POST reopen': answerReopening,
  'POST delete': answerDeletion,
  'GET review': answerReview,
  'POST judge': answerJudgment,
  'GET table': answerRunTable,
  'POST bulk': answerBulk,
  'GET history': answerHistory,
  'GET measure': answerMeasure,
  'POST teach': answerTeaching,
  'GET file': answerOutput,
};

/**
 * `/runs`: kept tables, and a form for another one. A table that cannot be read leaves the form as it was, with an
 * error at the field.
 */
export function createRunsHandler(web: RunsWeb): RouteHandler {
  return async (exchange) => {
    const { dataset } = exchange.served().snapshot;
    const begun = (): ReturnType<typeof begunRuns> =>
      begunRuns([{ dataset: exchange.baseUrl, list: dataset.metadata.name, runs: web.runs }]);
    if (exchange.method !== 'POST')
      return matchPage(exchange, dataset, { runs: await begun(), isKept: web.runs.isKept });
    try {
      return await createRun(exchange, web);
    } catch (thrown) {
      if (!(thrown instanceof SameasError) || thrown.kind === 'internal') throw thrown;
      return matchPage(exchange, dataset, {
        runs: await begun(),
        isKept: web.runs.isKept,
        fault: thrown,
        status: statusOf(thrown.kind),
      });
    }
  };
}

async function createRun(
  { body: { files, formFile }, parameters, served, baseUrl, client, limits, access }: Exchange,
  { runs, tables, turns }: RunsWeb,
): Promise<Reply> {
  const most = mostKept(
    limits.maxTableRows ?? DEFAULT_LIMITS.maxTableRows,
    limits.maxTableBytes ?? DEFAULT_LIMITS.maxTableBytes,
  );
  if (formFile instanceof SameasError) {
    if (formFile.code !== 'body-too-large') throw formFile;
    throw new SameasError(
      'table-too-large',
      sentence('The table is longer than {n} MB.', { n: String(Math.floor(most.bytes / 1024 / 1024)) }),
      {
        advice: sentence('Send it in parts, or let `sameas match` match it, which takes files of any length.'),
        cause: formFile,
      },
    );
  }
  const sent = formFile ?? tableIn(files.get('file'), parameters.get('names') ?? '');
  const { snapshot } = served();
  const given = (name: string): string | undefined => parameters.get(name)?.trim() || undefined;
  return turns.run(client, async () => {
    const { id, folder } = await runs.newRun();
    try {
      const reply = await tables.keep(
        { sent, type: given('type'), encoding: given('encoding'), most, id, folder, baseUrl },
        snapshot,
      );
      await access.record({ action: 'send table', target: id });
      return reply;
    } catch (thrown) {
      // A thread that was ended leaves unfinished files.
      await rm(folder, { recursive: true, force: true });
      throw thrown;
    }
  });
}

/** Everything below `/runs/ID`. */
export function createRunHandler(web: RunsWeb): RouteHandler {
  return async (exchange, path = '') => {
    // Generated clients encode slashes after a parameter of the path.
    const [id = '', ...rest] = path.replace(/^\//, '').split(/\/|%2F/i);
    const method = exchange.method === 'HEAD' ? 'GET' : exchange.method;
    const answer = ACTIONS[`${method} ${rest.join('/')}`];
    if (answer === undefined) {
      throw new SameasError('route-unknown', sentence('There is nothing at this address.'), {
        advice: sentence('Go to the table that is matched, and on from there.'),
      });
    }
    const run = await web.runs.open(id);
    return answer({
      exchange,
      web,
      run,
      dataset: exchange.served().snapshot.dataset,
      address: `${exchange.baseUrl}/runs/${id}`,
    });
  };
}

/**
 * The reviewed table as a file, in the form `as`. Written on a thread, for it may be long. Errors: those of
 * `writeOutput`, `table-too-large` and `too-many-requests`.
 */
function answerOutput({ exchange, web, run }: RunExchange): Promise<Reply> {
  const { snapshot } = exchange.served();
  const { identifierSpace, schemaSpace } = describeService(snapshot, exchange.baseUrl, exchange.limits.batchSize);
  return web.turns.run(exchange.client, () =>
    web.tables.write(
      {
        record: run.record,
        folder: run.folder,
        saved: run.saved,
        as: exchange.parameters.get('as') ?? 'csv',
        softwareVersion: web.softwareVersion,
        space: { identifierSpace, schemaSpace, service: `${exchange.baseUrl}/` },
      },
      snapshot,
    ),
  );
}
