import type { Exchange } from './exchange.js';
import type { Reply } from './reply.js';

/** That the process lives and answers; and that an older state of the list is served than there is, when the last load failed. */
export function answerHealth(exchange: Exchange): Reply {
  return { kind: 'json', json: JSON.stringify({ status: 'ok', ...failureOf(exchange) }), cache: 'never' };
}

/** When and why the last load failed. Who asks may be anybody: the log has the words. */
function failureOf(exchange: Exchange): { readonly loadFailed?: { readonly at: string; readonly code: string } } {
  try {
    const { loadFailure } = exchange.served();
    return loadFailure === undefined ? {} : { loadFailed: { at: loadFailure.at.toISOString(), code: loadFailure.code } };
  } catch {
    return {}; // there is no dataset yet, which /ready is for
  }
}

/** That there is a dataset to answer from. Throws `not-ready` while there is none. */
export function answerReadiness(exchange: Exchange): Reply {
  const { snapshot } = exchange.served();
  const { dataset, id } = snapshot;
  return { kind: 'json', json: JSON.stringify({ status: 'ready', name: dataset.metadata.name, entities: dataset.entities.size, snapshot: id }), cache: 'never' };
}
