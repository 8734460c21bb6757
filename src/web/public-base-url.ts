import type { Application, Request, RequestHandler } from 'express';
import { isKnownHost } from './commands/refuse-foreign-request.js';

/** A host with or without a port, and nothing that could leave the place where a host stands. */
const HOST = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;
const PREFIX = /^(?:\/[A-Za-z0-9._~-]+)+\/?$/;

/** Where another application has mounted this one, by the request. */
const MOUNTED = new WeakMap<Request, string>();

/** Keeps the path at which an application around this one has mounted it, for `publicBaseUrl`; later handlers see other ones. */
export const rememberMount: RequestHandler = (request, _response, next) => {
  MOUNTED.set(request, request.baseUrl);
  next();
};

const KNOWN_HOSTS = 'known hosts';

/** Lets an application call itself by these names alone, beside localhost and addresses in numbers; other hosts that requests name appear in no answer. */
export function knowHosts(app: Application, names: ReadonlySet<string>): void {
  app.set(KNOWN_HOSTS, names);
}

/**
 * The absolute address of the service for this request, no slash at the end: what the operator configured, or what the request says of itself
 * (and of proxies, as far as Express was told to trust them).
 */
export function publicBaseUrl(request: Request, configured: string | undefined): string {
  if (configured !== undefined) return configured.replace(/\/+$/, '');
  const trusts = request.app.get('trust proxy fn') as (address: string, hop: number) => boolean; // Express sets it together with 'trust proxy'
  const prefix = trusts(request.socket.remoteAddress ?? '', 0) ? (request.get('X-Forwarded-Prefix') ?? '') : '';
  // Express 5 keeps the port in `host`, and says undefined for a request without one (HTTP/1.0), whatever its types say; that came to this very socket.
  const named = (request.host as string | undefined) ?? '';
  const known = request.app.get(KNOWN_HOSTS) as ReadonlySet<string> | undefined; // set by knowHosts alone
  const host =
    HOST.test(named) && URL.canParse(`http://${named}`) && (known === undefined || isKnownHost(named, known))
      ? named
      : `${socketHost(request)}:${String(request.socket.localPort ?? 80)}`;
  return `${request.protocol}://${host}${PREFIX.test(prefix) ? prefix.replace(/\/+$/, '') : ''}${MOUNTED.get(request) ?? ''}`;
}

function socketHost(request: Request): string {
  const address = request.socket.localAddress ?? '127.0.0.1';
  return address.includes(':') ? `[${address}]` : address;
}

/** The path of a configured address, without a slash at the end; empty when the service has the whole host. */
export function pathOfBaseUrl(configured: string | undefined): string {
  return configured === undefined ? '' : new URL(configured).pathname.replace(/\/+$/, '');
}
