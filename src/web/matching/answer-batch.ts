import type { Observe } from '../../foundation/observation.js';
import { SameasError } from '../../foundation/sameas-error.js';
import type { AnswerFormName } from '../../protocols/answer-forms.js';
import { keyedJson } from '../../protocols/keyed-json.js';
import { asksNothing } from '../../protocols/read-query.js';
import type { BatchEntry } from '../../protocols/read-query-batch.js';
import type { RenderedOutcome } from '../../reconciliation/batch-executor.js';
import type { ReconciliationQuery } from '../../reconciliation/reconciliation-query.js';
import type { Exchange } from '../exchange.js';
import { DEFAULT_MAX_WAITING_QUERIES } from '../web-options.js';
import { readOwnAddresses } from './own-addresses.js';

/** Computes batches, and single queries by `one`; both give finished JSON text. Throw `not-ready` and `too-many-requests`. */
export interface AnswerBatch {
  (exchange: Exchange, entries: readonly BatchEntry[], form: AnswerFormName): Promise<string>;
  /** Throws the fault of the query, too: there is no key to keep it under. */
  readonly one: (exchange: Exchange, query: ReconciliationQuery, form: AnswerFormName) => Promise<string>;
  /** One outcome a query, in order. */
  readonly outcomes: (exchange: Exchange, queries: readonly ReconciliationQuery[], form: AnswerFormName) => Promise<readonly RenderedOutcome[]>;
}

const NO_CANDIDATES = '{"result":[]}';

/**
 * Batches for one app, which counts how many queries are under way over all its requests.
 *
 * The answer to a batch has exactly its keys. A faulty query has `error` in place of `result`: clients take a missing `result` for the failure
 * that it is, where an empty one would say that there is no such entity.
 */
export function createAnswerBatch(observe: Observe): AnswerBatch {
  let underWay = 0;

  async function outcomes(exchange: Exchange, queries: readonly ReconciliationQuery[], form: AnswerFormName): Promise<readonly RenderedOutcome[]> {
    const { batches, snapshot } = exchange.served();
    if (queries.length === 0) return [];
    const most = exchange.limits.maxWaitingQueries ?? DEFAULT_MAX_WAITING_QUERIES;
    // A batch that comes alone is always taken, however large.
    if (underWay > 0 && underWay + queries.length > most) {
      throw new SameasError('too-many-requests', 'Too many queries are waiting to be answered.', {
        facts: { waiting: underWay, limit: most },
        advice: 'Send the same request again in a few seconds.',
      });
    }
    underWay += queries.length;
    try {
      const computed = await batches.execute(readOwnAddresses(exchange, snapshot, queries), form);
      for (const outcome of computed) if (outcome.kind === 'failed') observe({ kind: 'query-failed', error: outcome.error });
      return computed;
    } finally {
      underWay -= queries.length;
    }
  }

  async function answerBatch(exchange: Exchange, entries: readonly BatchEntry[], form: AnswerFormName): Promise<string> {
    const asked = entries.flatMap((entry) => (entry.kind === 'asked' && !asksNothing(entry.query) ? [entry] : []));
    const computed = await outcomes(
      exchange,
      asked.map((entry) => entry.query),
      form,
    );
    const faulty = entries.flatMap((entry) => (entry.kind === 'faulty' ? [entry.error] : []));
    if (faulty[0] !== undefined) observe({ kind: 'queries-refused', queries: faulty.length, error: faulty[0] });
    const answers = new Map(asked.map((entry, i) => [entry.key, computed[i]]));
    return keyedJson(
      entries.map((entry) => {
        if (entry.kind === 'faulty') return [entry.key, renderFault(entry.error)];
        const outcome = answers.get(entry.key);
        if (outcome === undefined) return [entry.key, NO_CANDIDATES];
        return [entry.key, outcome.kind === 'answered' ? outcome.json : renderFault(outcome.error)];
      }),
    );
  }

  async function one(exchange: Exchange, query: ReconciliationQuery, form: AnswerFormName): Promise<string> {
    if (asksNothing(query)) return NO_CANDIDATES;
    const [outcome] = await outcomes(exchange, [query], form);
    if (outcome === undefined) throw new SameasError('internal', 'The query was not answered.');
    if (outcome.kind === 'failed') throw outcome.error;
    return outcome.json;
  }

  return Object.assign(answerBatch, { one, outcomes });
}

function renderFault({ code, message, advice }: SameasError): string {
  return JSON.stringify({ error: { code, message, ...(advice === undefined ? {} : { advice }) } });
}
