import { isJsonObject } from '../../foundation/is-json-object.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { chooseForm } from '../../protocols/choose-form.js';
import { describeService } from '../../protocols/describe-service.js';
import { renderManifest as renderSeedManifest } from '../../protocols/freebase/render-manifest.js';
import type { ProtocolForm } from '../../protocols/message-table.js';
import { readExtension, readExtensionObject } from '../../protocols/read-extension.js';
import { readQuery } from '../../protocols/read-query.js';
import { readQueryBatch, readQueryObject, readSingleQuery, type BatchEntry } from '../../protocols/read-query-batch.js';
import { renderExtension } from '../../protocols/v0-1/render-extension.js';
import { renderManifest as renderManifest01 } from '../../protocols/v0-1/render-manifest.js';
import { renderManifest as renderManifest02 } from '../../protocols/v0-2/render-manifest.js';
import { extendData, type ExtensionRequest } from '../../reconciliation/extend/extend-data.js';
import type { AnswerFormName } from '../../protocols/answer-forms.js';
import type { Exchange } from '../exchange.js';
import type { Reply } from '../reply.js';
import { prefersPage } from '../prefers-page.js';
import type { AnswerBatch } from './answer-batch.js';
import { createTryHandler } from './answer-try.js';
import { answerDraftExtension, answerDraftManifest, answerMatch } from './answer-draft.js';

/*
 * The one address that a user registers. What is asked is told by the parameters alone: an extension, a batch, a single query, else
 * the manifest. Parameters that are none of these (`_`, `lang`, …) change nothing. Batches of version 1.0-draft have an address of their own, and are
 * known here by their form.
 */

/** The handler of the root, with what computes its batches. */
export function createRootHandler(answerBatch: AnswerBatch): (exchange: Exchange) => Promise<Reply> {
  const showStart = createTryHandler(answerBatch);
  return async (exchange) => {
    const { parameters, jsonBody, limits } = exchange;
    const form = chooseForm(parameters.get('profile'), exchange.accept);

    const extend = parameters.get('extend');
    if (extend !== undefined) return answerExtension(exchange, readExtension(extend));
    const queries = parameters.get('queries');
    if (queries !== undefined) return batch(readQueryBatch(queries, limits.maxBatchQueries), answerFormOf(exchange, form));
    const query = parameters.get('query');
    if (query !== undefined) return single(readSingleQuery(query));
    if (jsonBody !== undefined) return answerJsonBody(jsonBody);
    if (exchange.method !== 'POST' && parameters.names.length === 0 && prefersPage(exchange.accept)) return showStart(exchange);
    return answerManifest(exchange, form);

    async function batch(entries: readonly BatchEntry[], answerForm: AnswerFormName): Promise<Reply> {
      return { kind: 'json', json: await answerBatch(exchange, entries, answerForm), cache: 'checked' };
    }

    async function single(asked: ReturnType<typeof readSingleQuery>): Promise<Reply> {
      return { kind: 'json', json: await answerBatch.one(exchange, asked, 'strings'), cache: 'checked' };
    }

    /** Leniently, the same parameters as members of a JSON object. */
    function answerJsonBody(raw: unknown): Reply | Promise<Reply> {
      const body = typeof raw === 'object' && raw !== null && !Array.isArray(raw) ? raw : {};
      if ('extend' in body) return answerExtension(exchange, readExtensionObject(body.extend));
      if ('queries' in body && Array.isArray(body.queries)) return answerMatch(exchange, answerBatch, body);
      if ('queries' in body) return batch(readQueryObject(body.queries, limits.maxBatchQueries), answerFormOf(exchange, form));
      if ('ids' in body && form === '1.0-draft') return answerDraftExtension(exchange, body);
      if ('ids' in body) return answerExtension(exchange, readExtensionObject(body));
      if ('query' in body) return single(readQuery(typeof body.query === 'object' ? body.query : body));
      if (isJsonObject(raw) && Object.keys(raw).length === 0) return answerManifest(exchange, form);
      throw new SameasError('parameter-missing', 'The JSON body holds none of "queries", "extend" and "query".', {
        advice: 'Send {"queries": {"q0": {"query": "Berlin"}}}, or better the form field "queries".',
      });
    }
  };
}

/** Types as plain ids for requests that only the oldest clients send. */
function answerFormOf({ parameters }: Exchange, form: ProtocolForm): AnswerFormName {
  return form === 'freebase' || parameters.has('callback') ? 'strings' : 'objects';
}

function answerManifest(exchange: Exchange, form: ProtocolForm): Reply {
  if (form === '1.0-draft') return answerDraftManifest(exchange);
  const service = describeService(exchange.served().snapshot, exchange.baseUrl, exchange.limits.batchSize);
  const manifests = { freebase: renderSeedManifest, '0.1': renderManifest01, '0.2': renderManifest02 } as const;
  return { kind: 'json', json: JSON.stringify(manifests[form](service)), cache: 'checked' };
}

function answerExtension(exchange: Exchange, request: ExtensionRequest): Reply {
  return { kind: 'json', json: renderExtension(extendData(exchange.served().snapshot.dataset, request)), cache: 'checked' };
}
