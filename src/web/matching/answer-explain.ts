import { SameasError } from '../../foundation/sameas-error.js';
import { explanationInEnglish } from '../../describe/explanation-in-english.js';
import { sentence } from '../../foundation/message.js';
import { asksNothing } from '../../protocols/read-query.js';
import { readQueryOfAnyForm } from '../../protocols/read-message.js';
import { refuseCostlyJson } from '../../protocols/refuse-costly-messages.js';
import type { ReconciliationQuery } from '../../scoring/query.js';
import type { Exchange, RouteHandler } from '../exchange.js';
import { explainPage } from '../pages/explain-page.js';
import { prefersPage } from '../content-negotiation.js';
import { idsFromRequest } from '../request-parameters.js';
import type { AnswerBatch } from './answer-batch.js';
import { propertiesAsked } from '../pages/query-fields.js';

/**
 * The handler of explanations of an entity's score: parameters `query` (a name, or a query object of any version as
 * JSON), `id` (default: the best candidate), `type`, and `property:ID` with a value of that property. JSON, or a page
 * for a browser. Throws `parameter-missing`, `query-invalid`, `match-invalid` and `entity-unknown`.
 */
export function createExplainHandler(answerBatch: AnswerBatch): RouteHandler {
  return async (exchange) => {
    const { read } = exchange.served();
    const query = readAsked(exchange);
    const explanation = await answerBatch.explain(exchange, {
      query,
      ids: idsFromRequest(exchange.queryString).filter((id) => id.trim() !== ''),
    });
    if (prefersPage(exchange)) return read(({ dataset }) => explainPage(query, explanation, dataset, exchange));
    return { kind: 'json', json: JSON.stringify({ query, ...explanationInEnglish(explanation) }), cache: 'checked' };
  };
}

function readAsked({ parameters }: Exchange): ReconciliationQuery {
  const sent = parameters.get('query');
  const properties = propertiesAsked(parameters);
  if (sent !== undefined) refuseCostlyJson(sent);
  const read = sent === undefined ? undefined : readQueryOfAnyForm(sent);
  const query = read === undefined ? undefined : { ...read, properties: [...read.properties, ...properties] };
  if (query === undefined || asksNothing(query)) {
    throw new SameasError('parameter-missing', sentence('There is no name to explain.'), {
      advice: 'Send a name as `query`, and the identifier of an entity as `id`.',
    });
  }
  const types = parameters.all('type').filter((type) => type !== '');
  return types.length === 0 ? query : { ...query, types };
}
