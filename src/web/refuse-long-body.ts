import type { RequestHandler } from 'express';
import { bodyTooLarge } from './body-error.js';

/**
 * A reader of bodies that refuses those longer than `maxBytes` as soon as that is known, by the length that is announced or by what has come: left to itself
 * it would read to the end first, however far that is. What still comes is read on and thrown away. Gives `body-too-large` to `next`.
 */
export function refusingLongBodies(read: RequestHandler, maxBytes: number): RequestHandler {
  return (request, response, next) => {
    let isDone = false;
    let received = 0;
    const count = (chunk: Buffer): void => {
      received += chunk.length;
      if (received > maxBytes) done(bodyTooLarge(maxBytes));
    };
    const done = (fault?: unknown): void => {
      if (isDone) return;
      isDone = true;
      request.off('data', count);
      next(fault);
    };
    void read(request, response, done);
    // A body of another type is left to another reader.
    if (isDone) return;
    const announced = Number(request.headers['content-length'] ?? '0');
    if (announced > maxBytes) done(bodyTooLarge(maxBytes, announced));
    else request.on('data', count);
  };
}
