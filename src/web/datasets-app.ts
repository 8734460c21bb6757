import express, { type Express, type Request, type RequestHandler } from 'express';
import { SameasError } from '../foundation/sameas-error.js';
import type { LiveDataset } from '../reconciliation/served-snapshot.js';
import { trustOf } from './access/trust-of.js';
import { endLongRequests } from './end-long-requests.js';
import { errorReply } from './error-reply.js';
import { errorHeaders } from './error-status.js';
import { wordsOf } from './messages/words-of.js';
import { datasetsPage, type ListedDataset } from './pages/datasets-page.js';
import { prefersPage } from './prefers-page.js';
import { pathOfBaseUrl, publicBaseUrl, rememberMount } from './public-base-url.js';
import { answerLogo } from './answer-assets.js';
import type { Reply } from './reply.js';
import { readParameters } from './request-parameters.js';
import { sendReply } from './send-reply.js';

/** One of several datasets, with what serves it. */
export interface MountedDataset {
  /** Where it is below the address of all, without slashes. */
  readonly path: string;
  readonly live: LiveDataset & { readonly state: () => ListedDataset['state'] };
  /** Serves the dataset alone. */
  readonly app: Express;
}

export interface DatasetsOptions {
  readonly datasets: readonly MountedDataset[];
  /** As for one dataset (web-options.ts). */
  readonly publicBaseUrl?: string;
  readonly trustedProxies: number;
  readonly isProxy?: (address: string) => boolean;
  readonly metrics: { readonly contentType: string; readonly render: () => Promise<string> };
}

/** The application that serves several datasets, each at a path of its own, and lists them at `/` for people and programs. */
export function createDatasetsApp({ datasets, publicBaseUrl: configured, trustedProxies, isProxy, metrics }: DatasetsOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', false);
  app.set('trust proxy', trustOf({ trustedProxies, ...(isProxy !== undefined && { isProxy }) }));
  app.use(rememberMount, endLongRequests);
  // A proxy may hand requests on with or without the path at which the public reaches the service.
  for (const before of new Set(['', pathOfBaseUrl(configured)])) {
    for (const { path, app: one } of datasets) app.use(`${before}/${path}`, one);
    app.get(before === '' ? '/' : `${before}/`, answer((request) => listReply(datasets, publicBaseUrl(request, configured), request)));
    app.get(`${before}/health`, answer(() => healthReply(datasets)));
    app.get(`${before}/ready`, answer(() => readyReply(datasets)));
    app.get(`${before}/logo.svg`, answer(() => answerLogo()));
    app.get(`${before}/metrics`, answer(async () => ({ kind: 'text', text: await metrics.render(), contentType: metrics.contentType, cache: 'never' })));
  }
  app.use((request, response) => {
    const baseUrl = publicBaseUrl(request, configured);
    const error = new SameasError('route-unknown', `There is nothing at the address ${request.path.slice(0, 200)}.`, {
      advice: `Each dataset has an address of its own: ${datasets.map(({ path }) => `/${path}/`).join(', ')}.`,
    });
    const reply = errorReply(error, { style: 'plain', baseUrl, words: wordsOf(request), routePath: '', parameters: readParameters('', []), wantsPage: prefersPage(request.get('Accept') ?? ''), isInFrame: false });
    void sendReply(response.set(errorHeaders(error)).vary('Accept'), reply, undefined).catch(() => undefined);
  });
  return app;

  function answer(make: (request: Request) => Reply | Promise<Reply>): RequestHandler {
    return async (request, response) => {
      const reply = await make(request);
      // The list is for programs of everybody, as what is listed is.
      await sendReply(response.set('Access-Control-Allow-Origin', '*').vary('Accept').vary('Accept-Language'), reply, undefined).catch(() => undefined);
    };
  }
}

function listReply(datasets: readonly MountedDataset[], baseUrl: string, request: Request): Reply {
  const listed = datasets.map((dataset) => listedDataset(dataset, baseUrl));
  return prefersPage(request.get('Accept') ?? '') ? datasetsPage(listed, baseUrl, wordsOf(request)) : { kind: 'json', json: JSON.stringify({ datasets: listed }), cache: 'checked' };
}

function listedDataset({ path, live }: MountedDataset, baseUrl: string): ListedDataset {
  const place = { path, url: `${baseUrl}/${path}/` };
  const state = live.state();
  if (state !== 'ready') return { ...place, state, name: path };
  const { metadata, entities } = live.current().snapshot.dataset;
  return { ...place, state, name: metadata.name, ...(metadata.description !== undefined && { description: metadata.description }), ...(metadata.language !== undefined && { language: metadata.language }), entities: entities.size };
}

/** That the process lives, and which datasets are older than they should be, or not there. */
function healthReply(datasets: readonly MountedDataset[]): Reply {
  const failed = datasets.flatMap(({ path, live }): readonly object[] => {
    if (live.state() === 'failed') return [{ dataset: path }];
    const loadFailure = live.state() === 'ready' ? live.current().loadFailure : undefined;
    return loadFailure === undefined ? [] : [{ dataset: path, at: loadFailure.at.toISOString(), code: loadFailure.code }];
  });
  return { kind: 'json', json: JSON.stringify({ status: 'ok', ...(failed.length > 0 && { loadFailed: failed }) }), cache: 'never' };
}

/** Ready when no dataset is waited for any more, and one can be asked. */
function readyReply(datasets: readonly MountedDataset[]): Reply {
  const states = datasets.map(({ live }) => live.state());
  const isReady = states.includes('ready') && !states.includes('loading');
  return { kind: 'json', json: JSON.stringify({ status: isReady ? 'ready' : 'not-ready', datasets: Object.fromEntries(datasets.map(({ path }, i) => [path, states[i]])) }), status: isReady ? 200 : 503, cache: 'never' };
}
