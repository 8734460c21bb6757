import { countByType } from '../../entities/count-by-type.js';
import type { Dataset } from '../../entities/dataset.js';
import { SameasError } from '../../foundation/sameas-error.js';
import type { SuggestKind } from '../../protocols/describe-service.js';
import { readLimit } from '../../protocols/read-query.js';
import { renderSuggestions, type WireSuggestion } from '../../protocols/suggest-envelope.js';
import { withMatchQualifiers } from '../../protocols/v1-0-draft/render-suggestions.js';
import { identifierInFilter, undoTypedRewriting } from '../../protocols/undo-typed-rewriting.js';
import type { DatasetSnapshot } from '../../reconciliation/dataset-snapshot.js';
import { summarise } from '../../reconciliation/describe/describe-entity.js';
import type { TypeMode } from '../../reconciliation/reconciliation-query.js';
import type { PageRequest } from '../../reconciliation/suggest/page.js';
import { suggestEntities, type EntitySuggestion } from '../../reconciliation/suggest/suggest-entities.js';
import { suggestProperties } from '../../reconciliation/suggest/suggest-properties.js';
import { suggestTypes } from '../../reconciliation/suggest/suggest-types.js';
import type { Exchange } from '../exchange.js';
import type { Reply } from '../reply.js';
import type { RequestParameters } from '../request-parameters.js';
import { answerFlyout } from './answer-flyout.js';
import { ownAddresses } from './own-addresses.js';
import { answerShortBeginning } from './short-beginnings.js';

/** Beyond this, nobody looks; a page there is empty. */
const MAX_OFFSET = 10_000;

/** Suggestions of one kind for the parameter `prefix`; of properties, if wanted, with the ways in which their values may be compared. */
export function answerSuggest(kind: SuggestKind, { withQualifiers = false }: { readonly withQualifiers?: boolean } = {}): (exchange: Exchange) => Reply {
  return (exchange) => {
    const { parameters } = exchange;
    const prefix = parameters.get('prefix') ?? '';
    const answer = (): string => {
      const { items, next } = suggestionsAsked(kind, exchange);
      return renderSuggestions(prefix, withQualifiers && kind === 'property' ? withMatchQualifiers(items) : items, next);
    };
    const json = kind === 'entity' && hasPrefixAlone(parameters) ? answerShortBeginning(exchange.served().snapshot, prefix, readLimit(parameters.get('limit')), answer) : answer();
    return { kind: 'json', json, cache: 'briefly' };
  };
}

/** Whether the first page of what begins so is asked for, of whatever type. */
function hasPrefixAlone(parameters: RequestParameters): boolean {
  return parameters.get('filter') === undefined && readOffset(parameters) === 0 && readTypes(parameters).length === 0;
}

/** One page of suggestions; `next` is where the following one begins, `undefined` when there is none. */
interface SuggestionsAsked {
  readonly items: readonly WireSuggestion[];
  readonly next: number | undefined;
}

/** What a request asks to be suggested. Throws `parameter-missing`. */
export function suggestionsAsked(kind: SuggestKind, exchange: Exchange): SuggestionsAsked {
  const { parameters } = exchange;
  const prefix = parameters.get('prefix');
  const filter = parameters.get('filter');
  if (prefix === undefined && filter === undefined) {
    throw new SameasError('parameter-missing', 'The parameter "prefix" is required.', { advice: 'Send what was typed as prefix=…; it may be empty.' });
  }
  const page = { limit: readLimit(parameters.get('limit')), offset: readOffset(parameters) };
  return suggestions(kind, exchange, undoTypedRewriting(prefix ?? '', filter ?? ''), page);
}

/** What newer clients ask of `<service_url>/search`: a flyout by `filter=(all mid:ID)`, or suggestions when there is no such filter. */
export function answerSearch(kind: SuggestKind): (exchange: Exchange) => Reply {
  const suggest = answerSuggest(kind);
  const flyout = answerFlyout(kind);
  return (exchange) => {
    const id = identifierInFilter(exchange.parameters.get('filter') ?? '');
    return id === undefined ? suggest(exchange) : flyout(exchange, [id]);
  };
}

function suggestions(kind: SuggestKind, exchange: Exchange, typed: string, page: PageRequest): SuggestionsAsked {
  const { snapshot } = exchange.served();
  const { dataset } = snapshot;
  const types = readTypes(exchange.parameters);
  switch (kind) {
    case 'entity': {
      const request = { ...page, typed, types, typeMode: readTypeMode(exchange.parameters), uriPrefixes: ownAddresses(exchange, snapshot) };
      const { items, next } = suggestEntities(snapshot, request);
      return { items: items.map((item) => entityItem(snapshot, item)), next };
    }
    case 'type': {
      const { items, next } = suggestTypes(dataset, typed, page);
      return {
        items: items.map(({ id, name, description, broader }) => ({
          id,
          name,
          description: description ?? entitiesOf(dataset, id),
          ...(broader.length === 0 ? {} : { broader: broader.map((above) => ({ id: above, name: dataset.types.get(above)?.name ?? above })) }),
        })),
        next,
      };
    }
    case 'property':
      return suggestProperties(dataset, typed, types[0] ?? '', page);
  }
}

function entitiesOf(dataset: Dataset, type: string): string {
  const count = countByType(dataset).get(type) ?? 0;
  return count === 1 ? '1 entity' : `${String(count)} entities`;
}

function entityItem({ dataset }: DatasetSnapshot, { ordinal, foundBy }: EntitySuggestion): WireSuggestion {
  const entity = dataset.entities.entity(ordinal);
  const description = [...(foundBy === undefined ? [] : [`also “${foundBy}”`]), summarise(dataset, entity)].filter((part) => part !== '').join(' · ');
  return { id: entity.id, name: entity.name, ...(description === '' ? {} : { description }), notable: entity.types };
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

/** Every generation of clients has its own word for how many to skip. */
function readOffset(parameters: RequestParameters): number {
  const sent = parameters.get('offset') ?? parameters.get('cursor') ?? parameters.get('start');
  const offset = Number(sent ?? '0');
  return Number.isInteger(offset) && offset > 0 ? Math.min(offset, MAX_OFFSET) : 0;
}
