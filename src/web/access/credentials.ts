import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';

/** Sessions of people who signed in: the browser keeps neither the key nor anything that outlives the process. */
export interface Sessions {
  /** Text of the cookie for the key with this id. */
  readonly begin: (keyId: string) => string;
  /** Id of the key, while the session lasts. */
  readonly keyIdIn: (text: string) => string | undefined;
}

const SESSION_SECONDS = 12 * 3_600;

const SESSION = /^([0-9a-f]{12})\.([0-9a-z]{1,9})\.([A-Za-z0-9_-]{43})$/;

/** Sessions signed with a secret that ends with the process. */
export function createSessions(now: () => number = Date.now): Sessions {
  const secret = randomBytes(32);
  const sign = (said: string): string => createHmac('sha256', secret).update(said).digest('base64url');
  return {
    begin: (keyId) => {
      const said = `${keyId}.${(Math.floor(now() / 1000) + SESSION_SECONDS).toString(36)}`;
      return `${said}.${sign(said)}`;
    },
    keyIdIn: (text) => {
      const [, keyId = '', ends = '', signature = ''] = SESSION.exec(text) ?? [];
      if (signature === '' || !timingSafeEqual(Buffer.from(signature), Buffer.from(sign(`${keyId}.${ends}`))))
        return undefined;
      return Number.parseInt(ends, 36) > now() / 1000 ? keyId : undefined;
    },
  };
}

const SESSION_COOKIE = 'sameas-session';

/** The session cookie, not checked yet. */
export function sessionCookieIn(request: Request): string | undefined {
  const cookies = request.get('Cookie');
  return cookies === undefined ? undefined : new RegExp(`(?:^|;\\s*)${SESSION_COOKIE}=([\\w.-]+)`).exec(cookies)?.[1];
}

/** Set-Cookie header of a session for addresses below `baseUrl`, hidden from scripts; an empty session ends it. */
export function sessionCookie(session: string, baseUrl: string): string {
  const { pathname, protocol } = new URL(`${baseUrl}/`);
  return `${SESSION_COOKIE}=${session}; Path=${pathname}; Max-Age=${session === '' ? '0' : String(SESSION_SECONDS)}; SameSite=Lax; HttpOnly${protocol === 'https:' ? '; Secure' : ''}`;
}

export const KEY_PARAMETER = 'api_key';

/** The key of a request: `Authorization: Bearer`, `X-API-Key`, or the parameter `api_key` of the address. */
export function sentKey(request: Request): string | undefined {
  return keyInHeader(request) ?? keyInAddress(request);
}

function keyInHeader(request: Request): string | undefined {
  const bearer = /^Bearer +(\S+) *$/i.exec(request.get('Authorization') ?? '')?.[1];
  return bearer ?? (request.get('X-API-Key')?.trim() || undefined);
}

/** The key in the address, where no header has one. */
export function keyInAddress(request: Request): string | undefined {
  const { url } = request;
  if (!url.includes(`${KEY_PARAMETER}=`) || keyInHeader(request) !== undefined) return undefined;
  return new URLSearchParams(url.slice(url.indexOf('?') + 1)).get(KEY_PARAMETER) || undefined;
}
