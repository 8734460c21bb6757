import { isIP } from 'node:net';
import type { Request } from 'express';
import type { WebOptions } from './web-options.js';

/** A host with or without a port, and nothing that could leave the place of a host. */
const HOST = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;
const PREFIX = /^(?:\/[A-Za-z0-9._~-]+)+\/?$/;

/** The address of the service, as configured. */
type AddressOptions = Pick<
  WebOptions,
  'publicBaseUrl' | 'trustedProxies' | 'isProxy' | 'hidesForeignHosts' | 'allowedHosts' | 'allowedOrigins'
>;

/**
 * The absolute address of the application for this request, no slash at the end: what the operator configured, or what the request says of itself
 * (and of proxies, as far as they are trusted), with the path at which an application around this one has mounted it.
 */
export function publicBaseUrl(request: Request, options: AddressOptions): string {
  if (options.publicBaseUrl !== undefined) return options.publicBaseUrl.replace(/\/+$/, '');
  const isTrusted = trustOf(options)(request.socket.remoteAddress ?? '', 0);
  const prefix = isTrusted ? (request.get('X-Forwarded-Prefix') ?? '') : '';
  // Express 5 keeps the port in `host`, and says undefined for a request without one (HTTP/1.0), whatever its types
  // say: then the local socket counts.
  const named = (request.host as string | undefined) ?? '';
  const host =
    HOST.test(named) && URL.canParse(`http://${named}`) && mayBeNamed(named, options)
      ? named
      : `${socketHost(request)}:${String(request.socket.localPort ?? 80)}`;
  return `${request.protocol}://${host}${PREFIX.test(prefix) ? prefix.replace(/\/+$/, '') : ''}${request.baseUrl}`;
}

/** By its own names and those of sites whose pages may ask, where it hides others. */
function mayBeNamed(host: string, { hidesForeignHosts, allowedHosts, allowedOrigins }: AddressOptions): boolean {
  return (
    hidesForeignHosts !== true ||
    isKnownHost(host, allowedHosts) ||
    [...(allowedOrigins ?? [])].some((origin) => new URL(origin).hostname === hostName(host))
  );
}

/** Whether a host, with or without a port, is an IP address, localhost or one of the names. */
export function isKnownHost(host: string, names: ReadonlySet<string> = new Set()): boolean {
  const name = hostName(host);
  return isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost') || names.has(name);
}

/** A host without its port. */
export function hostName(host: string): string {
  const [, bracketed, plain = ''] = /^(?:\[([^\]]*)\]|([^:]*))/.exec(host) ?? [];
  return (bracketed ?? plain).toLowerCase();
}

function socketHost(request: Request): string {
  const address = request.socket.localAddress ?? '127.0.0.1';
  return address.includes(':') ? `[${address}]` : address;
}

/** The path of a configured address, without a slash at the end; empty when the service has the whole host. */
export function pathOfBaseUrl(configured: string | undefined): string {
  return configured === undefined ? '' : new URL(configured).pathname.replace(/\/+$/, '');
}

/**
 * The function for the setting `trust proxy` of Express: whether a reported address is believed; `hop` counts from 0 at
 * the service.
 */
export function trustOf({
  trustedProxies,
  isProxy = () => true,
}: {
  readonly trustedProxies: number;
  readonly isProxy?: (address: string) => boolean;
}): (address: string, hop: number) => boolean {
  return (address, hop) => hop < trustedProxies && isProxy(address.replace(/^::ffff:(?=\d+\.)/, ''));
}
