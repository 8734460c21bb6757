import type { Request, Response } from 'express';
import type { ApiKey } from '../access/api-key.js';
import type { SentBody } from './bodies/receive-body.js';
import type { RequestReader } from './bodies/read-form.js';
import type { FairShare } from './clients/fair-share.js';
import type { Exchange, Reply, Route } from './exchange.js';
import type { PageLook } from './pages/page-look.js';
import type { WebOptions } from './web-options.js';

/** One application: its options, and what its requests share. */
export interface Service extends Omit<WebOptions, 'look'> {
  readonly fair: FairShare;
  readonly reader: RequestReader;
  readonly look: PageLook;
  /** Path at which the public reaches the application. */
  readonly publicPath: string;
  readonly findRoute: (path: string) => FoundRoute;
}

/** One request on its way through the steps of create-app.ts: what came, and what the steps have found out. Handlers see it as an `Exchange`. */
export interface RequestContext extends Exchange {
  readonly request: Request;
  readonly response: Response;
  readonly service: Service;
  /** Its path below the address of the application, with one slash first. */
  readonly path: string;
  /** The rest of it, for a route that ends in `{id}`, as `RouteHandler` has it. */
  readonly rest: string;
  /** Route at its address; `undefined` without one. */
  readonly route: Route | undefined;
  /** The path under which it is counted. */
  countedPath: string;
  /** Whether pages of other sites may neither read the answer nor send anything there. */
  readonly isPrivate: boolean;
  readonly ids: RequestIds;
  /** The key that was sent; `undefined` without one, and before the gate has looked. */
  sentKey: ApiKey | 'invalid' | undefined;
  /** The same, unless it is wrong. */
  readonly key: ApiKey | undefined;
  /** Whether proxies may keep the answer for others. */
  isPersonal: boolean;
  /** Whether a body comes with it that is not empty. */
  readonly hasBody: boolean;
  body: SentBody;
  /** The name of the function that a script calls with the answer; set by `handle`, as is the reply. */
  callback?: string;
  reply?: Reply;
  /** For the access log. */
  readonly asked: { queries: number; readonly texts: string[] };
}

/** A part of the way of a request. It throws what the request is refused for. */
export type Step = (context: RequestContext) => void | Promise<void>;

/** Route of a path. */
export type FoundRoute = Pick<RequestContext, 'path' | 'rest' | 'route' | 'isPrivate'>;

/** Ids of a request in the logs of its client and of the service. */
export interface RequestIds {
  /** The header X-Request-Id, else a new id. */
  readonly requestId: string;
  /** W3C Trace Context; 32 hexadecimal digits. */
  readonly traceId?: string;
}
