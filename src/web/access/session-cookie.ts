import type { Request } from 'express';
import { SESSION_SECONDS } from './sessions.js';

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
