import type { DatasetSnapshot } from '../scoring/snapshot.js';
import { SameasError } from '../foundation/sameas-error.js';
import { sentence } from '../foundation/message.js';
import type { Exchange } from './exchange.js';
import type { Reply } from './reply.js';

/** That the process lives and answers; and that an older state of the list is served than there is, when the last load failed. */
export function answerHealth(exchange: Exchange): Reply {
  return {
    kind: 'json',
    json: JSON.stringify({ status: 'ok', ...indexOf(exchange), ...failureOf(exchange), ...clusterOf(exchange) }),
    cache: 'never',
  };
}

/** What candidates are found by, once there is a dataset. */
function indexOf(exchange: Exchange): { readonly candidateIndex?: DatasetSnapshot['candidateIndex']['name'] } {
  try {
    return { candidateIndex: exchange.served().snapshot.candidateIndex.name };
  } catch {
    return {}; // there is no dataset yet, which /ready is for
  }
}

/** When and why the last load failed. Who asks may be anybody: the log has the words. */
function failureOf(exchange: Exchange): { readonly loadFailed?: { readonly at: string; readonly code: string } } {
  try {
    const { loadFailure } = exchange.served();
    return loadFailure === undefined
      ? {}
      : { loadFailed: { at: loadFailure.at.toISOString(), code: loadFailure.code } };
  } catch {
    return {}; // there is no dataset yet, which /ready is for
  }
}

/** Whether the search cluster answers, where the dataset is in one. */
function clusterOf(exchange: Exchange): { readonly searchCluster?: 'answers' | 'unavailable' } {
  try {
    const { clusterAnswers } = exchange.served();
    return clusterAnswers === undefined ? {} : { searchCluster: clusterAnswers ? 'answers' : 'unavailable' };
  } catch {
    return {};
  }
}

/** That there is a dataset to answer from. Throws `not-ready` while there is none, and `search-cluster-unavailable` while the search cluster that holds it does not answer. */
export function answerReadiness(exchange: Exchange): Reply {
  const { snapshot, clusterAnswers } = exchange.served();
  if (clusterAnswers === false)
    throw new SameasError('search-cluster-unavailable', 'The search cluster that holds the dataset does not answer.', {
      advice: sentence('Try again in a few seconds.'),
    });
  const { dataset, id } = snapshot;
  return {
    kind: 'json',
    json: JSON.stringify({
      status: 'ready',
      name: dataset.metadata.name,
      entities: dataset.entities.size,
      snapshot: id,
    }),
    cache: 'never',
  };
}
