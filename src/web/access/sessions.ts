import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Sessions of people who signed in: the browser keeps neither the key nor anything that outlives the process. */
export interface Sessions {
  /** Text of the cookie for the key with this id. */
  readonly begin: (keyId: string) => string;
  /** Id of the key, while the session lasts. */
  readonly keyIdIn: (text: string) => string | undefined;
}

export const SESSION_SECONDS = 12 * 3_600;

const SESSION = /^([0-9a-f]{12})\.([0-9a-z]{1,9})\.([A-Za-z0-9_-]{43})$/;

/** Sessions signed with a secret that ends with the process. */
export function createSessions(now: () => number = Date.now): Sessions {
  const secret = randomBytes(32);
  const sign = (said: string): string => createHmac('sha256', secret).update(said).digest('base64url');
  return {
    begin: (keyId) => {
      const said = `${keyId}.${(Math.floor(now() / 1000) + SESSION_SECONDS).toString(36)}`;
      return `${said}.${sign(said)}`;
    },
    keyIdIn: (text) => {
      const [, keyId = '', ends = '', signature = ''] = SESSION.exec(text) ?? [];
      if (signature === '' || !timingSafeEqual(Buffer.from(signature), Buffer.from(sign(`${keyId}.${ends}`))))
        return undefined;
      return Number.parseInt(ends, 36) > now() / 1000 ? keyId : undefined;
    },
  };
}
