import type { RequestHandler } from 'express';
import { hasBody } from './bodies/has-body.js';

/** How long a client may go on sending what was answered without it. */
const LINGER_MS = 30_000;

/**
 * Sees to requests that are answered before all of their body has come. Closed at once, as a client may ask for (`Connection: close`), a connection with unread
 * bytes takes the answer with it; so the rest is read and thrown away first, for a while.
 */
export const endLongRequests: RequestHandler = (request, response, next) => {
  if (!hasBody(request)) {
    next();
    return;
  }
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
  next();
};
