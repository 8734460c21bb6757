import type { RequestHandler } from 'express';
import { askedQueries } from './access/asked-queries.js';
import { addressOf, callerOf } from './clients/client-of.js';
import { identifyRequest } from './request-id.js';
import { routePathOf } from './served-route.js';
import type { WebOptions } from './web-options.js';

/** Tells the log and the metrics of each answer, and the record of access of each request, whether it was answered or not. */
export function observeRequests({ observe, access, records }: WebOptions): RequestHandler {
  const record = records?.recordAccess;
  return (request, response, next) => {
    const start = performance.now();
    const ids = identifyRequest(request, response);
    if (record !== undefined) {
      response.once('close', () => {
        const key = callerOf(request)?.key.name;
        const { queries, texts } = askedQueries(request) ?? {};
        record({
          address: addressOf(request),
          ...(key !== undefined && { key }),
          dataset: access?.dataset ?? '',
          method: request.method,
          route: routePathOf(response),
          status: response.statusCode,
          ...(!response.writableFinished && { interrupted: true }),
          elapsedMs: performance.now() - start,
          ...ids,
          ...(queries !== undefined && { queries }),
          ...(texts !== undefined && records?.withTexts === true && { texts }),
        });
      });
    }
    response.once('finish', () => {
      observe({
        kind: 'request-answered',
        method: request.method,
        route: routePathOf(response),
        status: response.statusCode,
        elapsedMs: performance.now() - start,
        ...ids,
      });
    });
    next();
  };
}
