import { nearestWord } from '../../foundation/nearest-word.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { sentence } from '../../foundation/message.js';
import { WITHOUT_REASONS } from '../../describe/answer.js';
import { MAX_SENT, refuseLargeFile } from '../../input/refuse-large-text.js';
import type { SentFile } from '../bodies/read-form.js';
import type { FairShare } from '../clients/fair-share.js';
import type { Exchange, RouteHandler } from '../exchange.js';
import type { AnswerBatch } from './answer-batch.js';
import { TABLE_WAYS, type TableTask, type TableThreads, type TableWay } from './table-task.js';

export interface TableService {
  readonly answerBatch: AnswerBatch;
  readonly tables: TableThreads;
  readonly fair: FairShare;
}

/**
 * Matches a table of names for programs, such as `curl -F file=@names.csv`: fields `names` (text) or `file`, `type`,
 * `column` (heading of the names), `encoding`, `as` and `mark`. GET redirects to the page that matches tables. Throws
 * `table-invalid`, `table-too-large`, `parameter-missing`, `parameter-invalid` and `too-many-requests`.
 */
export function createTableHandler({ answerBatch, tables, fair }: TableService): RouteHandler {
  return async (exchange) => {
    const { snapshot } = exchange.served();
    if (exchange.method !== 'POST') return { kind: 'redirect', address: `${exchange.baseUrl}/runs` };
    const { parameters, client } = exchange;
    const sent = tableSent(exchange);
    // Before a thread is started for it.
    refuseLargeFile(sent.name, sent.content, MAX_SENT);
    const task: TableTask = {
      way: wayAsked(exchange),
      type: notEmpty(parameters.get('type')),
      column: notEmpty(parameters.get('column')),
      encoding: notEmpty(parameters.get('encoding')),
      sent,
      isMarked: parameters.get('mark') === 'yes',
    };
    const amount = { units: sent.content.byteLength, kind: 'characters' } as const;
    fair.tables.admit(client, amount);
    return fair.tables.run(
      client,
      () =>
        tables.match(
          task,
          snapshot,
          (queries) => answerBatch.outcomes(exchange, queries, WITHOUT_REASONS, { waits: true }),
          exchange.gone,
        ),
      { ...amount, gone: exchange.gone },
    );
  };
}

/** A file before the field for text, which a browser sends in any case. */
function tableSent({ body: { files }, parameters }: Exchange): SentFile {
  const file = files.get('file') ?? files.get('names');
  if (file !== undefined) return { name: file.name === '' ? 'The file' : file.name, content: file.content };
  const names = parameters.get('names') ?? '';
  if (names.trim() === '')
    throw new SameasError('parameter-missing', sentence('There are no names to match.'), {
      advice: 'Send names, one a line, or a table as `names`, or a file as `file`.',
    });
  return { name: 'The list of names', content: Buffer.from(names) };
}

function wayAsked({ parameters }: Exchange): TableWay {
  const sent = parameters.get('as') ?? '';
  if (sent === '') return 'csv';
  const way = TABLE_WAYS.find((one) => one === sent);
  if (way !== undefined) return way;
  const meant = nearestWord(sent.slice(0, 100), TABLE_WAYS);
  throw new SameasError('parameter-invalid', `The answers cannot be had as "${sent.slice(0, 100)}".`, {
    advice: meant === undefined ? `Send as=${TABLE_WAYS.join(', as=')}.` : `Did you mean as=${meant}?`,
    facts: { parameter: 'as' },
  });
}

function notEmpty(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text;
}
