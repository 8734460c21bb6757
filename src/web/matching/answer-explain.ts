import { deadlineAfter } from '../../foundation/deadline.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { asksNothing } from '../../protocols/read-query.js';
import { readQueryOfAnyForm } from '../../protocols/read-query-of-any-form.js';
import type { DatasetSnapshot } from '../../reconciliation/dataset-snapshot.js';
import { explainCandidate } from '../../reconciliation/explain-candidate.js';
import { reconcile } from '../../reconciliation/reconcile.js';
import type { ReconciliationQuery } from '../../reconciliation/reconciliation-query.js';
import type { Exchange } from '../exchange.js';
import type { Reply } from '../reply.js';
import { explainPage } from '../pages/explain-page.js';
import { prefersPage } from '../prefers-page.js';
import { identifiersMeant } from '../request-parameters.js';
import { propertiesAsked } from './properties-asked.js';

const BEST_TIMEOUT_MS = 2_000;

/**
 * Why an entity has its score: parameters `query` (a name, or a query object of any version as JSON), `id` (without it, the best candidate),
 * `type`, and `property:ID` with a value of that property. JSON, or a page for a browser. Throws `parameter-missing`, `query-invalid`, `match-invalid` and `entity-unknown`.
 */
export function answerExplain(exchange: Exchange): Reply {
  const { snapshot } = exchange.served();
  const query = readAsked(exchange);
  const id = entityAsked(exchange, snapshot, query);
  const explanation = explainCandidate(snapshot, query, id);
  if (explanation === undefined) {
    throw new SameasError('entity-unknown', `There is no entity with the identifier "${id.slice(0, 200)}".`, { facts: { id: id.slice(0, 200) } });
  }
  if (prefersPage(exchange.accept)) {
    return explainPage(query, explanation, snapshot.dataset, exchange.baseUrl);
  }
  return { kind: 'json', json: JSON.stringify({ query, ...explanation }), cache: 'checked' };
}

function readAsked({ parameters }: Exchange): ReconciliationQuery {
  const sent = parameters.get('query');
  const properties = propertiesAsked(parameters);
  const read = sent === undefined ? undefined : readQueryOfAnyForm(sent);
  const query = read === undefined ? undefined : { ...read, properties: [...read.properties, ...properties] };
  if (query === undefined || asksNothing(query)) {
    throw new SameasError('parameter-missing', 'The parameter "query" is required.', { advice: 'Send a name as query=…, and an identifier as id=…' });
  }
  const types = parameters.all('type').filter((type) => type !== '');
  return types.length === 0 ? query : { ...query, types };
}

function entityAsked(exchange: Exchange, snapshot: DatasetSnapshot, query: ReconciliationQuery): string {
  const asked = identifiersMeant(exchange.queryString).filter((id) => id.trim() !== '');
  const known = asked.find((id) => snapshot.dataset.entities.ordinalOf(id) >= 0) ?? asked[0];
  if (known !== undefined) return known;
  const outcome = reconcile(snapshot, { ...query, limit: 1 }, deadlineAfter(BEST_TIMEOUT_MS));
  if (outcome.kind === 'failed') throw outcome.error;
  const [best] = outcome.candidates;
  if (best === undefined) throw new SameasError('entity-unknown', 'Nothing in the list is like what was asked, so there is no candidate to explain.', { advice: 'To see what speaks against an entity, choose it on the page about this service, or add its identifier to the address as id=…' });
  return best.id;
}
