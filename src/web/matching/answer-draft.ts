import { SameasError } from '../../foundation/sameas-error.js';
import { DRAFT_MEDIA_TYPE, namesDraftType } from '../../protocols/choose-form.js';
import { describeService, type SuggestKind } from '../../protocols/describe-service.js';
import { asksNothing } from '../../protocols/read-query.js';
import { parseJson } from '../../protocols/read-query-batch.js';
import { readExtension } from '../../protocols/read-extension.js';
import { renderExtension } from '../../protocols/v0-1/render-extension.js';
import { readDraftExtension } from '../../protocols/v1-0-draft/read-extension.js';
import { readMatchBatch } from '../../protocols/v1-0-draft/read-match-batch.js';
import { renameOlderDraft } from '../../protocols/v1-0-draft/rename-older-draft.js';
import { renderDraftExtension } from '../../protocols/v1-0-draft/render-extension.js';
import { renderDraftManifest } from '../../protocols/v1-0-draft/render-manifest.js';
import { renderDraftSuggestions, withMatchQualifiers } from '../../protocols/v1-0-draft/render-suggestions.js';
import { extendData } from '../../reconciliation/extend/extend-data.js';
import type { Exchange, RouteHandler } from '../exchange.js';
import type { CachePolicy, Reply } from '../reply.js';
import type { AnswerBatch } from './answer-batch.js';
import { suggestionsAsked } from './answer-suggest.js';

/*
 * Version 1.0-draft of the protocol, which has an address for each thing that can be asked: below the address of the service, where the older versions
 * have theirs, and once more below `/v1`, where nothing but the draft is spoken.
 */

/** The manifest of the draft, at `/v1` and where it is negotiated. */
export function answerDraftManifest(exchange: Exchange): Reply {
  const service = describeService(exchange.served().snapshot, exchange.baseUrl, exchange.limits.batchSize);
  return draftReply(exchange, JSON.stringify(renderDraftManifest(service)), 'checked');
}

/** The address of the draft: its manifest. An extension that is asked for by the parameter `extend` is answered as version 0.2 does: the program that tests services asks so. */
export function answerDraftRoot(exchange: Exchange): Reply {
  const extend = exchange.parameters.get('extend');
  if (extend === undefined) return answerDraftManifest(exchange);
  return { kind: 'json', json: renderExtension(extendData(exchange.served().snapshot.dataset, readExtension(extend))), cache: 'checked' };
}

/** A batch: as the JSON body, or as JSON text in the parameter `queries`. Throws `match-invalid`, `batch-too-large`, `match-failed` and what computing throws. */
export function createMatchHandler(answerBatch: AnswerBatch): RouteHandler {
  return (exchange) => answerMatch(exchange, answerBatch, bodyOrParameter(exchange));
}

/** The same at the address that batches had until 2025, in the words of that time or of today. */
export function createOlderMatchHandler(answerBatch: AnswerBatch): RouteHandler {
  return (exchange) => answerMatch(exchange, answerBatch, renameOlderDraft(bodyOrParameter(exchange)));
}

/** The batch `raw`, parsed from JSON, answered. */
export async function answerMatch(exchange: Exchange, answerBatch: AnswerBatch, raw: unknown): Promise<Reply> {
  const queries = readMatchBatch(raw, exchange.limits.maxBatchQueries);
  const asked = queries.filter((query) => !asksNothing(query));
  const outcomes = await answerBatch.outcomes(exchange, asked, 'draft');
  const outcomeOf = new Map(asked.map((query, i) => [query, outcomes[i]]));
  const answers = queries.map((query, place) => {
    const outcome = outcomeOf.get(query);
    if (outcome?.kind === 'failed') throw matchFailed(place, outcome.error);
    return outcome?.json ?? NO_CANDIDATES;
  });
  return draftReply(exchange, `{"results":[${answers.join(',')}]}`, 'checked');
}

const NO_CANDIDATES = '{"candidates":[]}';

/** The answer has no place for one query that failed. */
function matchFailed(place: number, cause: SameasError): SameasError {
  return new SameasError('match-failed', `Query ${String(place)} of the batch, counted from 0, could not be answered, and so the others were not.`, {
    facts: { pointers: [`/queries/${String(place)}`], faults: [cause.message] },
    advice: 'Send the batch again; if it fails again, without this query.',
    cause,
  });
}

function bodyOrParameter({ jsonBody, parameters }: Exchange): unknown {
  if (jsonBody !== undefined) return jsonBody;
  const queries = parameters.get('queries');
  if (queries !== undefined) return parseJson(queries, 'queries');
  throw new SameasError('parameter-missing', 'There is no batch in the request.', {
    advice: 'Send {"queries":[{"conditions":[{"matchType":"name","propertyValue":"Berlin"}]}]} as a JSON body by POST.',
  });
}

/** Suggestions of one kind, without what the older versions put around them. */
export function answerDraftSuggest(kind: SuggestKind): RouteHandler {
  return (exchange) => {
    const { items } = suggestionsAsked(kind, exchange);
    const { types } = exchange.served().snapshot.dataset;
    const json = renderDraftSuggestions(kind === 'property' ? withMatchQualifiers(items) : items, (id) => types.get(id)?.name ?? id);
    return draftReply(exchange, json, 'briefly');
  };
}

/** Values for columns, asked for by a JSON body. Throws `extend-invalid`, `batch-too-large` and `parameter-missing`. */
export function answerDraftExtend(exchange: Exchange): Reply {
  const { jsonBody, parameters } = exchange;
  const extend = parameters.get('extend');
  if (jsonBody === undefined && extend === undefined) {
    throw new SameasError('parameter-missing', 'There is no extension query in the request.', { advice: 'Send {"ids":["DE"],"properties":[{"id":"capital"}]} as a JSON body.' });
  }
  return answerDraftExtension(exchange, jsonBody ?? parseJson(extend ?? '', 'extend'));
}

/** The extension query `raw`, parsed from JSON, answered. */
export function answerDraftExtension(exchange: Exchange, raw: unknown): Reply {
  return draftReply(exchange, renderDraftExtension(extendData(exchange.served().snapshot.dataset, readDraftExtension(raw))), 'checked');
}

/** Its own media type for those who name it, JSON for all others. */
function draftReply({ accept }: Exchange, json: string, cache: CachePolicy): Reply {
  return { kind: 'json', json, cache, ...(namesDraftType(accept) ? { mediaType: DRAFT_MEDIA_TYPE } : {}) };
}
