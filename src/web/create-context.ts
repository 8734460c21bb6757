import { setMaxListeners } from 'node:events';
import type { Request, Response } from 'express';
import type { LiveDataset, ServedSnapshot, SnapshotLease } from '../describe/served-snapshot.js';
import { once } from '../foundation/once.js';
import { checkKey, recordChange } from './access/gate.js';
import { keyInAddress } from './access/sent-key.js';
import { NO_BODY, type SentBody } from './bodies/sent-body.js';
import { clientOf } from './clients/admit-request.js';
import { wordsOf } from './messages/words-of.js';
import { publicBaseUrl } from './public-base-url.js';
import type { FoundRoute, RequestContext, Service } from './request-context.js';
import { queryOf, readParameters, type RequestParameters } from './request-parameters.js';
import type { Route } from './route.js';
import { siteOf } from './site.js';
import { identifyRequest } from './watch-request.js';

const UNKNOWN_ROUTE = '(unknown)';

/** Recorded texts of one request, and characters of each. */
const MAX_TEXTS = 100;
const MAX_CHARACTERS = 200;

/** The request before its first step, with its route. */
export function createContext(request: Request, response: Response, service: Service): RequestContext {
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
export function routeFinder(routes: readonly Route[], publicPath: string): Service['findRoute'] {
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
