import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A key as the service keeps it, which does not give the key back. */
export interface ApiKey {
  readonly name: string;
  /** The public part of the key, by which it is found. */
  readonly id: string;
  /** Random hexadecimal key of the hash. */
  readonly salt: string;
  /** HMAC-SHA-256 of the whole key, in hexadecimal. */
  readonly hash: string;
  readonly role: Role;
  /** Paths of the datasets that it is valid for, or `all`. */
  readonly datasets: 'all' | readonly string[];
  /** Day of its making, `2026-11-23`. */
  readonly created: string;
}

interface NewApiKey {
  /** The key itself, which is nowhere else: `sameas_`, the id, and 256 random bits. */
  readonly text: string;
  readonly kept: ApiKey;
}

const ID_BYTES = 6;
const SECRET_BYTES = 32;
const SALT_BYTES = 16;
/** An id in hexadecimal and a secret in base64url; nothing else can be a key. */
const KEY = /^sameas_([0-9a-f]{12})_[A-Za-z0-9_-]{43}$/;

/** Makes a key. Its secret is random, so that no one can guess it and a fast hash keeps it safe: docs/security.md. */
export function createApiKey(
  { name, role, datasets }: Pick<ApiKey, 'name' | 'role' | 'datasets'>,
  now = new Date(),
): NewApiKey {
  const id = randomBytes(ID_BYTES).toString('hex');
  const text = `sameas_${id}_${randomBytes(SECRET_BYTES).toString('base64url')}`;
  const salt = randomBytes(SALT_BYTES).toString('hex');
  return {
    text,
    kept: { name, id, salt, hash: hashOf(text, salt), role, datasets, created: now.toISOString().slice(0, 10) },
  };
}

/** The id in a key; `undefined` for an impossible key of any length. */
export function idInKey(text: string): string | undefined {
  return KEY.exec(text)?.[1];
}

/** Whether a text is this key. Takes as long for a wrong text as for the right one. */
export function isKey(text: string, { hash, salt }: Pick<ApiKey, 'hash' | 'salt'>): boolean {
  const [given, kept] = [Buffer.from(hashOf(text, salt), 'hex'), Buffer.from(hash, 'hex')];
  return given.length === kept.length && timingSafeEqual(given, kept);
}

function hashOf(text: string, salt: string): string {
  return createHmac('sha256', Buffer.from(salt, 'hex')).update(text).digest('hex');
}

/** Permissions, each with those before it: asking the dataset, judging tables, and changing datasets and projects. */
export const ROLES = ['ask', 'judge', 'administer'] as const;

export type Role = (typeof ROLES)[number];

/** Permission for a request: a role, or nothing, such as for the manifest and monitoring. */
export type Need = Role | 'nothing';

/** Whether a role includes another one. */
export function includesRole(role: Role, required: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(required);
}

/** Whether a text is a role. */
export function isRole(text: string): text is Role {
  return ROLES.some((role) => role === text);
}

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
