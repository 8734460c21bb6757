import type { Request, Response } from 'express';
import { type ApiKey, includesRole, type Need, type Role } from '../../access/api-key.js';
import type { ChangeMade } from '../../access/records.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { sentence } from '../../foundation/message.js';
import { prefersPage } from '../content-negotiation.js';
import { readParameters } from '../request-parameters.js';
import type { RequestContext, Step } from '../request-context.js';
import type { Route } from '../exchange.js';
import type { WebOptions } from '../web-options.js';
import type { AccessOptions } from './access-options.js';
import { sentKey, sessionCookieIn } from './credentials.js';
import { isKnownHost, hostName, publicBaseUrl } from '../public-base-url.js';
import { isIPv6 } from 'node:net';

/**
 * Finds the key of a request and checks that it allows its route; later work is charged to the key. Throws like
 * `checkKey`.
 */
export const authorise: Step = (context) => {
  const { route, service } = context;
  if (route === undefined) return;
  const need = needOf(route, context);
  authoriseFor(context, need);
  // No shared cache may keep answers for holders of keys.
  context.isPersonal = need !== 'nothing' && (service.access?.ring !== undefined || context.key !== undefined);
};

/** The same for what needs `need`. */
export function authoriseFor(context: RequestContext, need: Need): void {
  const { request, service } = context;
  context.sentKey = keyOf(request, service);
  checkKey(context.sentKey, need, service.access);
}

/** Parameters that turn the address of the manifest into a query. */
const QUESTIONS = ['queries', 'query', 'extend'];

/** The permission that a request to a route needs, by address and method alone: no body has been read yet. */
function needOf({ needs = 'ask' }: Route, context: RequestContext): Need {
  const isGet = context.method === 'GET' || context.method === 'HEAD';
  if (typeof needs === 'object') return isGet ? needs.get : needs.change;
  if (needs !== 'ask, but for the manifest') return needs;
  if (!isGet) return 'ask';
  const parameters = readParameters(context.queryString);
  // The start page shows contents of the dataset.
  const isPage = parameters.names.length === 0 && prefersPage(context);
  return !isPage && !QUESTIONS.some((name) => parameters.has(name)) ? 'nothing' : 'ask';
}

/** The key of the request, `invalid` for a wrong one. A session cookie is valid for pages of this service alone. */
export function keyOf(
  request: Request,
  options: Pick<WebOptions, 'access' | 'publicBaseUrl' | 'trustedProxies'>,
): ApiKey | 'invalid' | undefined {
  if (options.access?.ring === undefined) return undefined;
  const { ring, sessions } = options.access;
  const sent = sentKey(request);
  if (sent !== undefined) return ring.find(sent) ?? 'invalid';
  const session = sessionCookieIn(request);
  if (session === undefined || isForeignRequest(requestOrigin(request, options), 'allowed')) return undefined;
  const keyId = sessions.keyIdIn(session);
  return keyId === undefined ? undefined : ring.byId(keyId);
}

/**
 * Without keys and rules everything is open: the code that mounts the application decides who gets to it. Throws `key-missing`, `key-invalid`, `key-not-allowed` and `keys-not-set-up`.
 */
export function checkKey(key: ApiKey | 'invalid' | undefined, need: Need, access: AccessOptions | undefined): void {
  if (access === undefined || need === 'nothing') return;
  const { keyNeeded, ring } = access;
  if (keyNeeded !== 'everything' && (keyNeeded !== 'changes' || need === 'ask')) return;
  if (ring === undefined) throw keysNotSetUp();
  if (key === undefined)
    throw new SameasError('key-missing', sentence('This needs a key.'), {
      advice: sentence(
        'Send it in the header X-API-Key or "Authorization: Bearer", or sign in with it in the browser.',
      ),
    });
  if (key === 'invalid')
    throw new SameasError('key-invalid', sentence('This key is not valid.'), {
      advice: 'Check that it is whole, or ask those who run the service for another one.',
    });
  const role = roleOf(key, access);
  if (role === undefined)
    throw new SameasError(
      'key-not-allowed',
      access.dataset === ''
        ? sentence('This key does not hold for the whole service.')
        : sentence('This key does not hold for this dataset.'),
      { advice: sentence('Ask the operator of the service for a key that does.') },
    );
  if (!includesRole(role, need))
    throw new SameasError('key-not-allowed', sentence('This key does not allow that.'), {
      facts: { role, needed: need },
      advice: sentence('Ask the operator of the service for a key that does.'),
    });
}

