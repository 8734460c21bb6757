import { constants } from 'node:zlib';
import compression from 'compression';
import cors from 'cors';
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import helmet from 'helmet';
import { isLoopback } from '../foundation/is-loopback.js';
import { asSameasError, SameasError } from '../foundation/sameas-error.js';
import { sentence } from '../foundation/message.js';
import { checkCallback } from '../protocols/jsonp.js';
import { bodyError } from './bodies/body-error.js';
import { isForm, NO_BODY, readBody, type SentBody } from './bodies/read-body.js';
import { isLongForm, receiveToFile, type FormFile } from './bodies/receive-to-file.js';
import { createRequestReader, type RequestReader } from './bodies/request-reader.js';
import { keyInAddress } from './access/sent-key.js';
import { signInAddress } from './access/sign-in-address.js';
import { createGate, type Gate } from './access/gate.js';
import { refuseForeignOrigin, refuseForeignScript } from './access/foreign-origins.js';
import { trustOf } from './access/trust-of.js';
import { countQueries } from './access/asked-queries.js';
import { needOf } from './access/need-of.js';
import { admitRequest, tellRates } from './clients/admit-request.js';
import { callerOf, clientOf } from './clients/client-of.js';
import { createFairShare, type FairShare } from './clients/fair-share.js';
import { createCommandHandler, type ProjectsWebOptions } from './commands/command-handler.js';
import { ownServiceOf } from './commands/own-service.js';
import { protectResponse } from './commands/protect-response.js';
import { refuseForeignRequest, refuseUnknownHost } from './commands/refuse-foreign-request.js';
import { requestOrigin } from './commands/request-origin.js';
import { createProjectPageHandler, createProjectsPageHandler } from './commands/project-pages.js';
import { endLongRequests } from './end-long-requests.js';
import type { VersionDemands } from './entities/entities-port.js';
import { errorReply, PROBLEM_MEDIA_TYPE, reasonPhrase } from './error-reply.js';
import { errorHeaders } from './error-status.js';
import type { Exchange } from './exchange.js';
import { leaseSnapshots } from './lease-snapshots.js';
import { wordsOf } from './messages/words-of.js';
import { contentLanguage, labelLanguages, languagesAsked } from './label-languages.js';
import { isInterruption } from './is-interruption.js';
import { DATASET_FORMS } from './matching/answer-dataset.js';
import { isDraftRequest } from './matching/speaks-draft.js';
import { namesMediaType } from '../protocols/choose-form.js';
import { prefersPage } from './prefers-page.js';
import { observeRequests } from './observe-requests.js';
import { knowHosts, pathOfBaseUrl, publicBaseUrl, rememberMount } from './public-base-url.js';
import { identifyRequest } from './request-id.js';
import { hasTooManyParameters, MAX_PARAMETERS, readParameters, type RequestParameters } from './request-parameters.js';
import { routeTable, type OwnRoutes, type Route, type RouteStyle } from './route-table.js';
import { sendReply } from './send-reply.js';
import { rememberRoute, routeOf, routePathOf } from './served-route.js';
import { siteOf } from './site.js';
import { mountUploads } from './uploads/mount-uploads.js';
import { DEFAULT_LIMITS } from './web-limits.js';
import type { WebOptions } from './web-options.js';

/*
 * The HTTP face of the service. Express stays in this file (and in the few next to it that send and read): handlers get an `Exchange`
 * and give a `Reply`, or throw a `SameasError`, and what goes out in either case is decided here, once for all routes.
 *
 * Every answer of every status must carry the CORS headers, and nothing may forbid frames or embedding: see docs/protocols.md.
 */

