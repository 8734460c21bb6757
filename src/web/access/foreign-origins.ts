import type { Request } from 'express';
import { SameasError } from '../../foundation/sameas-error.js';
import { requestOrigin } from '../commands/request-origin.js';

/** Refuses pages of sites that may not ask. Browsers name the site; programs name none. Throws `origin-not-allowed`. */
export function refuseForeignOrigin(
  request: Request,
  allowed: ReadonlySet<string> | undefined,
  publicBaseUrl: string | undefined,
): void {
  const origin = request.get('Origin');
  if (allowed === undefined || origin === undefined) return;
  if (!isAllowed(origin, allowed, request, publicBaseUrl)) throw refused(origin);
}

/** The same for an answer as a script (JSONP), which a browser loads without naming an origin: the page that loads it has to be told by `Referer`. */
export function refuseForeignScript(
  request: Request,
  allowed: ReadonlySet<string> | undefined,
  publicBaseUrl: string | undefined,
): void {
  if (allowed === undefined || request.get('Origin') !== undefined) return;
  const referrer = request.get('Referer') ?? '';
  const origin = URL.canParse(referrer) ? new URL(referrer).origin : '(none)';
  if (!isAllowed(origin, allowed, request, publicBaseUrl)) throw refused(origin);
}

function isAllowed(
  origin: string,
  allowed: ReadonlySet<string>,
  request: Request,
  publicBaseUrl: string | undefined,
): boolean {
  const name = origin.toLowerCase();
  return allowed.has(name) || name === requestOrigin(request, publicBaseUrl).ownOrigin.toLowerCase();
}

function refused(origin: string): SameasError {
  return new SameasError('origin-not-allowed', `Pages of ${origin.slice(0, 100)} may not ask this service.`, {
    advice: 'Ask from a program, or let those who run the service add the site to the setting "allowed-origins".',
    facts: { origin: origin.slice(0, 200) },
  });
}
