import type { Request } from 'express';
import { SESSION_SECONDS } from './sessions.js';

/** In which a browser keeps that a user has signed in. */
const SESSION_COOKIE = 'sameas-session';

/** The session that a browser sends, not checked yet; `undefined` without one. */
export function sessionCookieIn(request: Request): string | undefined {
  const cookies = request.get('Cookie');
  return cookies === undefined ? undefined : new RegExp(`(?:^|;\\s*)${SESSION_COOKIE}=([\\w.-]+)`).exec(cookies)?.[1];
}

/** The header that makes a browser keep a session for the addresses below `baseUrl`, and no script can read it; an empty session ends it. */
export function sessionCookie(session: string, baseUrl: string): string {
  const { pathname, protocol } = new URL(`${baseUrl}/`);
  return `${SESSION_COOKIE}=${session}; Path=${pathname}; Max-Age=${session === '' ? '0' : String(SESSION_SECONDS)}; SameSite=Lax; HttpOnly${protocol === 'https:' ? '; Secure' : ''}`;
}
