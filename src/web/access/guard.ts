import type { Request, Response } from 'express';
import { SameasError } from '../../foundation/sameas-error.js';
import { isKnownHost, hostName, publicBaseUrl } from '../public-base-url.js';
import type { Step } from '../request-context.js';
import type { Route } from '../exchange.js';
import type { WebOptions } from '../web-options.js';

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
export function isAlwaysAdmitted(route: Route | undefined): boolean {
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
export function isForeignRequest(request: RequestOrigin, links: 'allowed' | 'refused'): boolean {
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
    advice: 'Ask from a program, or let those who run the service add the site to the setting "allowed-origins".',
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