/** Role of a key for the dataset; `undefined` where the key is not valid. */
export function roleOf(
  { name, role, datasets }: ApiKey,
  { roles, dataset }: Pick<AccessOptions, 'roles' | 'dataset'>,
): Role | undefined {
  if (roles !== undefined) return roles.get(name);
  return datasets === 'all' || datasets.includes(dataset) ? role : undefined;
}

/** Writes a change into the audit log, after it is made and before it is answered. Never rejects. */
export async function recordChange(context: RequestContext, { by, ...change }: ChangeMade): Promise<void> {
  const { request, service } = context;
  const key = context.key?.name;
  await service.records?.recordChange?.({
    who: {
      address: addressOf(request),
      ...(key !== undefined && { key }),
      ...(by !== undefined && by !== '' && { by }),
    },
    dataset: service.access?.dataset ?? '',
    ...change,
  });
}

function keysNotSetUp(): SameasError {
  return new SameasError(
    'keys-not-set-up',
    'This service can be reached by others, and has no keys: what changes something is closed.',
    {
      advice:
        'Those who run it make a key with "sameas keys add" and name the file with --keys-file, or open it to everybody with --require-keys nothing.',
    },
  );
}

export interface RequestOrigin {
  readonly method: string;
  /** As the request names it, with or without a port; behind trusted proxies, as they name it. */
  readonly host: string;
  /** Scheme and authority of the service in this request. */
  readonly ownOrigin: string;
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
  readonly fetchMode: string | undefined;
}

/** Monitoring must get through under any load. */
function isAlwaysAdmitted(route: Route | undefined): boolean {
  return route !== undefined && /^\/(?:health|ready|metrics)$/.test(route.path);
}

/** Refuses hosts that the service does not have, and pages of sites that may not ask. Throws `host-not-allowed`, `cross-site-request` and `origin-not-allowed`. */
export const guard: Step = ({ request, route, isPrivate, service }) => {
  const { allowedHosts = new Set(), guardsHosts } = service;
  if (isPrivate) refuseForeignRequest(requestOrigin(request, service), allowedHosts, 'allowed');
  if (route === undefined || isAlwaysAdmitted(route)) return;
  if (guardsHosts === true) refuseUnknownHost(requestOrigin(request, service).host, allowedHosts);
  if (!isPrivate) refuseForeignOrigin(request, service);
};

/** The origin headers of a request. */
export function requestOrigin(request: Request, options: Parameters<typeof publicBaseUrl>[1]): RequestOrigin {
  return {
    method: request.method,
    // Express says undefined for a request without a host, whatever its types say.
    host: String((request.host as string | undefined) ?? ''),
    ownOrigin: new URL(publicBaseUrl(request, options)).origin,
    origin: request.get('Origin'),
    fetchSite: request.get('Sec-Fetch-Site'),
    fetchMode: request.get('Sec-Fetch-Mode'),
  };
}

/**
 * Keeps pages of other sites from sending commands, whatever the rule for tokens: browsers say where a request comes
 * from, programs do not. Following a link to a page is allowed, for its contents stay in the reader's window.
 *
 * Also refuses unknown hosts: a name that another site lets point here would make the service look like a part of that
 * site. IP addresses cannot point elsewhere, and pass. Throws `host-not-allowed` and `cross-site-request`.
 */
export function refuseForeignRequest(
  request: RequestOrigin,
  allowedHosts: ReadonlySet<string>,
  links: 'allowed' | 'refused',
): void {
  refuseUnknownHost(request.host, allowedHosts);
  if (!isForeignRequest(request, links)) return;
  throw new SameasError('cross-site-request', 'A page of another site may not give commands to this service.', {
    advice: 'Give the command from a program, or from a page of the service itself.',
    facts: { origin: (request.origin ?? '').slice(0, 200) },
  });
}

/** Refuses a name that another site has let point here. */
function refuseUnknownHost(host: string, allowedHosts: ReadonlySet<string>): void {
  if (isKnownHost(host, allowedHosts)) return;
  const name = hostName(host).slice(0, 100);
  throw new SameasError('host-not-allowed', `The service is not known by the name ${name || '(none)'}.`, {
    advice:
      'Use its address in numbers or localhost, or tell it its name with the setting "allowed-hosts" or "base-url".',
    facts: { host: name },
  });
}

