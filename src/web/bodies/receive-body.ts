import type { Request } from 'express';
import { finished, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { SameasError } from '../../foundation/sameas-error.js';
import type { ByteLease } from '../clients/client-budgets.js';
import { bodyTooLarge, bodyTooSlow } from './body-error.js';

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
