import type { Response } from 'express';

/**
 * Sends a body piece by piece and ends the answer, no faster than the client takes it. Stops where the connection is
 * gone. Throws the errors of the source, when part of the body may be out.
 *
 * One listener for the whole body: compression puts those for "drain" on a stream of its own, from which they cannot be
 * removed.
 */
export async function sendPieces(
  response: Response,
  pieces: AsyncIterable<string | Uint8Array> | Iterable<string>,
): Promise<void> {
  let goOn = (): void => undefined;
  const wake = (): void => goOn();
  let listens = false;
  try {
    for await (const piece of pieces) {
      if (response.destroyed) return;
      if (!listens) {
        response.on('drain', wake).on('close', wake);
        listens = true;
      }
      if (!response.write(piece) && !response.destroyed) await new Promise<void>((resolve) => (goOn = resolve));
    }
  } finally {
    response.off('drain', wake).off('close', wake);
  }
  response.end();
}
