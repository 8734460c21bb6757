import { idInKey, isKey, type ApiKey } from './api-key.js';

/** The keys that a service knows. */
export interface KeyRing {
  /** The key that a user sent; `undefined` for a wrong one. Takes as long for a key that is not known. */
  readonly find: (sent: string) => ApiKey | undefined;
  /** A key by its public part. */
  readonly byId: (id: string) => ApiKey | undefined;
  /** Takes what `read` gives now. Throws what it throws, and keeps the keys as they were then. */
  readonly reload: () => void;
}

/** What an unknown key is compared with. */
const NO_KEY = { salt: '00'.repeat(16), hash: '00'.repeat(32) };

/** The keys that `read` gives. Throws what it throws. */
export function createKeyRing(read: () => readonly ApiKey[]): KeyRing {
  let keys = byIds(read());
  return {
    find: (sent) => {
      const id = idInKey(sent);
      if (id === undefined) return undefined;
      const known = keys.get(id);
      return isKey(sent, known ?? NO_KEY) ? known : undefined;
    },
    byId: (id) => keys.get(id),
    reload: () => {
      keys = byIds(read());
    },
  };
}

function byIds(keys: readonly ApiKey[]): ReadonlyMap<string, ApiKey> {
  return new Map(keys.map((key) => [key.id, key]));
}
