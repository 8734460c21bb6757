import type { Request } from 'express';
import { type ApiKey, includesRole, type Need, type Role } from '../../access/api-key.js';
import type { ChangeMade } from '../../access/records.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { sentence } from '../../foundation/message.js';
import { addressOf } from '../clients/admit-request.js';
import { prefersPage } from '../content-negotiation.js';
import { readParameters } from '../request-parameters.js';
import type { RequestContext, Step } from '../request-context.js';
import type { Route } from '../exchange.js';
import type { WebOptions } from '../web-options.js';
import type { AccessOptions } from './access-options.js';
import { isForeignRequest, requestOrigin } from './guard.js';
import { sentKey, sessionCookieIn } from './credentials.js';

/**
 * Finds the key of a request and checks that it allows its route; later work is charged to the key. Throws like
 * `checkKey`.
 */
export const authorise: Step = (context) => {
  const { route, service } = context;
  if (route === undefined) return;
  const need = needOf(route, context);
  authoriseFor(context, need);
  // No shared cache may keep answers for holders of keys.
  context.isPersonal = need !== 'nothing' && (service.access?.ring !== undefined || context.key !== undefined);
};

/** The same for what needs `need`. */
export function authoriseFor(context: RequestContext, need: Need): void {
  const { request, service } = context;
  context.sentKey = keyOf(request, service);
  checkKey(context.sentKey, need, service.access);
}

/** Parameters that turn the address of the manifest into a query. */
const QUESTIONS = ['queries', 'query', 'extend'];

/** The permission that a request to a route needs, by address and method alone: no body has been read yet. */
function needOf({ needs = 'ask' }: Route, context: RequestContext): Need {
  const isGet = context.method === 'GET' || context.method === 'HEAD';
  if (typeof needs === 'object') return isGet ? needs.get : needs.change;
  if (needs !== 'ask, but for the manifest') return needs;
  if (!isGet) return 'ask';
  const parameters = readParameters(context.queryString);
  // The start page shows contents of the dataset.
  const isPage = parameters.names.length === 0 && prefersPage(context);
  return !isPage && !QUESTIONS.some((name) => parameters.has(name)) ? 'nothing' : 'ask';
}

/** The key of the request, `invalid` for a wrong one. A session cookie is valid for pages of this service alone. */
export function keyOf(
  request: Request,
  options: Pick<WebOptions, 'access' | 'publicBaseUrl' | 'trustedProxies'>,
): ApiKey | 'invalid' | undefined {
  if (options.access?.ring === undefined) return undefined;
  const { ring, sessions } = options.access;
  const sent = sentKey(request);
  if (sent !== undefined) return ring.find(sent) ?? 'invalid';
  const session = sessionCookieIn(request);
  if (session === undefined || isForeignRequest(requestOrigin(request, options), 'allowed')) return undefined;
  const keyId = sessions.keyIdIn(session);
  return keyId === undefined ? undefined : ring.byId(keyId);
}

/**
 * Without keys and rules everything is open: the code that mounts the application decides who gets to it. Throws `key-missing`, `key-invalid`, `key-not-allowed` and `keys-not-set-up`.
 */
export function checkKey(key: ApiKey | 'invalid' | undefined, need: Need, access: AccessOptions | undefined): void {
  if (access === undefined || need === 'nothing') return;
  const { keyNeeded, ring } = access;
  if (keyNeeded !== 'everything' && (keyNeeded !== 'changes' || need === 'ask')) return;
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
}

/** Role of a key for the dataset; `undefined` where the key is not valid. */
export function roleOf(
  { name, role, datasets }: ApiKey,
  { roles, dataset }: Pick<AccessOptions, 'roles' | 'dataset'>,
): Role | undefined {
  if (roles !== undefined) return roles.get(name);
  return datasets === 'all' || datasets.includes(dataset) ? role : undefined;
}

/** Writes a change into the audit log, after it is made and before it is answered. Never rejects. */
export async function recordChange(context: RequestContext, { by, ...change }: ChangeMade): Promise<void> {
  const { request, service } = context;
  const key = context.key?.name;
  await service.records?.recordChange?.({
    who: {
      address: addressOf(request),
      ...(key !== undefined && { key }),
      ...(by !== undefined && by !== '' && { by }),
    },
    dataset: service.access?.dataset ?? '',
    ...change,
  });
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
