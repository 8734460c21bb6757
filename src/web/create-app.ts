import { constants } from 'node:zlib';
import compression from 'compression';
import cors from 'cors';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import helmet from 'helmet';
import { isLoopback } from '../foundation/is-loopback.js';
import { authorise, checkKey, recordChange, guard, protectResponse, admit, clientOf } from './access/gate.js';
import { readBody } from './bodies/read-body.js';
import { createRequestReader } from './bodies/read-form.js';
import { createFairShare } from './clients/fair-share.js';
import { answerCommand } from './commands/command-handler.js';
import { projectRoutes } from './commands/project-pages.js';
import { presentError } from './error-reply.js';
import { handle } from './handle-request.js';
import { DATASET_FORMS } from './matching/answer-dataset.js';
import { pathOfBaseUrl, trustOf, publicBaseUrl } from './public-base-url.js';
import type { RequestContext, Service, Step, FoundRoute } from './request-context.js';
import { pageLookOf } from './pages/page-look.js';
import { routeTable, type OwnRoutes } from './route-table.js';
import { present } from './send-reply.js';
import { mountUploads } from './uploads/dataset-uploads.js';
import { endLongRequest, observeRequest, identifyRequest } from './watch-request.js';
import type { WebOptions } from './web-options.js';
import { setMaxListeners } from 'node:events';
import type { LiveDataset, ServedSnapshot, SnapshotLease } from '../describe/served-snapshot.js';
import { once } from '../foundation/once.js';
import { keyInAddress } from './access/credentials.js';
import { NO_BODY, type SentBody } from './bodies/receive-body.js';
import { wordsOf } from './messages/request-language.js';
import { queryOf, readParameters, type RequestParameters } from './request-parameters.js';
import { type Route, siteOf } from './exchange.js';

/*
 * The HTTP face of the service. Express stays in this file and in the steps: handlers get an `Exchange` and give a `Reply`, or throw a `SameasError`, and what goes out in either case
 * is decided here, once for all routes.
 *
 * Every answer of every status must carry the CORS headers, and nothing may forbid frames or embedding, but for what shows what people have sent: see docs/protocols.md.
 */

/** Steps of a request, in order; the first step that throws or answers ends it. Its route is known before. */
function stepsOf(options: WebOptions): readonly Step[] {
  return [
    ...beginningOf(options),
    byMiddleware(safeHeaders()),
    shareAnswers(options), // preflights end here
    guard, // hosts, and pages of other sites
    authorise, // keys and their roles
    admit, // requests of the client
    readBody,
    handle, // unknown addresses and methods, the handler of the route
    present, // status, headers, and the answer
  ];
}

/** The same for a command of projects, which reads its body and answers by itself. */
function stepsOfCommand(options: WebOptions): readonly Step[] {
  return [...beginningOf(options), answerCommand];
}

function beginningOf(options: WebOptions): readonly Step[] {
  return [
    observeRequest, // log, metrics, access log
    endLongRequest,
    byMiddleware(compressAnswers(options)),
  ];
}

/** The application, without a server. `ownRoutes` replace those of one dataset. */
export function createApp(options: WebOptions, ownRoutes?: OwnRoutes): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', false);
  app.set('trust proxy', trustOf(options));
  const path = pathOfBaseUrl(options.publicBaseUrl);
  if (options.uploads !== undefined) mountUploads(app, options.uploads, path);
  const fair = options.fair ?? createFairShare(options.limits);
  const routes = [...projectRoutes(options), ...(ownRoutes?.(fair, options.tables) ?? routeTable(options, fair))];
  const reader = createRequestReader(options.reading, fair.reading);
  const service: Service = {
    ...options,
    fair,
    reader,
    publicPath: path,
    findRoute: routeFinder(routes, path),
    look: pageLookOf(options.look),
  };
  const [steps, ofCommand] = [stepsOf(options), stepsOfCommand(options)];
  app.use((request, response, next) => {
    answer(request, response).catch(next);
  });
  return app;

  async function answer(request: Request, response: Response): Promise<void> {
    const context = createContext(request, response, service);
    try {
      for (const step of isCommand(context) ? ofCommand : steps) {
        await step(context);
        if (response.writableEnded) return;
      }
    } catch (thrown) {
      presentError(context, thrown);
    }
  }
}

