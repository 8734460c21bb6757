import { entitiesAsCsv, entityAsJson } from '../../browsing/write-browse-file.js';
import type { Entity } from '../../entities/entity.js';
import { findEntity } from '../../entities/entity-store.js';
import { ownValue } from '../../foundation/own-value.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { sentence } from '../../foundation/message.js';
import { mediaRanges } from '../../protocols/choose-form.js';
import { describeService } from '../../protocols/describe-service.js';
import type { DatasetSnapshot } from '../../scoring/snapshot.js';
import { describeEntity } from '../../describe/describe-entity.js';
import { type Exchange, type RouteHandler, overContents, type Reply } from '../exchange.js';
import { viewAddress } from '../pages/value-list.js';
import { entityPage, type Referrers } from '../pages/entity-page.js';
import { featurePage } from '../pages/feature-page.js';
import { previewPage } from '../pages/preview-page.js';
import { labelLanguages, languagesOf } from '../content-negotiation.js';
import { idsFromRequest, spellings } from '../request-parameters.js';

/**
 * The preview that clients show in a frame, for the parameter `id`. Throws `parameter-missing` and `entity-unknown`.
 */
export function answerPreview(exchange: Exchange): Reply {
  const { dataset } = exchange.served().snapshot;
  const entity = requestedEntity(exchange, idsFromRequest(exchange.queryString));
  return {
    kind: 'page',
    html: previewPage(
      describeEntity(dataset, entity, labelLanguages(languagesOf(exchange), dataset)),
      dataset.metadata,
      exchange,
    ).text,
    cache: 'briefly',
  };
}

/** The page about an entity, for the parameter `id`, or the entity in another form. Throws like `answerPreview`. */
export const answerView: RouteHandler = (exchange) => answerEntity(exchange, idsFromRequest(exchange.queryString));

