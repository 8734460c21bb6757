import type { Express } from 'express';
import { IncomingMessage, ServerResponse, type RequestListener, type ServerOptions } from 'node:http';

/*
 * Express gives requests and responses the prototype of the application after Node.js has made them. An object whose
 * prototype changes gets a form of its own, which makes every later property access slow, and the garbage collector
 * keeps it for much longer than the request lasts: a third of all heap of requests survived the next collection, and
 * those stops, not suggesting, made the slowest hundredth of suggestions. So the server makes them with that prototype
 * at once, and Express changes nothing.
 */

/**
 * Classes of requests and responses for a server with this handler; none without Express. Called once for an
 * application.
 */
export function requestClasses(
  handler: RequestListener | Express,
): Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'> {
  if (!isApplication(handler)) return {};
  class ApplicationRequest extends IncomingMessage {}
  class ApplicationResponse<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {}
  Object.setPrototypeOf(ApplicationRequest.prototype, handler.request);
  Object.setPrototypeOf(ApplicationResponse.prototype, handler.response);
  Object.assign(handler, { request: ApplicationRequest.prototype, response: ApplicationResponse.prototype });
  return { IncomingMessage: ApplicationRequest, ServerResponse: ApplicationResponse };
}

function isApplication(handler: RequestListener | Express): handler is Express {
  return 'request' in handler && 'response' in handler;
}
