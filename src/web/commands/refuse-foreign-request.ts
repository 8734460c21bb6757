import { isIP } from 'node:net';
import { SameasError } from '../../foundation/sameas-error.js';

/** What of a request tells where it comes from. */
export interface RequestOrigin {
  readonly method: string;
  /** As the request names it, with or without a port; behind trusted proxies, as they name it. */
  readonly host: string;
  /** Scheme and authority by which the service was addressed. */
  readonly ownOrigin: string;
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
  readonly fetchMode: string | undefined;
}

/**
 * Keeps the pages of other sites from giving commands, whatever is set about tokens: browsers say where a request comes from, and programs say nothing. Reading a page by
 * following a link is allowed, for what it shows stays in the reader's window.
 *
 * Also refuses hosts that the service does not have: a name that another site lets point here would make the service look like a part of that site. An address in
 * numbers cannot be made to point anywhere else, and is let pass. Throws `host-not-allowed` and `cross-site-request`.
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

/** Refuses a name that another site has let point here. Throws `host-not-allowed`. */
export function refuseUnknownHost(host: string, allowedHosts: ReadonlySet<string>): void {
  if (!isKnownHost(host, allowedHosts)) {
    const name = hostName(host);
    throw new SameasError(
      'host-not-allowed',
      `The service is not known by the name ${name.slice(0, 100) || '(none)'}.`,
      {
        advice:
          'Use its address in numbers or localhost, or tell it its name with the setting "allowed-hosts" or "base-url".',
        facts: { host: name.slice(0, 100) },
      },
    );
  }
}

/** Whether a host, with or without a port, is an address in numbers, localhost or one of the names. */
export function isKnownHost(host: string, names: ReadonlySet<string>): boolean {
  const name = hostName(host);
  return isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost') || names.has(name);
}

/** Whether the page of another site sends it, as far as the browser tells. */
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

function hostName(host: string): string {
  const [, bracketed, plain = ''] = /^(?:\[([^\]]*)\]|([^:]*))/.exec(host) ?? [];
  return (bracketed ?? plain).toLowerCase();
}
