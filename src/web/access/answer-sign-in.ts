import { SameasError } from '../../foundation/sameas-error.js';
import { sentence } from '../../foundation/message.js';
import type { Exchange, RouteHandler, Reply } from '../exchange.js';
import { signInPage } from '../pages/sign-in-page.js';
import type { ApiKey } from '../../access/api-key.js';
import type { AccessOptions } from './access-options.js';
import { sessionCookie } from './credentials.js';

interface SignInAccess extends Pick<AccessOptions, 'ring' | 'sessions'> {
  readonly holds: (key: ApiKey) => boolean;
}

/**
 * `/sign-in`: a form for a key. POST with the field `key` begins a session, kept in a cookie, and redirects to the page
 * in the field `to`; `out=yes` ends it. `holds`: whether a key is of use here.
 */
export function createSignInHandler(access: SignInAccess): RouteHandler {
  return (exchange) =>
    exchange.method === 'POST' ? signIn(exchange, access) : signInPage(exchange, { to: pathTo(exchange) });
}

function signIn(exchange: Exchange, access: SignInAccess): Reply {
  const { parameters, baseUrl } = exchange;
  if (parameters.get('out') === 'yes')
    return { kind: 'redirect', address: `${baseUrl}/sign-in`, cookie: sessionCookie('', baseUrl) };
  const to = pathTo(exchange);
  const sent = (parameters.get('key') ?? '').trim();
  const key = access.ring?.find(sent);
  if (key === undefined || !access.holds(key)) {
    const fault =
      sent === ''
        ? new SameasError('parameter-missing', sentence('Paste your key.'))
        : key === undefined
          ? new SameasError('key-invalid', sentence('This key is not valid.'))
          : new SameasError(
              'key-not-allowed',
              exchange.site.shows === 'one dataset'
                ? sentence('This key does not hold for this dataset.')
                : sentence('This key holds for none of these datasets.'),
            );
    return signInPage(exchange, { to, fault });
  }
  return {
    kind: 'redirect',
    address: `${baseUrl}${to}`,
    cookie: sessionCookie(access.sessions.begin(key.id), baseUrl),
  };
}

/** Path and parameters of the page to redirect to; the start page for anything outside this service. */
function pathTo({ parameters, baseUrl }: Exchange): string {
  const to = parameters.get('to') ?? '';
  const isOurs =
    to.startsWith('/') &&
    URL.canParse(`${baseUrl}${to}`) &&
    new URL(`${baseUrl}${to}`).href.startsWith(`${new URL(baseUrl).href.replace(/\/$/, '')}/`);
  return isOurs ? to : '/';
}