/** The same at the address that the identifier space makes of an id: the rest of `/entity/` is the id. */
export const answerEntityAddress: RouteHandler = (exchange, rest = '') => {
  const piece = rest.replace(/^\//, '');
  const whole = exchange.queryString === '' ? [] : spellings(`${piece}?${exchange.queryString}`);
  // Browsers drop or add a slash at the end of addresses.
  return answerEntity(exchange, [...whole, ...spellings(piece), ...spellings(piece.replace(/\/$/, ''))]);
};

/** The page about a feature of candidates, for the parameter `id`. Throws like `answerPreview`. */
export function answerFeature(exchange: Exchange): Reply {
  const { dataset } = exchange.served().snapshot;
  const ids = idsFromRequest(exchange.queryString);
  const [asked] = ids;
  if (asked === undefined)
    throw new SameasError('parameter-missing', sentence('The address names no feature.'), {
      advice: 'The manifest of version 1.0-draft lists all features.',
    });
  for (const id of ids) {
    const page = featurePage(id, dataset, exchange);
    if (page !== undefined) return { kind: 'page', html: page.text, cache: 'briefly' };
  }
  throw new SameasError(
    'entity-unknown',
    sentence('There is no feature with the identifier “{id}”.', { id: asked.slice(0, 200) }),
    {
      facts: { id: asked.slice(0, 200) },
      advice: 'The manifest of version 1.0-draft lists all features.',
    },
  );
}

/** The writer of RDF is loaded on demand. */
async function answerEntity(exchange: Exchange, ids: readonly string[]): Promise<Reply> {
  const form = exchange.parameters.get('as') ?? formAccepted(exchange);
  const graphs = form === 'jsonld' || form === 'ttl' ? await import('../../browsing/entity-graph.js') : undefined;
  return overContents((reading) => viewOf(reading, ids, form, graphs))(exchange);
}

function viewOf(
  exchange: Exchange,
  ids: readonly string[],
  form: string | undefined,
  graphs: typeof import('../../browsing/entity-graph.js') | undefined,
): Reply {
  const { snapshot } = exchange.served();
  const { dataset } = snapshot;
  const entity = requestedEntity(exchange, ids);
  const headers = { Link: alternatesOf(entity.id, exchange.baseUrl) };
  if (form === 'json')
    return { kind: 'json', json: `${JSON.stringify(entityAsJson(dataset, entity))}\n`, cache: 'briefly', headers };
  if (graphs !== undefined) {
    const graph = graphs.entityGraph(
      dataset,
      entity,
      describeService(snapshot, exchange.baseUrl, exchange.limits.batchSize),
    );
    const [text, mediaType] =
      form === 'jsonld'
        ? [graphs.writeJsonLd(graph), ENTITY_FORMS.jsonld]
        : [graphs.writeTurtle(graph), ENTITY_FORMS.ttl];
    return { kind: 'json', json: text, mediaType, cache: 'briefly', headers };
  }
  if (form === 'csv')
    return {
      kind: 'text',
      text: entitiesAsCsv(dataset, [entity]),
      contentType: 'text/csv; charset=utf-8',
      cache: 'briefly',
      saveAs: 'entity.csv',
    };
  const described = describeEntity(dataset, entity, labelLanguages(languagesOf(exchange), dataset));
  // Room for the whole description, unless a fact repeats it.
  const isShownAsFact = described.facts.some(({ values }) => values.some(({ text }) => text === entity.description));
  const whole =
    entity.description === undefined || isShownAsFact ? described : { ...described, summary: entity.description };
  return {
    kind: 'page',
    html: entityPage(whole, referrersOf(snapshot, entity), dataset.metadata, exchange).text,
    cache: 'briefly',
    headers,
  };
}

/** Forms of an entity apart from a page: value of the parameter `as` → media type. */
const ENTITY_FORMS = { json: 'application/json', jsonld: 'application/ld+json', ttl: 'text/turtle' } as const;
type EntityForm = keyof typeof ENTITY_FORMS;
const ENTITY_FORM_NAMES: readonly EntityForm[] = ['jsonld', 'ttl', 'json'];

/** The preferred form of a header Accept; `undefined` for a page, also where anything is accepted. */
function formAccepted({ header }: Exchange): EntityForm | undefined {
  const ranges = mediaRanges(header('Accept') ?? '');
  const quality = (type: string): number => ranges.find((range) => range.type === type)?.quality ?? 0;
  const page = Math.max(quality('text/html'), quality('application/xhtml+xml'));
  const [best] = ENTITY_FORM_NAMES.map((form) => ({ form, quality: quality(ENTITY_FORMS[form]) })).sort(
    (a, b) => b.quality - a.quality,
  );
  return best !== undefined && best.quality > page ? best.form : undefined;
}

/** The header Link with the other forms of an entity. */
function alternatesOf(id: string, baseUrl: string): string {
  return ENTITY_FORM_NAMES.map(
    (form) => `<${viewAddress(id, baseUrl)}&as=${form}>; rel="alternate"; type="${ENTITY_FORMS[form]}"`,
  ).join(', ');
}

/** Entities compared for one property, and shown ones. */
const MAX_REFERRERS = 1_000;
const SHOWN_REFERRERS = 20;

/**
 * Entities that refer to this one, by property. A property with very many is named without them. Cost: decoding two
 * dozen entities a property.
 */
function referrersOf({ dataset, propertyValues }: DatasetSnapshot, { id, types }: Entity): readonly Referrers[] {
  const { entities } = dataset;
  return dataset.properties.flatMap((property): readonly Referrers[] => {
    const { targetTypes = [] } = property;
    const isPossible =
      property.datatype === 'reference' &&
      (targetTypes.length === 0 || targetTypes.some((target) => types.some((type) => dataset.types.isA(type, target))));
    if (!isPossible) return [];
    const found = propertyValues.entitiesWith(property, { id }, MAX_REFERRERS);
    // The index has neither values of very many entities nor values of none; only browsing distinguishes them.
    if (found.length === 0) return targetTypes.length === 0 ? [] : [{ property, shown: [], count: undefined }];
    const shown: Entity[] = [];
    for (const ordinal of found) {
      const entity = entities.entity(ordinal);
      // Hashes of two values may be the same.
      if (
        (ownValue(entity.properties, property.id) ?? []).some((value) => value.kind === 'reference' && value.id === id)
      )
        shown.push(entity);
      if (shown.length === SHOWN_REFERRERS) break;
    }
    return shown.length === 0
      ? []
      : [{ property, shown, count: shown.length < SHOWN_REFERRERS ? shown.length : found.length }];
  });
}

/** The first id that exists counts. */
function requestedEntity(exchange: Exchange, ids: readonly string[]): Entity {
  const [asked] = ids.filter((id) => id !== '');
  if (asked === undefined)
    throw new SameasError('parameter-missing', sentence('The address names no entity.'), {
      advice: sentence('Search for the entity by its name.'),
    });
  const { entities } = exchange.served().snapshot.dataset;
  for (const id of ids) {
    const entity = findEntity(entities, id);
    if (entity !== undefined) return entity;
  }
  throw new SameasError(
    'entity-unknown',
    sentence('There is no entity with the identifier “{id}”.', { id: asked.slice(0, 200) }),
    {
      facts: { id: asked.slice(0, 200) },
      advice: sentence('It may have been removed from the list since the link was made.'),
    },
  );
}
