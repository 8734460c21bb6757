import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import { addressOf } from './access/gate.js';
import type { RequestIds, Step } from './request-context.js';

/** Ids that are safe in a line of a log. */
const REQUEST_ID = /^[\w.:/+=@-]{1,128}$/;
const TRACE_PARENT =
  /^(?<version>[\da-f]{2})-(?<traceId>[\da-f]{32})-(?<parent>[\da-f]{16})-(?<flags>[\da-f]{2})(?:$|-)/;
const NOTHING = /^0+$/;

/** The ids of a request, which go out in the headers of the response. An id that is none is passed over, and so is a trace. */
export function identifyRequest(request: Request, response: Response): RequestIds {
  const sent = request.get('X-Request-Id') ?? '';
  const requestId = REQUEST_ID.test(sent) ? sent : randomBytes(8).toString('hex');
  const { version, traceId, parent, flags } = TRACE_PARENT.exec(request.get('traceparent') ?? '')?.groups ?? {};
  const isTraced =
    version !== undefined &&
    version !== 'ff' &&
    traceId !== undefined &&
    !NOTHING.test(traceId) &&
    !NOTHING.test(parent ?? '0');
  response.set('X-Request-Id', requestId);
  // The request is a step of its own in the trace.
  if (isTraced) response.set('traceparent', `00-${traceId}-${randomBytes(8).toString('hex')}-${flags ?? '00'}`);
  return { requestId, ...(isTraced && { traceId }) };
}

/** Tells the log and the metrics of each answer, and the access log of each request, whether it was answered or not. */
export const observeRequest: Step = (context) => {
  const { request, response, ids, asked, service } = context;
  const { observe, access, records } = service;
  const start = performance.now();
  const answered = (): { method: string; route: string; status: number; elapsedMs: number } => ({
    method: request.method,
    route: context.countedPath,
    status: response.statusCode,
    elapsedMs: performance.now() - start,
  });
  response.once('close', () => {
    const key = context.key?.name;
    records?.recordAccess?.({
      address: addressOf(request),
      ...(key !== undefined && { key }),
      dataset: access?.dataset ?? '',
      ...answered(),
      ...(!response.writableFinished && { interrupted: true }),
      ...ids,
      ...(asked.queries > 0 && { queries: asked.queries, ...(records.withTexts && { texts: asked.texts }) }),
    });
  });
  response.once('finish', () => observe({ kind: 'request-answered', ...answered(), ...ids }));
};

/** Time that a client may go on sending after the answer. */
const LINGER_MS = 30_000;

/**
 * Handles requests that are answered before all of their body has come. A connection closed at once (`Connection:
 * close`) with unread bytes loses the answer; so the rest is read and discarded first, for a while.
 */
export const endLongRequest: Step = ({ request, response, hasBody }) => {
  if (!hasBody) return;
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => typeof response; // as it was called, whichever of its forms that is
  let isClosedHere = false;
  response.writeHead = (...args: unknown[]) => {
    isClosedHere = !request.complete && !response.shouldKeepAlive;
    if (isClosedHere) response.shouldKeepAlive = true;
    return writeHead(...args);
  };
  response.once('finish', () => {
    if (request.complete && !isClosedHere) return;
    const { socket } = request;
    const cut = setTimeout(() => socket.destroy(), LINGER_MS).unref();
    const close = (): void => {
      clearTimeout(cut);
      if (isClosedHere) socket.end();
    };
    if (request.complete) close();
    else request.once('end', close).once('close', () => clearTimeout(cut));
  });
};
