import { constants } from 'node:zlib';
import compression from 'compression';
import cors from 'cors';
import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler, type Response } from 'express';
import helmet from 'helmet';
import { asSameasError, SameasError } from '../foundation/sameas-error.js';
import { checkCallback } from '../protocols/jsonp.js';
import type { ServedSnapshot } from '../reconciliation/dataset-snapshot.js';
import { bodyError } from './body-error.js';
import { createCommandHandler, MAX_FORM_BYTES, type ProjectsWebOptions } from './commands/command-handler.js';
import { createProjectPageHandler, createProjectsPageHandler } from './commands/project-pages.js';
import { endLongRequests } from './end-long-requests.js';
import { errorHeaders, errorReply, reasonPhrase } from './error-reply.js';
import type { Exchange } from './exchange.js';
import { hasBody } from './has-body.js';
import { createAnswerBatch } from './matching/answer-batch.js';
import { speaksDraft } from './matching/speaks-draft.js';
import { multipartForm, type MultipartForm, type SentFile } from './multipart-form.js';
import { prefersPage } from './prefers-page.js';
import { pathOfBaseUrl, publicBaseUrl } from './public-base-url.js';
import { readForm } from './read-form.js';
import { refusingLongBodies } from './refuse-long-body.js';
import { readParameters, type RequestParameters } from './request-parameters.js';
import { routeTable, type Route, type RouteStyle } from './route-table.js';
import { sendReply } from './send-reply.js';
import type { WebOptions } from './web-options.js';

/*
 * The HTTP face of the service. Express stays in this file (and in the few next to it that send and read): handlers get an `Exchange`
 * and give a `Reply`, or throw a `SameasError`, and what goes out in either case is decided here, once for all routes.
 *
 * Every answer of every status must carry the CORS headers, and nothing may forbid frames or embedding: see docs/protocols.md.
 */

/** The application; it listens on nothing by itself. */
export function createApp(options: WebOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', false);
  app.set('trust proxy', options.trustedProxies === 0 ? false : options.trustedProxies);

  const path = pathOfBaseUrl(options.publicBaseUrl);
  app.use(observeRequests(options), endLongRequests);
  app.use(oneSlashFirst(path));
  app.use(compressAnswers(options));
  // Before the headers that open everything to everybody: these belong to the matching wing alone.
  if (options.projects !== undefined) mountProjects(app, options, options.projects);
  // Preflights end at the second of these.
  app.use(safeHeaders());
  app.use(allowEveryOrigin());

  const routes = createRoutes(options);
  // A proxy may hand requests on with or without the path at which the public reaches the service.
  if (path !== '') app.use(path, routes);
  app.use(routes);
  app.use((request: Request) => {
    throw new SameasError('route-unknown', `There is nothing at the address ${request.path.slice(0, 200)}.`, {
      advice: 'The address to register in a client is the one of the service itself.',
    });
  });
  app.use(sendError(options));
  return app;
}

/**
 * The address of the service is shown with a slash at the end, and programs put paths that begin with one behind it: `…:8000//match` is `/match`.
 * Slashes further on stay, for they may belong to an id.
 */
function oneSlashFirst(basePath: string): RequestHandler {
  return (request, _response, next) => {
    const inner = request.url.startsWith(`${basePath}/`) ? request.url.slice(basePath.length) : request.url;
    if (inner.startsWith('//')) request.url = inner.replace(/^\/+/, '/');
    next();
  };
}

/** The projects wing: commands and pages, at the same places as the routes. */
function mountProjects(app: Express, { observe, publicBaseUrl: configured }: WebOptions, projects: ProjectsWebOptions): void {
  const context = { projects, observe, publicBaseUrl: configured, readForm: readForm(MAX_FORM_BYTES) };
  for (const path of new Set(['', pathOfBaseUrl(configured)])) {
    app.use(`${path}/command`, createCommandHandler(context));
    app.all(`${path}/project`, createProjectPageHandler(context));
    app.all(`${path}/projects`, createProjectsPageHandler(context));
  }
}