/** The application; it listens on nothing by itself. `ownRoutes`: others in place of those of one dataset. */
export function createApp(options: WebOptions, ownRoutes?: OwnRoutes): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', false);
  app.set('trust proxy', trustOf(options));
  if (options.hidesForeignHosts === true) knowHosts(app, knownHostsOf(options));

  const path = pathOfBaseUrl(options.publicBaseUrl);
  if (options.uploads !== undefined) mountUploads(app, options.uploads, path);
  app.use(rememberMount, observeRequests(options), endLongRequests);
  app.use(oneSlashFirst(path));
  app.use(compressAnswers(options));
  // Before the headers that open everything to everybody: these belong to the matching wing alone.
  const fair = options.fair ?? createFairShare(options.limits);
  const gate = createGate(options);
  const serving: Serving = { options, fair, gate, reader: createRequestReader(options.reading, fair.reading) };
  if (options.projects !== undefined) mountProjects(app, serving, options.projects);
  // Preflights end at the second of these.
  const table = ownRoutes?.(fair, options.tables) ?? routeTable(options, fair);
  for (const { path: below } of table.filter(({ isPrivate }) => isPrivate === true)) {
    for (const before of new Set(['', path])) app.use(before + below.replace('/{id}', ''), keepPrivate(options));
  }
  app.use(safeHeaders());
  app.use(unlessPrivate(allowOrigins(options.allowedOrigins)));

  const routes = createRoutes(serving, table);
  // A proxy may hand requests on with or without the path at which the public reaches the service.
  if (path !== '') app.use(path, routes);
  app.use(routes);
  app.use((request: Request) => {
    throw new SameasError(
      'route-unknown',
      sentence('There is nothing at the address {address}.', { address: request.path.slice(0, 200) }),
      {
        advice:
          options.datasetPaths === undefined
            ? sentence('The address to register in a client is the one of the service itself.')
            : `Each dataset has an address of its own: ${options.datasetPaths.map((one) => `/${one}/`).join(', ')}.`,
      },
    );
  });
  app.use(sendError(options, fair));
  return app;
}

/** What handlers share. */
interface Serving {
  readonly options: WebOptions;
  readonly fair: FairShare;
  readonly gate: Gate;
  readonly reader: RequestReader;
}

/**
 * The address of the service is shown with a slash at the end, and programs put paths that begin with one behind it: `…:8000//match` is `/match`, and
 * `…:8000/v1//match` is `/v1/match`. Slashes further on stay, for they may belong to an id.
 */
