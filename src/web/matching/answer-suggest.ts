import { countByType } from '../../entities/count-by-type.js';
import type { Dataset } from '../../entities/dataset.js';
import { SameasError } from '../../foundation/sameas-error.js';
import type { SuggestKind } from '../../protocols/describe-service.js';
import { readLimit } from '../../protocols/read-query.js';
import {
  type WireSuggestion,
  identifierInFilter,
  renderSuggestions,
  undoTypedRewriting,
} from '../../protocols/suggest-envelope.js';
import { withMatchQualifiers } from '../../protocols/v1-0-draft/render-suggestions.js';
import { WITHOUT_REASONS } from '../../describe/answer.js';
import type { LiveDataset } from '../../describe/served-snapshot.js';
import type { DatasetSnapshot } from '../../scoring/snapshot.js';
import { describeEntity, summarise } from '../../describe/describe-entity.js';
import type { ReconciliationQuery, TypeMode } from '../../scoring/query.js';
import {
  type EntitySuggestion,
  type PageRequest,
  similarEntities,
  suggestEntities,
} from '../../describe/suggest-entities.js';
import { suggestProperties, suggestTypes } from '../../describe/suggest-things.js';
import { type Exchange, type Reply, type RouteHandler, overContents } from '../exchange.js';
import { type RequestParameters, idsFromRequest } from '../request-parameters.js';
import { labelInLanguage } from '../../entities/label-in-language.js';
import { labelLanguages, languagesOf } from '../content-negotiation.js';
import { type AnswerBatch, ownAddresses } from './answer-batch.js';
import { type ProposedProperty, proposeProperties } from '../../describe/extend-data.js';
import { resolveExtensionProperty } from '../../entities/built-in-properties.js';
import { findEntity } from '../../entities/entity-store.js';
import type { SafeHtml } from '../../foundation/escape-html.js';
import { entityCard, propertyCard, typeCard } from '../pages/flyout-card.js';

/** Later pages are empty. */
const MAX_OFFSET = 10_000;

/** One page of suggestions; `next`: offset of the following one, `undefined` after the last. */
interface SuggestionsAsked {
  readonly items: readonly WireSuggestion[];
  readonly next: number | undefined;
}

export interface SuggestionSource {
  /** Suggestions for a request. Throws `parameter-missing` and `not-ready`. */
  readonly suggest: (kind: SuggestKind, exchange: Exchange) => Promise<SuggestionsAsked>;
  /** Names of types by id, and the language of names, where it is known. */
  readonly names: (exchange: Exchange) => { readonly ofType: (id: string) => string; readonly language?: string };
  /** Card for this id, or the one in the address. Throws `parameter-missing` and `entity-unknown`. */
  readonly card: (kind: SuggestKind, exchange: Exchange, id?: string) => Promise<Reply>;
}

/** Suggestions of one dataset; asynchronous where similar names have to be searched, in the turns of the client. */
export function suggestionsOfDataset(answerBatch: AnswerBatch): SuggestionSource {
  return {
    suggest: async (kind, exchange) => {
      const { similar, ...begun } = await suggestionsBegun(kind, exchange);
      return similar === undefined ? begun : suggestionsLike(answerBatch, exchange, similar);
    },
    names: (exchange) => {
      const {
        types,
        metadata: { language },
      } = exchange.served().snapshot.dataset;
      return { ofType: (id) => types.get(id)?.name ?? id, ...(language !== undefined && { language }) };
    },
    card: async (kind, exchange, id) =>
      overContents((reading) => answerFlyout(kind)(reading, id === undefined ? undefined : [id]))(exchange),
  };
}

/** Suggestions of one kind for the parameter `prefix`; of properties, on request, with their value comparisons. */
export function answerSuggest(
  { suggest }: SuggestionSource,
  kind: SuggestKind,
  { withQualifiers = false }: { readonly withQualifiers?: boolean } = {},
): RouteHandler {
  return async (exchange) => {
    const { items, next } = await suggest(kind, exchange);
    const shown = withQualifiers && kind === 'property' ? withMatchQualifiers(items) : items;
    return {
      kind: 'json',
      json: renderSuggestions(exchange.parameters.get('prefix') ?? '', shown, next),
      cache: 'briefly',
    };
  };
}

