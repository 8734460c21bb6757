import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import { asSameasError, SameasError } from '../foundation/sameas-error.js';
import type { LiveDataset } from '../reconciliation/served-snapshot.js';
import type { AccessOptions } from './access/access-options.js';
import { refuseForeignOrigin } from './access/foreign-origins.js';
import { createGate } from './access/gate.js';
import { trustOf } from './access/trust-of.js';
import { allRoutes } from './all/all-routes.js';
import { addressOf, callerOf } from './clients/client-of.js';
import { refuseUnknownHost } from './commands/refuse-foreign-request.js';
import { requestOrigin } from './commands/request-origin.js';
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
import type { OwnRoutes } from './route-table.js';
import { sendReply } from './send-reply.js';
import type { WebOptions } from './web-options.js';

/** One of several datasets, with what serves it. */
export interface MountedDataset {
  /** Where it is below the address of all, without slashes. */
  readonly path: string;
  readonly live: LiveDataset & { readonly state: () => ListedDataset['state'] };
  /** Serves the dataset alone. */
  readonly app: Express;
  /** Who may do what with it. */
  readonly access?: AccessOptions;
}

/** Where all datasets are asked at once. */
const ALL = 'all';

/** As for one dataset, but for the datasets themselves. */
export interface DatasetsOptions extends Pick<WebOptions, 'publicBaseUrl' | 'trustedProxies' | 'isProxy' | 'allowedOrigins' | 'allowedHosts' | 'guardsHosts' | 'access' | 'records'> {
  readonly datasets: readonly MountedDataset[];
  /** Makes the application that asks several datasets at once, with routes of its own. */
  readonly createAllApp: (routes: OwnRoutes, access: AccessOptions | undefined) => Express;
  readonly metrics: { readonly contentType: string; readonly render: () => Promise<string> };
}

/** The application that serves several datasets, each at a path of its own, and lists them at `/` for people and programs. */
export function createDatasetsApp(options: DatasetsOptions): Express {
  const { datasets, publicBaseUrl: configured, createAllApp, metrics } = options;
  const gate = createGate(options);
  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', false);
  app.set('trust proxy', trustOf(options));
  app.use(rememberMount, endLongRequests);
  const gates = datasets.map((dataset) => ({ dataset, gate: createGate({ ...(dataset.access !== undefined && { access: dataset.access }), ...(configured !== undefined && { publicBaseUrl: configured }) }) }));
  /** By the datasets that may be asked: there are as many as kinds of keys. */
  const allApps = new Map<string, Express>();
  // A proxy may hand requests on with or without the path at which the public reaches the service.
  for (const before of new Set(['', pathOfBaseUrl(configured)])) {
    for (const { path, app: one } of datasets) app.use(`${before}/${path}`, one);
    app.use(`${before}/${ALL}`, askingAll);
    app.get(before === '' ? '/' : `${before}/`, answer('/', (request) => {
      refuseForeignNames(request, options);
      return listReply(datasets, publicBaseUrl(request, configured), request);
    }));
    app.get(`${before}/health`, answer('/health', () => healthReply(datasets)));
    app.get(`${before}/ready`, answer('/ready', () => readyReply(datasets)));
    app.get(`${before}/logo.svg`, answer('/logo.svg', () => answerLogo()));
    app.get(`${before}/metrics`, answer('/metrics', async (request) => {
      gate.admit(request, 'ask');
      return { kind: 'text', text: await metrics.render(), contentType: metrics.contentType, cache: 'never' };
    }));
  }
  app.use(answer(UNKNOWN_ROUTE, (request) => {
    throw new SameasError('route-unknown', `There is nothing at the address ${request.path.slice(0, 200)}.`, {
      advice: `Each dataset has an address of its own: ${datasets.map(({ path }) => `/${path}/`).join(', ')}.`,
    });
  }));
  return app;

  /** Those that whoever asks may ask are asked together; where there is none, the gate of the first says why. */
  function askingAll(...[request, response, next]: Parameters<RequestHandler>): void {
    const open = gates.filter(({ gate }) => {
      try {
        gate.admit(request, 'ask');
        return true;
      } catch {
        return false;
      }
    });
    const key = open.map(({ dataset }) => dataset.path).join('/');
    let all = allApps.get(key);
    if (all === undefined) {
      const refused = datasets.filter(({ path }) => !open.some(({ dataset }) => dataset.path === path)).map(({ path }) => ({ dataset: path, state: 'needs another key' as const }));
      all = createAllApp(allRoutes(open.map(({ dataset }) => dataset), refused), open.length === 0 ? datasets[0]?.access : undefined);
      allApps.set(key, all);
    }
    all(request, response, next);
  }

  /** Answers, or tells what is wrong; and records the request. */
  function answer(route: string, make: (request: Request) => Reply | Promise<Reply>): RequestHandler {
    return async (request, response) => {
      recordWhenClosed(request, response, route);
      allowOrigin(request, response);
      response.vary('Accept').vary('Accept-Language');
      const reply = await Promise.resolve(request).then(make).catch((thrown: unknown) => {
        const error = asSameasError(thrown);
        response.set(errorHeaders(error));
        return errorReply(error, { style: 'plain', baseUrl: publicBaseUrl(request, configured), words: wordsOf(request), routePath: '', parameters: readParameters('', []), wantsPage: prefersPage(request.get('Accept') ?? ''), isInFrame: false });
      });
      await sendReply(response, reply, undefined).catch(() => undefined);
    };
  }

  /** The list is for programs of everybody, as what is listed is, unless the sites are named that may ask. */
  function allowOrigin(request: Request, response: Response): void {
    const origin = request.get('Origin') ?? '';
    if (options.allowedOrigins === undefined) response.set('Access-Control-Allow-Origin', '*');
    else if (options.allowedOrigins.has(origin.toLowerCase())) response.set('Access-Control-Allow-Origin', origin).vary('Origin');
  }

  function recordWhenClosed(request: Request, response: Response, route: string): void {
    const startedAt = performance.now();
    const key = (): string | undefined => callerOf(request)?.key.name;
    response.once('close', () => options.records?.recordAccess?.({ address: addressOf(request), ...(key() !== undefined && { key: key() ?? '' }), dataset: '', method: request.method, route, status: response.statusCode, elapsedMs: performance.now() - startedAt }));
  }
}

const UNKNOWN_ROUTE = '(unknown)';

/** Refuses names and pages that are not those of the settings. Throws `host-not-allowed` and `origin-not-allowed`. */
function refuseForeignNames(request: Request, { guardsHosts, allowedHosts = new Set(), allowedOrigins, publicBaseUrl: configured }: DatasetsOptions): void {
  if (guardsHosts === true) refuseUnknownHost(requestOrigin(request, configured).host, allowedHosts);
  refuseForeignOrigin(request, allowedOrigins, configured);
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
