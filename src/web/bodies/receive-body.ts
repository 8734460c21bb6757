import type { Request } from 'express';
import { finished, type Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { SameasError } from '../../foundation/sameas-error.js';
import type { ByteLease } from '../clients/client-budgets.js';
import { bodyTooLarge, bodyTooSlow } from '../request-errors.js';
import type { FormField, SentFile } from './read-form.js';
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sentence } from '../../foundation/message.js';

export interface BodyLimits {
  /** After decompression. */
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

/** Fields beyond which a form is refused: no client sends as many. */
const MAX_FIELDS = 1_000;
const AMPERSAND = 0x26;

/**
 * Bytes of a body. Nothing is read of one that announces too much or has an unknown compression; reading ends as soon
 * as it is too long, has too many fields (`isForm`), needs more memory than the client has left, or takes too long.
 * Rejects with `body-too-large`, `body-too-slow`, `body-malformed`, `media-type-unsupported` and `too-many-requests`.
 * The rest is left to the code that ends the connection.
 */
export function receiveBody(
  request: Request,
  isForm: boolean,
  { maxBytes, timeoutMs }: BodyLimits,
  lease: ByteLease,
): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? '0');
  if (announced > maxBytes) return Promise.reject(bodyTooLarge(maxBytes, announced));
  return new Promise((resolve, reject) => {
    const source = decompressed(request);
    const chunks: Buffer[] = [];
    let length = 0;
    let fields = 1;
    const settle = (end: () => void): void => {
      clearTimeout(late);
      source.off('data', take);
      stopWatching();
      if (source !== request) {
        request.unpipe();
        source.on('error', () => undefined).destroy();
      }
      end();
    };
    const take = (chunk: Buffer): void => {
      try {
        length += chunk.length;
        if (length > maxBytes) throw bodyTooLarge(maxBytes);
        if (isForm) fields += countFields(chunk, MAX_FIELDS - fields + 1);
        if (fields > MAX_FIELDS)
          throw new SameasError('body-too-large', `The form has more than ${String(MAX_FIELDS)} fields.`, {
            facts: { limit: MAX_FIELDS },
            advice: 'Send a batch as one field with JSON.',
          });
        lease.grow(chunk.length);
        chunks.push(chunk);
      } catch (thrown) {
        settle(() => reject(thrown instanceof Error ? thrown : new Error(String(thrown))));
      }
    };
    const late = setTimeout(() => settle(() => reject(bodyTooSlow(timeoutMs))), timeoutMs);
    const stopWatching = finished(source, { writable: false }, (fault) =>
      settle(() => (fault === undefined || fault === null ? resolve(Buffer.concat(chunks)) : reject(broken(fault)))),
    );
    if (source !== request) request.once('aborted', () => settle(() => reject(broken(new Error('request aborted')))));
    source.on('data', take);
  });
}

/** At most `most`. */
function countFields(chunk: Buffer, most: number): number {
  let count = 0;
  for (let at = chunk.indexOf(AMPERSAND); at >= 0 && count < most; at = chunk.indexOf(AMPERSAND, at + 1)) count++;
  return count;
}

function decompressed(request: Request): Readable {
  const encoding = (request.headers['content-encoding'] ?? 'identity').toLowerCase();
  switch (encoding) {
    case 'identity':
      return request;
    case 'gzip':
      return request.pipe(createGunzip());
    case 'deflate':
      return request.pipe(createInflate());
    case 'br':
      return request.pipe(createBrotliDecompress());
    default:
      throw new SameasError(
        'media-type-unsupported',
        `The body cannot be decoded: unsupported content encoding "${encoding.slice(0, 40)}".`,
        { advice: 'Send it as UTF-8, plain or gzipped.' },
      );
  }
}

function broken(fault: Error): SameasError {
  return new SameasError('body-malformed', `The body could not be read: ${fault.message}.`, { cause: fault });
}

export interface SentBody {
  readonly fields: readonly FormField[];
  readonly files: ReadonlyMap<string, SentFile>;
  /** Unparsed text of a JSON body. */
  readonly json: string | undefined;
  /** Body of JSON lines, on routes that take them. */
  readonly lines?: string;
  /** A long form, where the route takes such, or why it could not be received: it is not parsed, and neither `fields` nor `files` have anything of it. */
  readonly formFile?: FormFile | SameasError;
}

export const NO_BODY: SentBody = { fields: [], files: new Map(), json: undefined };

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
