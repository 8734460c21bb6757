import type { AnswerFormName } from '../../protocols/answer-forms.js';
import { DEFAULT_FORM, formAskedFor } from '../../protocols/choose-form.js';
import type { ServiceDescription } from '../../protocols/describe-service.js';
import { renderSeedManifest } from '../../protocols/freebase/render.js';
import type { ProtocolForm } from '../../protocols/message-table.js';
import type { Message } from '../../protocols/read-message.js';
import { renderManifest, renderManifestWithoutVersions } from '../../protocols/v0-2/render-manifest.js';
import type { ExtensionTask } from '../../describe/served-snapshot.js';
import type { Exchange, RouteHandler, Reply } from '../exchange.js';
import { prefersPage } from '../content-negotiation.js';
import type { WebOptions } from '../web-options.js';
import type { AnswerBatch, TextBatch } from './answer-batch.js';
import { answerDraftManifest, answerMatches, describeServed } from './answer-draft.js';
import { createTryHandler } from './answer-try.js';

/*
 * The one address that a user registers. The parameters alone select the operation: an extension, a batch, a single
 * query, else the manifest. Other parameters (`_`, `lang`, …) change nothing. Batches of version 1.0-draft have an
 * address of their own, and are recognised here by their form.
 */

interface RootParts {
  readonly describe: (exchange: Exchange) => ServiceDescription;
  /** The page for people without a query. */
  readonly showStart: RouteHandler;
}

/** The handler of the root of one dataset. */
export function createRootHandler(
  answerBatch: AnswerBatch,
  options: Pick<WebOptions, 'uploads' | 'review'>,
): RouteHandler {
  return rootHandler(answerBatch, { describe: describeServed, showStart: createTryHandler(answerBatch, options) });
}

/** The handler of a root. */
export function rootHandler(
  answerBatch: TextBatch,
  { describe, showStart }: RootParts,
): (exchange: Exchange) => Promise<Reply> {
  return async (exchange) => {
    const { parameters, body, limits } = exchange;
    const asked = formAskedFor(parameters.get('profile'), exchange.header('Accept') ?? '');
    const form = asked ?? DEFAULT_FORM;
    // A client that names a version gets the cells of its schemas; all others those that OpenRefine reads.
    const cells = asked === undefined || asked === 'freebase' ? 'older' : 'published';
    const { maxBatchQueries: maxQueries } = limits;

    const extend = parameters.get('extend');
    if (extend !== undefined) return extension(extend, cells);
    const queries = parameters.get('queries');
    if (queries !== undefined) return answer(await exchange.read({ kind: 'queries', json: queries, maxQueries }));
    const query = parameters.get('query');
    if (query !== undefined) return answer(await exchange.read({ kind: 'query', json: query }));
    if (body.json !== undefined) return answer(await exchange.read({ kind: 'body', json: body.json, maxQueries }));
    if (exchange.method !== 'POST' && parameters.names.length === 0 && prefersPage(exchange))
      return showStart(exchange);
    return answerManifest(describe(exchange), form);

    async function answer(message: Message): Promise<Reply> {
      switch (message.kind) {
        case 'batch':
          return keyed(await answerBatch(exchange, message.entries, answerFormOf(asked, parameters.has('callback'))));
        case 'single':
          return keyed(await answerBatch.one(exchange, message.query, answerFormOf(asked, true)));
        case 'match':
          return answerMatches(exchange, answerBatch, message.entries);
        case 'extension':
          return extension(message.json, message.isPlain && form === '1.0-draft' ? 'draft' : cells);
        case 'nothing':
          return answerManifest(describe(exchange), form);
      }
    }

    async function extension(json: string, wire: ExtensionTask['wire']): Promise<Reply> {
      const text = await answerBatch.extend(exchange, json, wire);
      return wire === 'draft' ? { kind: 'json', json: text, version: '1.0-draft', cache: 'checked' } : keyed(text);
    }

    /** Operations that the draft lacks are answered as in 0.2. */
    function keyed(json: string): Reply {
      return { kind: 'json', json, version: form === '1.0-draft' ? DEFAULT_FORM : form, cache: 'checked' };
    }
  };
}

/** Types as plain ids for requests that only the oldest clients send (`isOld`), unless a later version is named. */
function answerFormOf(asked: ProtocolForm | undefined, isOld: boolean): AnswerFormName {
  return asked === 'freebase' || (asked === undefined && isOld) ? 'strings' : 'objects';
}

function answerManifest(service: ServiceDescription, form: ProtocolForm): Reply {
  if (form === '1.0-draft') return answerDraftManifest(service);
  const manifests = {
    freebase: renderSeedManifest,
    '0.1': renderManifestWithoutVersions,
    '0.2': renderManifest,
  } as const;
  return { kind: 'json', json: JSON.stringify(manifests[form](service)), version: form, cache: 'checked' };
}
