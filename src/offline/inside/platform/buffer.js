// The core's part of `node:buffer`: the class, and two checks of bytes. The browser itself reads and writes long texts,
// many times faster than the package.
import { Buffer } from 'buffer/';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();
/** Shorter texts are decoded as quickly by the package. */
const LONG_BYTES = 8;
const AT_ONCE = 8192;

/** Bytes of a buffer like those of the class, without the change of a prototype, which takes most of its time. */
const view = (buffer, offset, length) => Reflect.construct(Uint8Array, [buffer, offset, length], Buffer);

const isUtf8Name = (encoding) => encoding === undefined || /^utf-?8$/i.test(encoding);
const ownToString = Buffer.prototype.toString;
const ownWrite = Buffer.prototype.write;
const ownFrom = Buffer.from;

Buffer.prototype.toString = function toString(encoding, start = 0, end = this.length) {
  if (Math.min(end, this.length) - start < LONG_BYTES) return ownToString.call(this, encoding ?? 'utf8', start, end);
  if (isUtf8Name(encoding))
    return decoder.decode(new Uint8Array(this.buffer, this.byteOffset + start, Math.min(end, this.length) - start));
  if (encoding !== 'latin1') return ownToString.call(this, encoding, start, end);
  const parts = [];
  for (let at = start; at < Math.min(end, this.length); at += AT_ONCE)
    parts.push(
      String.fromCharCode.apply(
        null,
        view(this.buffer, this.byteOffset + at, Math.min(AT_ONCE, Math.min(end, this.length) - at)),
      ),
    );
  return parts.join('');
};

Buffer.prototype.write = function write(text, offset = 0, ...rest) {
  return typeof offset === 'number' && (rest.length === 0 || (rest.length === 1 && isUtf8Name(rest[0])))
    ? encoder.encodeInto(text, new Uint8Array(this.buffer, this.byteOffset + offset, this.length - offset)).written
    : ownWrite.call(this, text, offset, ...rest);
};

Buffer.prototype.subarray = function subarray(start = 0, end = this.length) {
  const from = start < 0 ? Math.max(0, this.length + start) : Math.min(start, this.length);
  const to = end < 0 ? Math.max(0, this.length + end) : Math.min(end, this.length);
  return view(this.buffer, this.byteOffset + from, Math.max(0, to - from));
};

Buffer.from = function from(value, encoding, length) {
  if (value instanceof ArrayBuffer) return view(value, encoding, length);
  if (typeof value !== 'string' || !isUtf8Name(encoding)) return ownFrom.call(Buffer, value, encoding, length);
  const bytes = encoder.encode(value);
  return view(bytes.buffer, bytes.byteOffset, bytes.length);
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
