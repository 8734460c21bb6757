import { createHash } from 'node:crypto';

const ALGORITHMS = ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512'];

/**
 * The digest in hexadecimal digits of `algorithm:bytes`, the bytes in hexadecimal digits too: what crosses the border ends at U+0000.
 * A function that programs can reach outside of their interpreter: from text to text, without effect.
 */
export function hashText(request: string): string {
  const colon = request.indexOf(':');
  const algorithm = request.slice(0, colon);
  if (!ALGORITHMS.includes(algorithm)) return '';
  return createHash(algorithm)
    .update(Buffer.from(request.slice(colon + 1), 'hex'))
    .digest('hex');
}
