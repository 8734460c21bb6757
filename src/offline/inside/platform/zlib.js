// `gunzipSync` of `node:zlib`.
import { gunzipSync as gunzip } from 'fflate';
import { Buffer } from './buffer.js';

export const gunzipSync = (bytes) => Buffer.from(gunzip(bytes));

export function createGunzip() {
  throw new RangeError('the file is too large for a page');
}