function createRoutes(options: WebOptions): express.Router {
  const router = express.Router();
  const { maxBodyBytes } = options.limits;
  const routes = routeTable(options, createAnswerBatch(options.observe));
  const routeAt = new Map(routes.map((route) => [route.path, route]));
  // Before the body: an error in reading it has the form of its route, too.
  router.use((request, response, next) => {
    const route = routeAt.get(request.path.replace(/(?<=.)\/$/, ''));
    if (route !== undefined) rememberRoute(response, route);
    next();
  });
  router.use(...readForm(maxBodyBytes));
  router.use(refusingLongBodies(express.raw({ type: 'multipart/form-data', limit: maxBodyBytes }), maxBodyBytes), unfoldMultipart);
  router.use(refusingLongBodies(express.json({ type: ['application/json', 'application/*+json'], limit: maxBodyBytes, strict: false }), maxBodyBytes));
  for (const route of routes) {
    const answer = handle(route, options);
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

/** From here on a multipart form is a form like any other. */
const unfoldMultipart: RequestHandler = async (request, response, next) => {
  const body: unknown = request.body;
  if (Buffer.isBuffer(body)) {
    const { fields, files } = body.length === 0 ? EMPTY_FORM : await multipartForm(body, request.get('Content-Type') ?? '');
    request.body = fields;
    response.locals['files'] = files;
  }
  next();
};

const EMPTY_FORM: MultipartForm = { fields: '', files: new Map() };

function filesOf(response: Response): ReadonlyMap<string, SentFile> {
  return (response.locals['files'] as ReadonlyMap<string, SentFile> | undefined) ?? EMPTY_FORM.files; // set by unfoldMultipart only
}

function handle(route: Route, options: WebOptions): RequestHandler {
  return async (request, response) => {
    rememberRoute(response, route);
    const parameters = parametersOf(request);
    response.vary('Accept');
    const callback = callbackOf(parameters, route.style);
    if (request.method === 'POST' && request.body === undefined && hasBody(request)) {
      throw new SameasError('media-type-unsupported', `A body of the type "${request.get('Content-Type') ?? 'unknown'}" cannot be read.`, {
        advice: 'Send a form (application/x-www-form-urlencoded or multipart/form-data) or JSON.',
      });
    }
    sendReply(response, await route.handler(exchangeOf(request, parameters, filesOf(response), options)), callback);
  };
}

function exchangeOf(request: Request, parameters: RequestParameters, files: ReadonlyMap<string, SentFile>, options: WebOptions): Exchange {
  let served: ServedSnapshot | undefined;
  const [rawPath = '/', ...query] = request.url.split('?');
  // Forms leave a string, JSON anything else.
  const body: unknown = request.body;
  return {
    method: request.method,
    rawPath,
    queryString: query.join('?'),
    parameters,
    files,
    jsonBody: isForm(request) ? undefined : body,
    accept: request.get('Accept') ?? '',
    baseUrl: publicBaseUrl(request, options.publicBaseUrl),
    limits: options.limits,
    served: () => (served ??= options.live.current()),
  };
}

function parametersOf(request: Request): RequestParameters {
  const body: unknown = request.body;
  const queryString = request.url.includes('?') ? request.url.slice(request.url.indexOf('?') + 1) : '';
  return readParameters(queryString, isForm(request) && typeof body === 'string' ? body : '');
}

function isForm(request: Request): boolean {
  return Boolean(request.is(['application/x-www-form-urlencoded', 'multipart/form-data']));
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
    const allow = [...route.methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].join(', ');
    throw new SameasError('method-not-allowed', `The method ${request.method} cannot be used at this address.`, { facts: { allow }, advice: `Use one of ${allow}.` });
  };
}

/** The last in line: every error of every route goes out here. */
function sendError(options: WebOptions): ErrorRequestHandler {
  return (thrown: unknown, request, response, next) => {
    const error = bodyError(thrown) ?? asSameasError(thrown);
    const route = routeOf(response);
    options.observe({ kind: 'request-failed', method: request.method, route: routePathOf(response), error });
    if (response.headersSent) {
      // Half an answer is out already; cutting the connection is the only way to say that it is not whole.
      next(thrown);
      return;
    }
    const parameters = parametersOf(request);
    const style = errorStyle(request, parameters, route);
    const reply = errorReply(error, {
      style,
      baseUrl: publicBaseUrl(request, options.publicBaseUrl),
      prefix: parameters.get('prefix') ?? '',
      wantsPage: prefersPage(request.get('Accept') ?? ''),
      isInFrame: /\/preview$/.test(route?.path ?? ''),
    });
    response.set(errorHeaders(error)).vary('Accept');
    response.statusMessage = reasonPhrase(error);
    sendReply(response, reply, usableCallback(parameters, style));
  };
}

/** That of the route, but for two of version 1.0-draft: what is asked of the root in its form, and what is asked below its address and is not there. */
function errorStyle(request: Request, parameters: RequestParameters, route: Route | undefined): RouteStyle {
  if (route === undefined) return /\/v1\//.test(request.path) ? 'draft' : 'plain';
  const body: unknown = request.body;
  const signs = { profile: parameters.get('profile'), accept: request.get('Accept') ?? '', jsonBody: isForm(request) ? undefined : body };
  return route.path === '/' && speaksDraft(signs) ? 'draft' : route.style;
}

const UNKNOWN_ROUTE = '(unknown)';

function rememberRoute(response: Response, route: Route): void {
  response.locals['route'] = route;
}

function routeOf(response: Response): Route | undefined {
  return response.locals['route'] as Route | undefined; // set by rememberRoute only
}

/** The path of the route under which the request is counted. */
function routePathOf(response: Response): string {
  const path: unknown = response.locals['routePath'];
  return typeof path === 'string' ? path : (routeOf(response)?.path ?? UNKNOWN_ROUTE);
}

/**
 * Quickly rather than tightly: packing costs time on the thread that answers. A table on its way to a client on this very
 * computer is not packed at all, which would take several times as long as writing it.
 */
function compressAnswers({ trustedProxies }: WebOptions): RequestHandler {
  return compression({
    level: constants.Z_BEST_SPEED,
    filter: (request: Request, response: Response) =>
      (trustedProxies > 0 || !request.originalUrl.includes('/command/') || !isLoopback(request.socket.remoteAddress ?? '')) && compression.filter(request, response),
  });
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address);
}

function observeRequests({ observe }: WebOptions): RequestHandler {
  return (request, response, next) => {
    const start = performance.now();
    response.once('finish', () => {
      observe({
        kind: 'request-answered',
        method: request.method,
        route: routePathOf(response),
        status: response.statusCode,
        elapsedMs: performance.now() - start,
      });
    });
    next();
  };
}

function allowEveryOrigin(): RequestHandler {
  return cors({
    origin: '*',
    methods: ['GET', 'HEAD', 'POST', 'OPTIONS'],
    allowedHeaders: ['Origin', 'Accept', 'Accept-Language', 'Content-Type', 'Authorization', 'X-Requested-With', 'X-CSRF-Token'],
    exposedHeaders: ['Content-Language', 'Retry-After', 'Link'],
    maxAge: 86_400,
    optionsSuccessStatus: 204,
  });
}

/** The usual protection, without what would keep others from embedding our answers: that is what they are for. */
function safeHeaders(): RequestHandler {
  return helmet({
    contentSecurityPolicy: false,
    frameguard: false,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    strictTransportSecurity: false,
  });
}