async function suggestionsLike(
  answerBatch: AnswerBatch,
  exchange: Exchange,
  query: ReconciliationQuery,
): Promise<SuggestionsAsked> {
  const [outcome] = await answerBatch.outcomes(exchange, [query], WITHOUT_REASONS);
  if (outcome?.kind !== 'answered') throw outcome?.error ?? new SameasError('internal', 'The query was not answered.');
  const { candidates } = outcome.answer;
  return exchange.served().read((snapshot) => {
    const { items, next } = similarEntities(snapshot, candidates, pageAsked(exchange));
    return { items: entityItems(snapshot, items, exchange), next };
  });
}

/** With the query for similar names where no name begins so. */
interface SuggestionsBegun extends SuggestionsAsked {
  readonly similar?: ReconciliationQuery;
}

/** Suggestions that begin with the typed text. `asked` replaces types, page and dataset of the request. Throws `parameter-missing` and `not-ready`. */
export async function suggestionsBegun(
  kind: SuggestKind,
  exchange: Exchange,
  asked: { readonly live?: LiveDataset; readonly types?: readonly string[]; readonly page?: PageRequest } = {},
): Promise<SuggestionsBegun> {
  const { parameters } = exchange;
  const prefix = parameters.get('prefix');
  const filter = parameters.get('filter');
  if (prefix === undefined && filter === undefined) {
    throw new SameasError('parameter-missing', 'The parameter "prefix" is required.', {
      advice: 'Send what was typed as prefix=…; it may be empty.',
    });
  }
  const { live, types = readTypes(parameters), page = pageAsked(exchange) } = asked;
  const typed = undoTypedRewriting(prefix ?? '', filter ?? '');
  return exchange.served(live).read((snapshot) => suggestions(kind, snapshot, exchange, { typed, types, page }));
}

function pageAsked({ parameters }: Exchange): PageRequest {
  return { limit: readLimit(parameters.get('limit')), offset: readOffset(parameters) };
}

/** `<service_url>/search` of newer clients: a card for `filter=(all mid:ID)`, suggestions without such a filter. */
export function answerSearch(source: SuggestionSource, kind: SuggestKind): RouteHandler {
  const suggest = answerSuggest(source, kind);
  return (exchange) => {
    const id = identifierInFilter(exchange.parameters.get('filter') ?? '');
    return id === undefined ? suggest(exchange) : source.card(kind, exchange, id);
  };
}

function suggestions(
  kind: SuggestKind,
  snapshot: DatasetSnapshot,
  exchange: Exchange,
  { typed, types, page }: { readonly typed: string; readonly types: readonly string[]; readonly page: PageRequest },
): SuggestionsBegun {
  const { dataset } = snapshot;
  switch (kind) {
    case 'entity': {
      const request = {
        ...page,
        typed,
        types,
        typeMode: readTypeMode(exchange.parameters),
        uriPrefixes: ownAddresses(exchange, snapshot),
      };
      const { items, ...rest } = suggestEntities(snapshot, request);
      return { items: entityItems(snapshot, items, exchange), ...rest };
    }
    case 'type': {
      const { items, next } = suggestTypes(dataset, typed, page);
      return {
        items: items.map(({ id, name, description, broader }) => ({
          id,
          name,
          description: description ?? entitiesOf(dataset, id),
          ...(broader.length === 0
            ? {}
            : { broader: broader.map((above) => ({ id: above, name: dataset.types.get(above)?.name ?? above })) }),
        })),
        next,
      };
    }
    case 'property':
      return suggestProperties(snapshot, typed, types[0] ?? '', page);
  }
}

function entitiesOf(dataset: Dataset, type: string): string {
  const count = countByType(dataset).get(type) ?? 0;
  return count === 1 ? '1 entity' : `${String(count)} entities`;
}

function entityItems(
  { dataset }: DatasetSnapshot,
  found: readonly EntitySuggestion[],
  exchange: Exchange,
): readonly WireSuggestion[] {
  const languages = labelLanguages(languagesOf(exchange), dataset);
  return found.map((one) => entityItem(dataset, one, languages));
}

function entityItem(
  dataset: Dataset,
  { ordinal, foundBy }: EntitySuggestion,
  languages: readonly string[],
): WireSuggestion {
  const entity = dataset.entities.entity(ordinal);
  const { text: name, language } = labelInLanguage(entity, languages);
  const also = foundBy === undefined || foundBy === name ? [] : [`also “${foundBy}”`];
  const description = [...also, summarise(dataset, entity)].filter((part) => part !== '').join(' · ');
  return {
    id: entity.id,
    name,
    ...(language !== undefined && { language }),
    ...(description === '' ? {} : { description }),
    ...(also.length === 0 &&
      entity.descriptionLanguage !== undefined && { descriptionLanguage: entity.descriptionLanguage }),
    notable: entity.types,
  };
}

