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
