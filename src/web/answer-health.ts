import type { Exchange } from './exchange.js';
import type { Reply } from './reply.js';

/** That the process lives and answers; says nothing about the dataset. */
export function answerHealth(): Reply {
  return { kind: 'json', json: '{"status":"ok"}', cache: 'never' };
}

/** That there is a dataset to answer from. Throws `not-ready` while there is none. */
export function answerReadiness(exchange: Exchange): Reply {
  const { snapshot } = exchange.served();
  const { dataset, id } = snapshot;
  return { kind: 'json', json: JSON.stringify({ status: 'ready', name: dataset.metadata.name, entities: dataset.entities.size, snapshot: id }), cache: 'never' };
}
