// What the core takes of `node:buffer`: the class, and two looks at bytes. Long texts are read and written by the browser itself, which is many times faster than the package.
import { Buffer } from 'buffer/';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();
/** Shorter texts are decoded as quickly by the package. */
const LONG_BYTES = 64;
/** Arguments of one call. */
const AT_ONCE = 8192;

const isUtf8Name = (encoding) => encoding === undefined || /^utf-?8$/i.test(encoding);
const ownToString = Buffer.prototype.toString;
const ownWrite = Buffer.prototype.write;
const ownFrom = Buffer.from;

Buffer.prototype.toString = function toString(encoding, start = 0, end = this.length) {
  if (Math.min(end, this.length) - start < LONG_BYTES) return ownToString.call(this, encoding ?? 'utf8', start, end);
  if (isUtf8Name(encoding)) return decoder.decode(this.subarray(start, end));
  if (encoding !== 'latin1') return ownToString.call(this, encoding, start, end);
  const parts = [];
  for (let at = start; at < Math.min(end, this.length); at += AT_ONCE)
    parts.push(String.fromCharCode.apply(null, this.subarray(at, Math.min(at + AT_ONCE, end))));
  return parts.join('');
};

Buffer.prototype.write = function write(text, offset = 0, ...rest) {
  return typeof offset === 'number' && (rest.length === 0 || (rest.length === 1 && isUtf8Name(rest[0])))
    ? encoder.encodeInto(text, this.subarray(offset)).written
    : ownWrite.call(this, text, offset, ...rest);
};

Buffer.from = function from(value, encoding, length) {
  if (typeof value !== 'string' || !isUtf8Name(encoding)) return ownFrom.call(Buffer, value, encoding, length);
  const bytes = encoder.encode(value);
  return ownFrom.call(Buffer, bytes.buffer, bytes.byteOffset, bytes.length);
};

export { Buffer };

/** Whether all bytes are ASCII. */
export function isAscii(bytes) {
  for (let i = 0; i < bytes.length; i++) if (bytes[i] > 0x7f) return false;
  return true;
}

/** Whether the bytes are well-formed UTF-8. */
export function isUtf8(bytes) {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