/** Whether it is for the projects wing, which has commands below `/command`. */
function isCommand({ path, service }: RequestContext): boolean {
  return service.projects !== undefined && /^\/command(?:\/|$)/i.test(path);
}

/** Express calls what is between requests and answers middleware; here it is what only looks at headers, and goes on at once. */
function byMiddleware(handler: RequestHandler): Step {
  return ({ request, response }) =>
    void handler(request, response, (thrown?: unknown) => {
      if (thrown instanceof Error) throw thrown;
    });
}

/**
 * Fast rather than small: compression takes time of the serving thread. A table for a client on this computer is not
 * compressed at all, which would take several times as long as writing it.
 */
function compressAnswers({ trustedProxies }: WebOptions): RequestHandler {
  return compression({
    level: constants.Z_BEST_SPEED,
    filter: (request: Request, response: Response) =>
      (trustedProxies > 0 ||
        !request.originalUrl.includes('/command/') ||
        !isLoopback(request.socket.remoteAddress ?? '')) &&
      (compression.filter(request, response) || response.get('Content-Type') === DATASET_FORMS.nt),
  });
}

/** Lets pages of all sites, or of those that are allowed, read an answer; of what is private, none. */
function shareAnswers({ allowedOrigins: allowed }: WebOptions): Step {
  const share = byMiddleware(
    cors({
      origin:
        allowed === undefined
          ? '*'
          : (origin, answer) => answer(null, origin !== undefined && allowed.has(origin.toLowerCase())),
      methods: ['GET', 'HEAD', 'POST', 'OPTIONS'],
      // Without a list, preflights allow all requested headers: no header unlocks anything here.
      exposedHeaders: [
        'Content-Language',
        'ETag',
        'Retry-After',
        'RateLimit',
        'RateLimit-Policy',
        'Link',
        'Reconciliation-Version',
        'WWW-Authenticate',
        'X-Request-Id',
      ],
      maxAge: 86_400,
      optionsSuccessStatus: 204,
    }),
  );
  return (context) => (context.isPrivate ? protectResponse(context.response) : share(context));
}

/** The usual protection, without headers that keep others from embedding our answers, which is their purpose. */
function safeHeaders(): RequestHandler {
  return helmet({
    contentSecurityPolicy: false,
    // The referrer shows our own pages where a user has chosen another language; other sites get none.
    referrerPolicy: { policy: 'same-origin' },
    frameguard: false,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    strictTransportSecurity: false,
  });
}

const UNKNOWN_ROUTE = '(unknown)';

/** Recorded texts of one request, and characters of each. */
const MAX_TEXTS = 100;
const MAX_CHARACTERS = 200;

