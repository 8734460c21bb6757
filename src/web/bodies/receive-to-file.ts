import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request } from 'express';
import { SameasError } from '../../foundation/sameas-error.js';
import { sentence } from '../../foundation/message.js';
import { bodyTooLarge } from './body-error.js';
import type { BodyLimits } from './receive-body.js';

export interface FormFile {
  readonly path: string;
  /** The header, with boundary or character set. */
  readonly contentType: string;
}

/** Shorter forms stay in memory, and are shown again as they were when something is wrong with them. */
const TO_DISK_BYTES = 1024 * 1024;

/** Whether the form is long, or does not say its length. */
export function isLongForm({ headers }: Request): boolean {
  return (
    headers['content-encoding'] === undefined &&
    (headers['content-length'] === undefined || Number(headers['content-length']) > TO_DISK_BYTES)
  );
}

/**
 * Streams the body into the folder for temporary files; memory: the bytes in transit. `whenAnswered` receives the
 * function that removes the file. Rejects with `body-too-large`, `body-too-slow` and `body-malformed`.
 */
export async function receiveToFile(
  request: Request,
  { maxBytes, timeoutMs }: BodyLimits,
  whenAnswered: (remove: () => void) => void,
): Promise<FormFile> {
  const announced = Number(request.headers['content-length'] ?? '0');
  if (announced > maxBytes) throw bodyTooLarge(maxBytes, announced);
  const path = join(tmpdir(), `sameas-upload-${randomBytes(12).toString('hex')}`);
  whenAnswered(() => void rm(path, { force: true }));
  let length = 0;
  const counted = new Transform({
    transform: (chunk: Buffer, _, done) => {
      length += chunk.length;
      done(length > maxBytes ? bodyTooLarge(maxBytes) : null, chunk);
    },
  });
  try {
    await pipeline(request, counted, createWriteStream(path, { flags: 'wx', mode: 0o600 }), {
      signal: AbortSignal.timeout(timeoutMs),
      end: true,
    });
  } catch (thrown) {
    if (thrown instanceof SameasError) throw thrown;
    const isLate = thrown instanceof Error && thrown.name === 'AbortError';
    if (isLate)
      throw new SameasError(
        'body-too-slow',
        sentence('The table did not arrive within {n} seconds.', { n: String(timeoutMs / 1000) }),
        {
          facts: { limit: timeoutMs },
          advice: sentence('Send it in parts, or compressed as a zip archive.'),
          cause: thrown,
        },
      );
    throw new SameasError('body-malformed', sentence('The table could not be received.'), {
      advice: sentence('Send it again.'),
      cause: thrown,
    });
  }
  return { path, contentType: request.headers['content-type'] ?? '' };
}
