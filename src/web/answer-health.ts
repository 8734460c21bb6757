import type { DatasetSnapshot } from '../scoring/snapshot.js';
import { SameasError } from '../foundation/sameas-error.js';
import { sentence } from '../foundation/message.js';
import type { Exchange, Reply } from './exchange.js';

/** Liveness, and whether an older state of the dataset is served because the last load failed. */
export function answerHealth(exchange: Exchange): Reply {
  return {
    kind: 'json',
    json: JSON.stringify({ status: 'ok', ...indexOf(exchange), ...failureOf(exchange), ...clusterOf(exchange) }),
    cache: 'never',
  };
}

function indexOf(exchange: Exchange): { readonly candidateIndex?: DatasetSnapshot['candidateIndex']['name'] } {
  try {
    return { candidateIndex: exchange.served().snapshot.candidateIndex.name };
  } catch {
    return {}; // no dataset yet: see /ready
  }
}

/** Time and code of the last failed load. Anybody may ask, so the message is in the log alone. */
function failureOf(exchange: Exchange): { readonly loadFailed?: { readonly at: string; readonly code: string } } {
  try {
    const { loadFailure } = exchange.served();
    return loadFailure === undefined
      ? {}
      : { loadFailed: { at: loadFailure.at.toISOString(), code: loadFailure.code } };
  } catch {
    return {}; // no dataset yet: see /ready
  }
}

function clusterOf(exchange: Exchange): { readonly searchCluster?: 'answers' | 'unavailable' } {
  try {
    const { clusterAnswers } = exchange.served();
    return clusterAnswers === undefined ? {} : { searchCluster: clusterAnswers ? 'answers' : 'unavailable' };
  } catch {
    return {};
  }
}

/**
 * Readiness. Throws `not-ready` while there is no dataset, and `search-cluster-unavailable` while its search cluster
 * does not answer.
 */
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
