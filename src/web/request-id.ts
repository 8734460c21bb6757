import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';

/** By what a request is known in the logs of its client, and in those of the service. */
interface RequestIds {
  /** That of the header X-Request-Id, else one of our own. */
  readonly requestId: string;
  /** The trace that the request belongs to, by W3C Trace Context; 32 hexadecimal digits. */
  readonly traceId?: string;
}

/** What may stand in a line of a log as it is. */
const REQUEST_ID = /^[\w.:/+=@-]{1,128}$/;
const TRACE_PARENT =
  /^(?<version>[\da-f]{2})-(?<traceId>[\da-f]{32})-(?<parent>[\da-f]{16})-(?<flags>[\da-f]{2})(?:$|-)/;
const NOTHING = /^0+$/;

/** The ids of a request, answered in the headers of the response; the same at every call. An id that is none is passed over, and so is a trace. */
export function identifyRequest(request: Request, response: Response): RequestIds {
  const known = response.locals['requestIds'] as RequestIds | undefined; // set below only
  if (known !== undefined) return known;
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
  const ids = { requestId, ...(isTraced && { traceId }) };
  response.locals['requestIds'] = ids;
  return ids;
}
