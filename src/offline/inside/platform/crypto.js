// `createHash('sha256')` of `node:crypto`.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

export function createHash() {
  const hash = sha256.create();
  return {
    update(data) {
      hash.update(typeof data === 'string' ? new TextEncoder().encode(data) : data);
      return this;
    },
    digest: () => bytesToHex(hash.digest()),
  };
}