/** `type` (or its old synonym `schema`), repeated, as `type[]`, or as JSON text of an array. */
function readTypes(parameters: RequestParameters): readonly string[] {
  const sent = [...parameters.all('type'), ...parameters.all('type[]'), ...parameters.all('schema')];
  return sent.flatMap((value) => {
    if (!value.trimStart().startsWith('[')) return [value];
    try {
      const parsed: unknown = JSON.parse(value);
      return Array.isArray(parsed) ? parsed.filter((type) => typeof type === 'string') : [value];
    } catch {
      return [value];
    }
  });
}

function readTypeMode(parameters: RequestParameters): TypeMode {
  const mode = parameters.get('type_strict');
  return mode === 'all' || mode === 'should' ? mode : 'any';
}

/** Every generation of clients has another name for the offset. */
function readOffset(parameters: RequestParameters): number {
  const sent = parameters.get('offset') ?? parameters.get('cursor') ?? parameters.get('start');
  const offset = Number(sent ?? '0');
  return Number.isInteger(offset) && offset > 0 ? Math.min(offset, MAX_OFFSET) : 0;
}

/** Properties for columns, for the parameter `type`, which may be empty or unknown. Without `limit`, all. */
export function answerProposals(exchange: Exchange): Reply {
  return proposalReply(exchange, (type, limit) => proposeProperties(exchange.served().snapshot.dataset, type, limit));
}

/** The reply with the properties of `propose`; limit 0: all. */
export function proposalReply(
  { parameters }: Exchange,
  propose: (type: string, limit: number) => readonly ProposedProperty[],
): Reply {
  // Clients append the type without encoding it, so a `+` arrives as a space: such a type is unknown, which is
  // harmless.
  const type = parameters.get('type') ?? '';
  const asked = Number(parameters.get('limit') ?? '0');
  const limit = Number.isInteger(asked) && asked > 0 ? asked : 0;
  const properties = propose(type, limit);
  return {
    kind: 'json',
    json: JSON.stringify({ type, ...(limit === 0 ? {} : { limit }), properties }),
    cache: 'briefly',
  };
}

/**
 * A card of one entity, type or property: `{id, html}`, over contents; `shownId` replaces the id in it. Throws
 * `parameter-missing` and `entity-unknown`.
 */
export function answerFlyout(
  kind: SuggestKind,
): (exchange: Exchange, ids?: readonly string[], shownId?: string) => Reply {
  return (exchange, ids = idsFromRequest(exchange.queryString), shownId) => {
    const [asked] = ids;
    if (asked === undefined)
      throw new SameasError('parameter-missing', 'The parameter "id" is required.', {
        advice: 'Send the identifier as id=…',
      });
    const { dataset } = exchange.served().snapshot;
    for (const id of ids) {
      const languages = labelLanguages(languagesOf(exchange), dataset);
      const html =
        card(dataset, kind, id, languages) ??
        (kind === 'entity' ? (card(dataset, 'type', id) ?? card(dataset, 'property', id)) : undefined);
      // The id as requested: clients keep the card under it.
      if (html !== undefined)
        return { kind: 'json', json: JSON.stringify({ id: shownId ?? id, html: html.text }), cache: 'briefly' };
    }
    throw new SameasError('entity-unknown', `No ${kind} has the identifier "${asked.slice(0, 200)}".`, {
      facts: { id: asked.slice(0, 200) },
    });
  };
}

function card(
  dataset: Dataset,
  kind: SuggestKind,
  id: string,
  languages: readonly string[] = [],
): SafeHtml | undefined {
  switch (kind) {
    case 'entity': {
      const entity = findEntity(dataset.entities, id);
      return entity === undefined ? undefined : entityCard(describeEntity(dataset, entity, languages));
    }
    case 'type': {
      const type = dataset.types.get(id);
      return type === undefined ? undefined : typeCard(type, dataset);
    }
    case 'property': {
      const found = resolveExtensionProperty(dataset, id);
      return found === undefined ? undefined : propertyCard(found, dataset);
    }
  }
}