/** The request before its first step, with its route. */
function createContext(request: Request, response: Response, service: Service): RequestContext {
  const { access, publicPath, live, limits, part, reader, findRoute, look } = service;
  request.url = oneSlashFirst(request.url, publicPath);
  const { route, path, isPrivate, rest } = findRoute(
    request.url.startsWith('/') ? (request.url.split('?', 1)[0] ?? '/') : request.path,
  );
  const queryString = queryOf(request.url);
  const baseUrl = once(() => publicBaseUrl(request, service));
  const leases = once(() => leaseSnapshots(response));
  let parameters: { readonly of: SentBody; readonly read: RequestParameters } | undefined;
  const context: RequestContext = {
    request,
    response,
    service,
    path,
    route,
    countedPath: route?.path ?? UNKNOWN_ROUTE,
    isPrivate,
    ids: identifyRequest(request, response),
    sentKey: undefined,
    get key() {
      return context.sentKey === 'invalid' ? undefined : context.sentKey;
    },
    isPersonal: false,
    hasBody: request.headers['transfer-encoding'] !== undefined || Number(request.get('Content-Length') ?? '0') > 0,
    body: NO_BODY,
    asked: { queries: 0, texts: [] },
    method: request.method,
    rest,
    queryString,
    get parameters() {
      if (parameters?.of !== context.body)
        parameters = { of: context.body, read: readParameters(queryString, context.body.fields) };
      return parameters.read;
    },
    header: (name) => request.get(name),
    read: (task) => reader.message(context.client, task),
    get client() {
      return clientOf(request, context.key);
    },
    access: {
      get keyName() {
        return context.key?.name;
      },
      needsKey: access?.keyNeeded === 'everything',
      get keyInAddress() {
        return context.key === undefined ? undefined : keyInAddress(request);
      },
      admit: (need) => checkKey(context.key, need, access),
      record: (change) => recordChange(context, change),
      countQueries: (queries) => {
        const { asked } = context;
        asked.queries += queries.length;
        for (const { text } of queries.slice(0, MAX_TEXTS - asked.texts.length))
          asked.texts.push(text.slice(0, MAX_CHARACTERS));
      },
    },
    get baseUrl() {
      return baseUrl();
    },
    get site() {
      return siteOf(baseUrl(), part, look);
    },
    get words() {
      return wordsOf(request);
    },
    limits,
    served: (other = live) => leases().served(other),
    get gone() {
      return leases().gone;
    },
  };
  return context;
}

/**
 * The route of a path, written with or without the public path of the service: a proxy may hand requests on in both
 * ways. Of routes with one address it is the first. Addresses below a private route are private, too.
 */
function routeFinder(routes: readonly Route[], publicPath: string): Service['findRoute'] {
  const places = routes.map((route) => ({ route, start: route.path.replace(/\/\{id\}$/, '') }));
  const exact = new Map(
    places
      .filter(({ route, start }) => route.path === start)
      .map(({ route, start }) => [start, route] as const)
      .reverse(),
  );
  const open = places.filter(({ route, start }) => route.path !== start);
  const isBelow = (path: string, start: string): boolean => path === start || path.startsWith(`${start}/`);
  const within = (path: string): FoundRoute => {
    const place = path.toLowerCase();
    const above = open.find(({ start }) => isBelow(place, start));
    return {
      route: exact.get(place.replace(/(?<=.)\/$/, '')) ?? above?.route,
      isPrivate: places.some(({ route, start }) => route.isPrivate === true && isBelow(place, start)),
      path,
      rest: path.slice(above?.start.length) || '/',
    };
  };
  return (path) => {
    const asWritten = within(path);
    if (publicPath === '' || !isBelow(path.toLowerCase(), publicPath.toLowerCase())) return asWritten;
    const below = within(path.slice(publicPath.length) || '/');
    return below.route === undefined && asWritten.route !== undefined ? asWritten : below;
  };
}

/**
 * The address of the service ends with a slash, and programs append paths that begin with one: `…:8000//match` is
 * `/match`, and `…:8000/v1//match` is `/v1/match`. Later slashes stay, for they may belong to an id.
 */
function oneSlashFirst(url: string, publicPath: string): string {
  const inner = url.startsWith(`${publicPath}/`) ? url.slice(publicPath.length) : url;
  return /^\/(?:v1\/+)?\//.test(inner) ? inner.replace(/^\/+/, '/').replace(/^\/v1\/+/, '/v1/') : url;
}

/** One snapshot of each dataset that a request asks, until it is answered or given up. */
function leaseSnapshots(response: Response): {
  readonly served: (live: LiveDataset) => ServedSnapshot;
  readonly gone: AbortSignal;
} {
  const leases = new Map<LiveDataset, SnapshotLease>();
  const end = new AbortController();
  // Each waiting piece of a batch listens.
  setMaxListeners(0, end.signal);
  response.once('close', () => {
    end.abort();
    for (const { release } of leases.values()) release();
  });
  const served = (live: LiveDataset): ServedSnapshot => {
    const known = leases.get(live);
    if (known !== undefined) return known.served;
    const lease = live.lease();
    leases.set(live, lease);
    if (response.closed) lease.release();
    return lease.served;
  };
  return { served, gone: end.signal };
}
