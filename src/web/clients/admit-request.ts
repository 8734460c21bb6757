import type { Request, Response } from 'express';
import type { ClientBudgets } from './client-budgets.js';
import { clientOf } from './client-of.js';

/** Counts a request to its client until it is answered or its connection is gone. Throws `too-many-requests`. */
export function admitRequest(request: Request, response: Response, budgets: ClientBudgets): void {
  const release = budgets.admit(clientOf(request));
  response.once('close', release);
  tellRates(request, response, budgets);
}

/** What is left of a client's requests and queries of a minute, in the headers RateLimit-Policy and RateLimit (draft-ietf-httpapi-ratelimit-headers); nothing where no rate is limited. */
export function tellRates(request: Request, response: Response, budgets: ClientBudgets): void {
  const rates = budgets.rates(clientOf(request));
  if (rates.length === 0) return;
  response.set({
    'RateLimit-Policy': rates.map(({ name, limit }) => `"${name}";q=${String(limit)};w=60`).join(', '),
    RateLimit: rates
      .map(({ name, remaining, resetSeconds }) => `"${name}";r=${String(remaining)};t=${String(resetSeconds)}`)
      .join(', '),
  });
}
