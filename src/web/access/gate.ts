import type { Request } from 'express';
import type { ApiKey } from '../../access/api-key.js';
import type { ChangeMade } from '../../access/change.js';
import { includesRole, type Need, type Role } from '../../access/role.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { sentence } from '../../foundation/message.js';
import { addressOf, callerOf, rememberCaller } from '../clients/client-of.js';
import { isForeignRequest } from '../commands/refuse-foreign-request.js';
import { requestOrigin } from '../commands/request-origin.js';
import type { AccessOptions, RecordOptions } from './access-options.js';
import { sentKey } from './sent-key.js';
import { sessionCookieIn } from './session-cookie.js';

/** The one place where it is decided whether a request may go on, and where what it changed is recorded. */
export interface Gate {
  /**
   * Finds out whose key a request has, and whether it may do what needs `need`. What comes after it charges work to the key. Called before a body is read. Throws `key-missing`, `key-invalid`,
   * `key-not-allowed` and `keys-not-set-up`.
   */
  readonly admit: (request: Request, need: Need) => void;
  /** Writes a change into the audit log. Called once it is made and before it is answered. Never rejects. */
  readonly record: (request: Request, change: ChangeMade) => Promise<void>;
}

interface GateOptions {
  readonly access?: AccessOptions;
  readonly records?: RecordOptions;
  readonly publicBaseUrl?: string;
}

/** Without keys and rules everything is open: the code that mounts the application decides who gets to it. */
export function createGate({ access, publicBaseUrl, records }: GateOptions): Gate {
  const record: Gate['record'] = async (request, { by, ...change }) => {
    const key = callerOf(request)?.key.name;
    await records?.recordChange?.({
      who: {
        address: addressOf(request),
        ...(key !== undefined && { key }),
        ...(by !== undefined && by !== '' && { by }),
      },
      dataset: access?.dataset ?? '',
      ...change,
    });
  };
  if (access === undefined) return { admit: () => undefined, record };
  const { ring, sessions, keyNeeded } = access;

  /** The key of the request, `invalid` for a wrong one. A session of a browser holds for pages of this service alone. */
  function keyOf(request: Request): ApiKey | 'invalid' | undefined {
    if (ring === undefined) return undefined;
    const sent = sentKey(request);
    if (sent !== undefined) return ring.find(sent) ?? 'invalid';
    const session = sessionCookieIn(request);
    if (session === undefined || isForeignRequest(requestOrigin(request, publicBaseUrl), 'allowed')) return undefined;
    const keyId = sessions.keyIdIn(session);
    return keyId === undefined ? undefined : ring.byId(keyId);
  }

  return {
    record,
    admit: (request, need) => {
      const key = keyOf(request);
      if (key !== undefined && key !== 'invalid') rememberCaller(request, { key });
      const isNeeded =
        need !== 'nothing' && (keyNeeded === 'everything' || (keyNeeded === 'changes' && need !== 'ask'));
      if (!isNeeded) return;
      if (ring === undefined) throw keysNotSetUp();
      if (key === undefined)
        throw new SameasError('key-missing', sentence('This needs a key.'), {
          advice: sentence(
            'Send it in the header X-API-Key or "Authorization: Bearer", or sign in with it in the browser.',
          ),
        });
      if (key === 'invalid')
        throw new SameasError('key-invalid', sentence('This key is not valid.'), {
          advice: 'Check that it is whole, or ask those who run the service for another one.',
        });
      const role = roleOf(key, access);
      if (role === undefined)
        throw new SameasError(
          'key-not-allowed',
          access.dataset === ''
            ? sentence('This key does not hold for the whole service.')
            : sentence('This key does not hold for this dataset.'),
          { advice: sentence('Ask those who run the service for a key that does.') },
        );
      if (!includesRole(role, need))
        throw new SameasError('key-not-allowed', sentence('This key does not allow that.'), {
          facts: { role, needed: need },
          advice: sentence('Ask those who run the service for a key that does.'),
        });
    },
  };
}

/** What a key allows for the dataset; `undefined` where it does not hold. */
export function roleOf(
  { name, role, datasets }: ApiKey,
  { roles, dataset }: Pick<AccessOptions, 'roles' | 'dataset'>,
): Role | undefined {
  if (roles !== undefined) return roles.get(name);
  return datasets === 'all' || datasets.includes(dataset) ? role : undefined;
}

function keysNotSetUp(): SameasError {
  return new SameasError(
    'keys-not-set-up',
    'This service can be reached by others, and has no keys: what changes something is closed.',
    {
      advice:
        'Those who run it make a key with "sameas keys add" and name the file with --keys-file, or open it to everybody with --require-keys nothing.',
    },
  );
}
