import { isIPv6 } from 'node:net';
import type { Request } from 'express';
import type { ApiKey } from '../../access/api-key.js';
import { isAlwaysAdmitted } from '../access/guard.js';
import type { RequestContext, Step } from '../request-context.js';

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
