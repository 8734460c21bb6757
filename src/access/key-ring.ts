import { idInKey, isKey, type ApiKey } from './api-key.js';

export interface KeyRing {
  /** The key with this text; `undefined` for a wrong one. Takes as long for an unknown key. */
  readonly find: (sent: string) => ApiKey | undefined;
  readonly byId: (id: string) => ApiKey | undefined;
  /** Calls `read` again. Throws its errors, and keeps the keys then. */
  readonly reload: () => void;
}

/** Compared with an unknown key. */
const NO_KEY = { salt: '00'.repeat(16), hash: '00'.repeat(32) };

/** The keys that `read` returns. Throws its errors. */
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
