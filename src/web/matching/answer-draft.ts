import { SameasError } from '../../foundation/sameas-error.js';
import { describeService, type ServiceDescription, type SuggestKind } from '../../protocols/describe-service.js';
import { asksNothing } from '../../protocols/read-query.js';
import { jsonPointer, type PlacedFault, type MatchEntry } from '../../protocols/v1-0-draft/read-messages.js';
import { renderDraftManifest } from '../../protocols/v1-0-draft/render-manifest.js';
import { renderDraftSuggestions, withMatchQualifiers } from '../../protocols/v1-0-draft/render-suggestions.js';
import type { Exchange, RouteHandler, Reply } from '../exchange.js';
import type { TextBatch } from './answer-batch.js';
import type { SuggestionSource } from './answer-suggest.js';

/*
 * Version 1.0-draft of the protocol, with an address for each operation: below the address of the service, as in older
 * versions, and once more below `/v1`, for the draft alone.
 */

/** Manifest of the served dataset. */
export function describeServed({ served, baseUrl, limits, access }: Exchange): ServiceDescription {
  return describeService(served().snapshot, baseUrl, limits.batchSize, access);
}

/** The manifest of the draft, at `/v1` and where it is negotiated. */
export function answerDraftManifest(service: ServiceDescription): Reply {
  return { kind: 'json', json: JSON.stringify(renderDraftManifest(service)), version: '1.0-draft', cache: 'checked' };
}

/**
 * The draft's manifest. An extension in the parameter `extend` is answered as in version 0.2: the protocol's testbench
 * sends it.
 */
export function createDraftRootHandler(
  answerBatch: TextBatch,
  describe: (exchange: Exchange) => ServiceDescription = describeServed,
): RouteHandler {
  return async (exchange) => {
    const extend = exchange.parameters.get('extend');
    if (extend === undefined) return answerDraftManifest(describe(exchange));
    return { kind: 'json', json: await answerBatch.extend(exchange, extend, 'published'), cache: 'checked' };
  };
}

/**
 * The handler of batches: as the JSON body, or as JSON text in the parameter `queries`; `isOlder`: at the address that
 * batches had until 2025, in that form or today's. Throws `match-invalid`, `batch-too-large`, `match-failed` and errors
 * of computing.
 */
export function createMatchHandler(
  answerBatch: TextBatch,
  { isOlder = false }: { readonly isOlder?: boolean } = {},
): RouteHandler {
  return async (exchange) => {
    const { body, parameters, limits } = exchange;
    const json = body.json ?? parameters.get('queries');
    if (json === undefined) {
      throw new SameasError('parameter-missing', 'There is no batch in the request.', {
        advice:
          'Send {"queries":[{"conditions":[{"matchType":"name","propertyValue":"Berlin"}]}]} as a JSON body by POST.',
      });
    }
    const message = await exchange.read({
      kind: 'match',
      json,
      from: body.json === undefined ? 'queries' : 'body',
      isOlder,
      maxQueries: limits.maxBatchQueries,
    });
    if (message.kind !== 'match') throw new Error('a batch of the draft was read as something else');
    return answerMatches(exchange, answerBatch, message.entries);
  };
}

/** Answers of a batch, in order. Throws `match-failed` and errors of computing. */
export async function answerMatches(
  exchange: Exchange,
  answerBatch: TextBatch,
  entries: readonly MatchEntry[],
): Promise<Reply> {
  const asked = entries.map(({ query }) => query).filter((query) => !asksNothing(query));
  const outcomes = await answerBatch.outcomes(exchange, asked, 'draft');
  const outcomeOf = new Map(asked.map((query, i) => [query, outcomes[i]]));
  const answers = entries.map(({ query, warnings }, place) => {
    const outcome = outcomeOf.get(query);
    if (outcome?.kind === 'failed') throw matchFailed(place, outcome.error);
    return withWarnings(outcome?.answer ?? NO_CANDIDATES, warnings);
  });
  return { kind: 'json', json: `{"results":[${answers.join(',')}]}`, version: '1.0-draft', cache: 'checked' };
}

const NO_CANDIDATES = '{"candidates":[]}';

/** The answer to one query, with warnings of ignored parts of the query. */
function withWarnings(json: string, warnings: readonly PlacedFault[]): string {
  if (warnings.length === 0) return json;
  return `${json.slice(0, -1)},"warnings":${JSON.stringify(warnings.map(({ path, message }) => ({ pointer: jsonPointer(path), detail: message })))}}`;
}

/** The answer has no place for one query that failed. */
function matchFailed(place: number, cause: SameasError): SameasError {
  return new SameasError(
    'match-failed',
    `Query ${String(place)} of the batch, counted from 0, could not be answered, and so the others were not.`,
    {
      facts: { pointers: [`/queries/${String(place)}`], faults: [cause.message] },
      advice: 'Send the batch again; if it fails again, without this query.',
      cause,
    },
  );
}

/** Suggestions of one kind, without the envelope of older versions. */
export function answerDraftSuggest({ suggest, names }: SuggestionSource, kind: SuggestKind): RouteHandler {
  return async (exchange) => {
    for (const name of ['limit', 'offset']) checkCount(exchange, name);
    const { items } = await suggest(kind, exchange);
    const { ofType, language } = names(exchange);
    const json = renderDraftSuggestions(kind === 'property' ? withMatchQualifiers(items) : items, ofType, language);
    return { kind: 'json', json, version: '1.0-draft', cache: 'briefly' };
  };
}

/** As in a batch: a number below 0, a fraction and anything else is an error; 0 and nothing mean the default. */
function checkCount({ parameters }: Exchange, name: string): void {
  const sent = parameters.get(name);
  if (sent === undefined || sent === '' || /^\d{1,9}$/.test(sent)) return;
  throw new SameasError(
    'parameter-invalid',
    `The parameter "${name}" must be a whole number of at least 0, and is "${sent.slice(0, 100)}".`,
    { advice: `Send, for example, ${name}=10, or leave it out.` },
  );
}

/** Properties for columns, in the draft. */
export function draftProposals(propose: RouteHandler): RouteHandler {
  return (exchange) => {
    checkCount(exchange, 'limit');
    return propose(exchange);
  };
}

/**
 * The handler of values for columns, for a JSON body. Throws `extend-invalid`, `batch-too-large` and
 * `parameter-missing`.
 */
export function createDraftExtendHandler(answerBatch: TextBatch): RouteHandler {
  return async (exchange) => {
    const json = exchange.body.json ?? exchange.parameters.get('extend');
    if (json === undefined)
      throw new SameasError('parameter-missing', 'There is no extension query in the request.', {
        advice: 'Send {"ids":["DE"],"properties":[{"id":"capital"}]} as a JSON body.',
      });
    return {
      kind: 'json',
      json: await answerBatch.extend(exchange, json, 'draft'),
      version: '1.0-draft',
      cache: 'checked',
    };
  };
}
