import type { Entity } from '../../entities/entity.js';
import { findEntity } from '../../entities/entity-store.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { describeEntity } from '../../reconciliation/describe/describe-entity.js';
import type { Exchange } from '../exchange.js';
import type { Reply } from '../reply.js';
import { entityPage } from '../pages/entity-page.js';
import { featurePage } from '../pages/feature-page.js';
import { previewPage } from '../pages/preview-page.js';
import { identifiersMeant, spellings } from '../request-parameters.js';

/** The small page that clients show in a frame, for the parameter `id`. Throws `parameter-missing` and `entity-unknown`. */
export function answerPreview(exchange: Exchange): Reply {
  const { dataset } = exchange.served().snapshot;
  const entity = entityMeant(exchange, identifiersMeant(exchange.queryString));
  return { kind: 'page', html: previewPage(describeEntity(dataset, entity), exchange.baseUrl).text, cache: 'briefly' };
}

/** The page about an entity, for the parameter `id`. Throws like `answerPreview`. */
export function answerView(exchange: Exchange): Reply {
  return viewOf(exchange, identifiersMeant(exchange.queryString));
}

/** The same page at the address that the identifier space makes of an id: everything behind `/entity/` is the id. */
export function answerEntityAddress(exchange: Exchange): Reply {
  const piece = exchange.rawPath.replace(/^\//, '');
  const whole = exchange.queryString === '' ? [] : spellings(`${piece}?${exchange.queryString}`);
  // Browsers drop or add a slash at the end of addresses.
  return viewOf(exchange, [...whole, ...spellings(piece), ...spellings(piece.replace(/\/$/, ''))]);
}

/** The page about a feature of candidates, for the parameter `id`. Throws like `answerPreview`. */
export function answerFeature(exchange: Exchange): Reply {
  const { dataset } = exchange.served().snapshot;
  const ids = identifiersMeant(exchange.queryString);
  const [asked] = ids;
  if (asked === undefined) throw new SameasError('parameter-missing', 'The parameter "id" is required.', { advice: 'Send the identifier as id=…' });
  for (const id of ids) {
    const page = featurePage(id, dataset, exchange.baseUrl);
    if (page !== undefined) return { kind: 'page', html: page.text, cache: 'briefly' };
  }
  throw new SameasError('entity-unknown', `There is no feature with the identifier “${asked.slice(0, 200)}”.`, { facts: { id: asked.slice(0, 200) }, advice: 'The manifest of version 1.0-draft lists all features.' });
}

function viewOf(exchange: Exchange, ids: readonly string[]): Reply {
  const { dataset } = exchange.served().snapshot;
  const entity = entityMeant(exchange, ids);
  const described = describeEntity(dataset, entity);
  // A description is shortened everywhere else; here is room for all of it, unless one of the facts tells it.
  const isTold = described.facts.some(({ values }) => values.some(({ text }) => text === entity.description));
  const whole = entity.description === undefined || isTold ? described : { ...described, summary: entity.description };
  return { kind: 'page', html: entityPage(whole, dataset.metadata, exchange.baseUrl).text, cache: 'briefly' };
}

/** The first id that exists counts. */
function entityMeant(exchange: Exchange, ids: readonly string[]): Entity {
  const [asked] = ids.filter((id) => id !== '');
  if (asked === undefined) throw new SameasError('parameter-missing', 'The parameter "id" is required.', { advice: 'Send the identifier as id=…' });
  const { entities } = exchange.served().snapshot.dataset;
  for (const id of ids) {
    const entity = findEntity(entities, id);
    if (entity !== undefined) return entity;
  }
  throw new SameasError('entity-unknown', `There is no entity with the identifier “${asked.slice(0, 200)}”.`, {
    facts: { id: asked.slice(0, 200) },
    advice: 'It may have been removed from the list since the link was made.',
  });
}
