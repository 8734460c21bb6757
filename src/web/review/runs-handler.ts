import { rm } from 'node:fs/promises';
import { SameasError } from '../../foundation/sameas-error.js';
import { statusOf } from '../error-status.js';
import type { Exchange, RouteHandler } from '../exchange.js';
import { matchPage } from '../pages/review/match-page.js';
import type { Reply } from '../reply.js';
import { answerBulk, answerJudgment } from './answer-judgment.js';
import { answerOutput } from './answer-output.js';
import { answerReview, answerRunTable } from './answer-review.js';
import { answerCancel, answerColumns, answerDeletion, answerMeasure, answerRun, answerStart, answerTeaching } from './answer-run.js';
import type { RunExchange } from './run-context.js';
import type { RunsWeb } from './runs-web.js';

/** What is asked of a run, by method and the rest of its address. */
const ACTIONS: Readonly<Record<string, (asked: RunExchange) => Reply | Promise<Reply>>> = {
  'GET ': answerRun,
  'POST columns': answerColumns,
  'POST start': answerStart,
  'POST cancel': answerCancel,
  'POST delete': answerDeletion,
  'GET review': answerReview,
  'POST judge': answerJudgment,
  'GET table': answerRunTable,
  'POST bulk': answerBulk,
  'GET measure': answerMeasure,
  'POST teach': answerTeaching,
  'GET file': answerOutput,
};

/** `/runs`: the tables that are kept, and a form for another one. A table that cannot be read leaves the form as it was, with what is wrong beside the field. */
export function createRunsHandler(web: RunsWeb): RouteHandler {
  return async (exchange) => {
    const { dataset } = exchange.served().snapshot;
    if (exchange.method !== 'POST') return matchPage(exchange, dataset, { runs: await web.runs.list(), isKept: web.runs.isKept });
    try {
      return await createRun(exchange, web);
    } catch (thrown) {
      if (!(thrown instanceof SameasError) || thrown.kind === 'internal') throw thrown;
      return matchPage(exchange, dataset, { runs: await web.runs.list(), isKept: web.runs.isKept, fault: thrown, status: statusOf(thrown.kind) });
    }
  };
}

async function createRun({ files, parameters, served, baseUrl, client }: Exchange, { runs, tables, turns }: RunsWeb): Promise<Reply> {
  const file = files.get('file');
  const names = parameters.get('names') ?? '';
  if (file === undefined && names.trim() === '') throw new SameasError('parameter-missing', 'There are no names to match.', { advice: 'Paste names or cells, or choose a file.' });
  const sent = file === undefined ? { name: 'Pasted table', content: Buffer.from(names) } : { name: file.name === '' ? 'File' : file.name, content: file.content };
  const { snapshot } = served();
  const given = (name: string): string | undefined => parameters.get(name)?.trim() || undefined;
  return turns.run(client, async () => {
    const { id, folder } = await runs.newRun();
    try {
      return await tables.run({ kind: 'keep', sent, type: given('type'), encoding: given('encoding'), id, folder, baseUrl }, snapshot);
    } catch (thrown) {
      // A thread that was ended leaves what it had begun.
      await rm(folder, { recursive: true, force: true });
      throw thrown;
    }
  });
}

/** Everything below `/runs/ID`. */
export function createRunHandler(web: RunsWeb): RouteHandler {
  return async (exchange) => {
    const [id = '', ...rest] = exchange.rawPath.replace(/^\//, '').split('/');
    const method = exchange.method === 'HEAD' ? 'GET' : exchange.method;
    const answer = ACTIONS[`${method} ${rest.join('/')}`];
    if (answer === undefined) {
      throw new SameasError('route-unknown', 'There is nothing at this address.', { advice: 'Go to the table that is matched, and on from there.' });
    }
    const run = await web.runs.open(id);
    return answer({ exchange, web, run, dataset: exchange.served().snapshot.dataset, address: `${exchange.baseUrl}/runs/${id}` });
  };
}