function oneSlashFirst(basePath: string): RequestHandler {
  return (request, _response, next) => {
    const inner = request.url.startsWith(`${basePath}/`) ? request.url.slice(basePath.length) : request.url;
    if (/^\/(?:v1\/+)?\//.test(inner)) request.url = inner.replace(/^\/+/, '/').replace(/^\/v1\/+/, '/v1/');
    next();
  };
}

/** The projects wing: commands and pages, at the same places as the routes. */
function mountProjects(app: Express, { options, fair, gate, reader }: Serving, projects: ProjectsWebOptions): void {
  const { observe, publicBaseUrl: configured, limits } = options;
  const context = {
    projects,
    observe,
    publicBaseUrl: configured,
    part: options.part,
    services:
      options.services ??
      ((baseUrl: string) => [ownServiceOf(options.live.current().snapshot, baseUrl, limits.batchSize)]),
    fair,
    gate,
    reader,
    bodyTimeoutMs: limits.bodyTimeoutMs ?? DEFAULT_LIMITS.bodyTimeoutMs,
  };
  for (const path of new Set(['', pathOfBaseUrl(configured)])) {
    app.use(`${path}/command`, createCommandHandler(context));
    app.all(`${path}/project`, createProjectPageHandler(context));
    app.all(`${path}/projects`, createProjectsPageHandler(context));
  }
}

/** What watches the service has to get through whatever else is sent. */
const ALWAYS_ADMITTED: ReadonlySet<string> = new Set(['/health', '/ready', '/metrics']);

const WITH_BODY = ['POST', 'PUT', 'PATCH'] as const;

function createRoutes({ options, fair, gate, reader }: Serving, routes: readonly Route[]): express.Router {
  const router = express.Router();
  const { maxBodyBytes: maxBytes, bodyTimeoutMs: timeoutMs = DEFAULT_LIMITS.bodyTimeoutMs } = options.limits;
  const routeAt = new Map(routes.map((route) => [route.path, route]));
  // Before the body: an error in reading it has the form of its route, too. Where a body would not be looked at, none is read.
  router.use(async (request, response, next) => {
    const route =
      routeAt.get(request.path.replace(/(?<=.)\/$/, '')) ??
      routes.find(({ path }) => path.endsWith('/{id}') && request.path.startsWith(path.slice(0, -'{id}'.length)));
    if (route !== undefined) rememberRoute(response, route);
    if (route !== undefined) admitTo(route, { options, gate }, request, response);
    if (route === undefined || !ALWAYS_ADMITTED.has(route.path)) admitRequest(request, response, fair.budgets);
    if (request.method === 'POST' && route?.takesLongForms === true && isForm(request) && isLongForm(request)) {
      const longest = { maxBytes: options.limits.maxTableBytes ?? DEFAULT_LIMITS.maxTableBytes, timeoutMs };
      // What is wrong with it is told by the handler, which shows the form again.
      response.locals['formFile'] = await receiveToFile(request, longest, (remove) =>
        response.once('close', remove),
      ).catch(asSameasError);
    } else if (
      route !== undefined &&
      WITH_BODY.some((method) => method === request.method && route.methods.includes(method))
    ) {
      response.locals['body'] = await readBody(
        request,
        clientOf(request),
        { reader, budgets: fair.budgets, limits: { maxBytes, timeoutMs }, takesLines: route.takesLines === true },
        (release) => response.once('close', release),
      );
    }
    next();
  });
  for (const route of routes) {
    const answer = handle(route, { options, gate, reader });
    const refuse = refuseMethod(route);
    const handler: RequestHandler = (request, response, next) => {
      const method = request.method === 'HEAD' ? 'GET' : request.method;
      return (route.methods.some((one) => one === method) ? answer : refuse)(request, response, next);
    };
    const [, prefix] = /^(.*)\/\{id\}$/.exec(route.path) ?? [];
    // Express would decode a parameter of the path, and refuse an id with a bare % in it: such an address is taken as it is.
    if (prefix === undefined) router.all(route.path, handler);
    else router.use(prefix, handler);
  }
  return router;
}

/** Once for a request: before its body is read where its path is written as in the table, else when Express has found the route. */
function admitTo(
  route: Route,
  { options, gate }: Pick<Serving, 'options' | 'gate'>,
  request: Request,
  response: Response,
): void {
  if (response.locals['admittedTo'] === route) return;
  if (!ALWAYS_ADMITTED.has(route.path)) {
    const { allowedOrigins, allowedHosts = new Set(), guardsHosts, publicBaseUrl: configured } = options;
    if (guardsHosts === true) refuseUnknownHost(requestOrigin(request, configured).host, allowedHosts);
    if (route.isPrivate !== true) refuseForeignOrigin(request, allowedOrigins, configured);
  }
  const need = needOf(route, request);
  gate.admit(request, need);
  // What is for those with a key is nothing that a proxy may give to others.
  if (need !== 'nothing' && (options.access?.ring !== undefined || callerOf(request) !== undefined))
    response.locals['isPersonal'] = true;
  response.locals['admittedTo'] = route;
}

/** What came as the body of the request, once it is read. */
function bodyOf(response: Response): SentBody {
  return (response.locals['body'] as SentBody | undefined) ?? NO_BODY; // set by createRoutes only
}

function formFileOf(response: Response): FormFile | SameasError | undefined {
  return response.locals['formFile'] as FormFile | SameasError | undefined; // set by createRoutes only
}

function handle(route: Route, { options, gate, reader }: Omit<Serving, 'fair'>): RequestHandler {
  return async (request, response) => {
    rememberRoute(response, route);
    admitTo(route, { options, gate }, request, response);
    if (hasTooManyParameters(queryOf(request)))
      throw new SameasError('parameter-invalid', `The address has more than ${String(MAX_PARAMETERS)} parameters.`, {
        facts: { limit: MAX_PARAMETERS },
        advice: 'Send long requests by POST.',
      });
    const parameters = parametersOf(request, response);
    response.vary('Accept');
    const callback = callbackOf(parameters, route.style);
    if (callback !== undefined) refuseForeignScript(request, options.allowedOrigins, options.publicBaseUrl);
    const exchange = exchangeOf(
      { request, parameters, body: bodyOf(response), formFile: formFileOf(response), ...leaseSnapshots(response) },
      { options, gate, reader },
    );
    const reply = await route.handler(exchange);
    if (reply.kind === 'json' && route.asksSeveral !== true && SHOWS_NAMES.has(route.style))
      tellLanguage(response, exchange);
    await sendReply(response, reply, callback);
  };
}

/** Styles of routes whose answers have names of the dataset in them. */
const SHOWS_NAMES: ReadonlySet<RouteStyle> = new Set(['json', 'suggest', 'draft']);

/** In which languages names are called in an answer, where the dataset says. */
function tellLanguage(response: Response, { languages, served }: Exchange): void {
  const { dataset } = served().snapshot;
  if ((dataset.metadata.languages ?? []).length > 0) response.vary('Accept-Language');
  const language = contentLanguage(labelLanguages(languages, dataset), dataset);
  if (language !== undefined) response.set('Content-Language', language);
}

/** A request that has been read. */
interface ReadRequest {
  readonly request: Request;
  readonly parameters: RequestParameters;
  readonly body: SentBody;
  readonly formFile: FormFile | SameasError | undefined;
  readonly servedBy: Exchange['servedBy'];
  readonly gone: AbortSignal;
}

function exchangeOf(
  { request, parameters, body, formFile, servedBy, gone }: ReadRequest,
  { options, gate, reader }: Omit<Serving, 'fair'>,
): Exchange {
  const client = clientOf(request);
  const baseUrl = publicBaseUrl(request, options.publicBaseUrl);
  return {
    method: request.method,
    rawPath: request.url.split('?', 1)[0] ?? '/',
    queryString: queryOf(request),
    parameters,
    files: body.files,
    formFile,
    jsonBody: body.json,
    lines: body.lines,
    demands: demandsOf(request),
    read: (task) => reader.message(client, task),
    client,
    keyName: callerOf(request)?.key.name,
    keysInManifest: {
      needsKey: options.access?.keyNeeded === 'everything',
      keyInAddress: callerOf(request) === undefined ? undefined : keyInAddress(request),
    },
    admit: (need) => gate.admit(request, need),
    record: (change) => gate.record(request, change),
    countQueries: (queries) => countQueries(request, queries),
    accept: request.get('Accept') ?? '',
    languages: languagesAsked(parameters.get('lang'), request.get('Accept-Language') ?? ''),
    baseUrl,
    site: siteOf(baseUrl, options.part),
    words: wordsOf(request),
    referrer: request.get('Referer') ?? '',
    limits: options.limits,
    served: () => servedBy(options.live),
    servedBy,
    gone,
  };
}

function demandsOf(request: Request): VersionDemands {
  const ifMatch = request.get('If-Match');
  const ifNoneMatch = request.get('If-None-Match');
  return { ...(ifMatch !== undefined && { ifMatch }), ...(ifNoneMatch !== undefined && { ifNoneMatch }) };
}

function parametersOf(request: Request, response: Response): RequestParameters {
  return readParameters(queryOf(request), bodyOf(response).fields);
}

function queryOf({ url }: Request): string {
  return url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
}

function callbackOf(parameters: RequestParameters, style: RouteStyle): string | undefined {
  if (style !== 'json' && style !== 'suggest') return undefined;
  const name = parameters.get('callback');
  return name === undefined || name === '' ? undefined : checkCallback(name);
}

/** For an error, which may come before the callback was looked at: without one that could be called it goes out as it is. */
function usableCallback(parameters: RequestParameters, style: RouteStyle): string | undefined {
  try {
    return callbackOf(parameters, style);
  } catch {
    return undefined;
  }
}

function refuseMethod(route: Route): RequestHandler {
  return (request, response) => {
    rememberRoute(response, route);
    const allow = [
      ...route.methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
      'OPTIONS',
    ].join(', ');
    throw new SameasError('method-not-allowed', `The method ${request.method} cannot be used at this address.`, {
      facts: { allow },
      advice: `Use one of ${allow}.`,
    });
  };
}

/** The last in line: every error of every route goes out here. */
function sendError(options: WebOptions, fair: FairShare): ErrorRequestHandler {
  return (thrown: unknown, request, response, next) => {
    const route = routeOf(response);
    if (isInterruption(thrown) || response.destroyed) {
      options.observe({ kind: 'request-interrupted', method: request.method, route: routePathOf(response) });
      response.destroy();
      return;
    }
    const error = bodyError(thrown) ?? asSameasError(thrown);
    options.observe({
      kind: 'request-failed',
      method: request.method,
      route: routePathOf(response),
      error,
      ...identifyRequest(request, response),
    });
    if (response.headersSent) {
      // Half an answer is out already; cutting the connection is the only way to say that it is not whole.
      next(thrown);
      return;
    }
    const parameters = parametersOf(request, response);
    const style = errorStyle(request, response, parameters, route);
    const baseUrl = publicBaseUrl(request, options.publicBaseUrl);
    const reply = errorReply(error, {
      style,
      baseUrl,
      site: siteOf(baseUrl, options.part),
      words: wordsOf(request),
      routePath: route?.path ?? '',
      parameters,
      wantsPage: prefersPage(request.get('Accept') ?? ''),
      wantsProblem: namesMediaType(request.get('Accept') ?? '', PROBLEM_MEDIA_TYPE),
      signIn:
        options.access?.ring === undefined ? undefined : signInAddress(request, options.publicBaseUrl, options.part),
      isInFrame: /\/preview$/.test(route?.path ?? ''),
    });
    response.set(errorHeaders(error)).vary('Accept');
    if (error.kind === 'too-many-requests') tellRates(request, response, fair.budgets);
    // OpenRefine shows the text of the status line, and no other, in the cells of a batch that failed. For others it is the usual one.
    if (/^OpenRefine\b/i.test(request.get('User-Agent') ?? '')) response.statusMessage = reasonPhrase(error);
    // Short, and the client may be gone.
    sendReply(response, reply, usableCallback(parameters, style)).catch(() => undefined);
  };
}

/** That of the route, but for two of version 1.0-draft: what is asked of the root in its form, and what is asked below its address and is not there. */
function errorStyle(
  request: Request,
  response: Response,
  parameters: RequestParameters,
  route: Route | undefined,
): RouteStyle {
  if (route === undefined) return /\/v1\//.test(request.path) ? 'draft' : 'plain';
  const signs = {
    profile: parameters.get('profile'),
    accept: request.get('Accept') ?? '',
    jsonBody: bodyOf(response).json,
  };
  return route.path === '/' && isDraftRequest(signs) ? 'draft' : route.style;
}

/**
 * Quickly rather than tightly: packing costs time on the thread that answers. A table on its way to a client on this very
 * computer is not packed at all, which would take several times as long as writing it.
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

function allowOrigins(allowed: WebOptions['allowedOrigins']): RequestHandler {
  return cors({
    origin:
      allowed === undefined
        ? '*'
        : (origin, answer) => answer(null, origin !== undefined && allowed.has(origin.toLowerCase())),
    methods: ['GET', 'HEAD', 'POST', 'OPTIONS'],
    // Without a list, a preflight is told that the headers it asks for may be sent, whichever they are: there is nothing here that a header could unlock.
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
  });
}

/** Refuses what comes from the pages of other sites, and has no other site read, frame or embed the answer. */
function keepPrivate({ publicBaseUrl: configured, allowedHosts = new Set() }: WebOptions): RequestHandler {
  return (request, response, next) => {
    response.locals['isPrivate'] = true;
    protectResponse(response);
    refuseForeignRequest(requestOrigin(request, configured), allowedHosts, 'allowed');
    next();
  };
}

function unlessPrivate(handler: RequestHandler): RequestHandler {
  return (request, response, next) => {
    if (response.locals['isPrivate'] !== true) {
      void handler(request, response, next);
      return;
    }
    protectResponse(response);
    next();
  };
}

/** The usual protection, without what would keep others from embedding our answers: that is what they are for. */
function safeHeaders(): RequestHandler {
  return helmet({
    contentSecurityPolicy: false,
    // Our own pages are told where a user has chosen another language; pages of others are told nothing.
    referrerPolicy: { policy: 'same-origin' },
    frameguard: false,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    strictTransportSecurity: false,
  });
}

/** The names of the service, and those of sites whose pages may ask. */
function knownHostsOf({ allowedHosts = new Set(), allowedOrigins = new Set() }: WebOptions): ReadonlySet<string> {
  return new Set([...allowedHosts, ...Array.from(allowedOrigins, (origin) => new URL(origin).hostname)]);
}
