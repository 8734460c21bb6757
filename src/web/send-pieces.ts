import { once } from 'node:events';
import type { Response } from 'express';

/**
 * Sends a body piece by piece and ends the answer; no more is read than the client takes. Stops where the connection is gone. Throws what the source throws, when part of the body may be out.
 *
 * One listener at a time, where a pipeline of streams hangs seven on the answer, beside those that give back what a request was lent.
 */
export async function sendPieces(
  response: Response,
  pieces: AsyncIterable<string | Uint8Array> | Iterable<string>,
): Promise<void> {
  for await (const piece of pieces) {
    if (response.destroyed) return;
    if (response.write(piece)) continue;
    const stop = new AbortController();
    await Promise.race([once(response, 'drain', stop), once(response, 'close', stop)]).finally(() => stop.abort());
  }
  response.end();
}
