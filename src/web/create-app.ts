import { constants } from 'node:zlib';
import compression from 'compression';
import cors from 'cors';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import helmet from 'helmet';
import { isLoopback } from '../foundation/is-loopback.js';
import { authorise } from './access/gate.js';
import { guard, protectResponse } from './access/guard.js';
import { readBody } from './bodies/read-body.js';
import { createRequestReader } from './bodies/request-reader.js';
import { admit } from './clients/admit-request.js';
import { createFairShare } from './clients/fair-share.js';
import { answerCommand } from './commands/command-handler.js';
import { projectRoutes } from './commands/project-pages.js';
import { createContext, routeFinder } from './create-context.js';
import { presentError } from './error-reply.js';
import { handle } from './handle-request.js';
import { DATASET_FORMS } from './matching/answer-dataset.js';
import { pathOfBaseUrl, trustOf } from './public-base-url.js';
import type { RequestContext, Service, Step } from './request-context.js';
import { pageLookOf } from './pages/page-look.js';
import { routeTable, type OwnRoutes } from './route-table.js';
import { present } from './send-reply.js';
import { mountUploads } from './uploads/mount-uploads.js';
import { endLongRequest, observeRequest } from './watch-request.js';
import type { WebOptions } from './web-options.js';

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