/** Whether the page of another site sends it, according to the browser. */
function isForeignRequest(request: RequestOrigin, links: 'allowed' | 'refused'): boolean {
  const isLink =
    links === 'allowed' && request.fetchMode === 'navigate' && (request.method === 'GET' || request.method === 'HEAD');
  if (isLink) return false;
  const site = request.fetchSite;
  const comesFromElsewhere = site !== undefined && site !== 'same-origin' && site !== 'none';
  const hasForeignOrigin =
    request.origin !== undefined && request.origin.toLowerCase() !== request.ownOrigin.toLowerCase();
  return comesFromElsewhere || hasForeignOrigin;
}

/** Refuses pages of sites that may not ask. Browsers name the site; programs name none. */
function refuseForeignOrigin(request: Request, options: WebOptions): void {
  const origin = request.get('Origin');
  if (origin !== undefined) refuseOrigin(origin, request, options);
}

/** The same for JSONP, which browsers load without an origin: `Referer` names the page. */
export function refuseForeignScript(request: Request, options: WebOptions): void {
  if (request.get('Origin') !== undefined) return;
  const referrer = request.get('Referer') ?? '';
  refuseOrigin(URL.canParse(referrer) ? new URL(referrer).origin : '(none)', request, options);
}

function refuseOrigin(origin: string, request: Request, options: WebOptions): void {
  const { allowedOrigins } = options;
  const name = origin.toLowerCase();
  if (allowedOrigins?.has(name) !== false || name === requestOrigin(request, options).ownOrigin.toLowerCase()) return;
  throw new SameasError('origin-not-allowed', `Pages of ${origin.slice(0, 100)} may not ask this service.`, {
    advice: 'Use from a program, or let those who run the service add the site to the setting "allowed-origins".',
    facts: { origin: origin.slice(0, 200) },
  });
}

/** Headers of everything that shows or changes what people have sent: no other user's page may read it, frame it or guess at it. */
export function protectResponse(response: Response): void {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('X-Frame-Options', 'DENY');
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  response.setHeader('Referrer-Policy', 'same-origin');
}

/** Counts a request to its client until it is answered or its connection is gone. Throws `too-many-requests`. */
export const admit: Step = (context) => {
  if (isAlwaysAdmitted(context.route)) return;
  context.response.once('close', context.service.fair.budgets.admit(context.client));
  tellRates(context);
};

/**
 * Sets RateLimit-Policy and RateLimit (draft-ietf-httpapi-ratelimit-headers): the client's remaining requests and
 * queries of a minute; nothing where no rate is limited.
 */
export function tellRates({ response, client, service }: RequestContext): void {
  const rates = service.fair.budgets.rates(client);
  if (rates.length === 0) return;
  response.set({
    'RateLimit-Policy': rates.map(({ name, limit }) => `"${name}";q=${String(limit)};w=60`).join(', '),
    RateLimit: rates
      .map(({ name, remaining, resetSeconds }) => `"${name}";r=${String(remaining)};t=${String(resetSeconds)}`)
      .join(', '),
  });
}

/** Groups of an IPv6 address that name a network; each computer chooses the rest. */
const NETWORK_GROUPS = 4;

/** The account that work is charged to: the key of the request, else its address, or the network of an IPv6 address. */
export function clientOf(request: Request, key?: ApiKey): string {
  if (key !== undefined) return `key ${key.name}`;
  const address = addressOf(request);
  return isIPv6(address) ? `${networkOf(address)}::/64` : address;
}

/** Address of the client. Behind trusted proxies (setting `trustProxy`), the one that they report. */
export function addressOf(request: Request): string {
  return (request.ip ?? 'unknown').replace(/^::ffff:(?=\d+\.)/, '');
}

function networkOf(address: string): string {
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const behind = tail === undefined || tail === '' ? 0 : tail.split(':').length;
  while (tail !== undefined && groups.length + behind < 8) groups.push('0');
  return [...groups, ...(tail ?? '').split(':')]
    .slice(0, NETWORK_GROUPS)
    .map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':');
}
