import type { RequestHandler } from 'express';

/** How long a client may go on sending what was answered without it. Cut off at once, it could lose the answer together with the connection. */
const LINGER_MS = 30_000;

/** Ends the connection on which a request does not come to its end after it has been answered. */
export const endLongRequests: RequestHandler = (request, response, next) => {
  response.once('finish', () => {
    if (request.complete) return;
    const cut = setTimeout(() => request.socket.destroy(), LINGER_MS).unref();
    request.once('close', () => clearTimeout(cut)).once('end', () => clearTimeout(cut));
  });
  next();
};
