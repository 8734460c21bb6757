import { type Role, createKeyRing } from '../access/api-key.js';
import { readKeyFile } from '../access/key-file.js';
import { isLoopback } from '../foundation/is-loopback.js';
import { asSameasError, SameasError } from '../foundation/sameas-error.js';
import type { Observe } from '../foundation/observation.js';
import type { Settings } from '../settings/setting-definitions.js';
import type { AccessOptions } from '../web/access/access-options.js';
import { createSessions } from '../web/access/credentials.js';

type AccessSettings = Pick<Settings, 'keysFile' | 'requireKeys' | 'host' | 'baseUrl' | 'trustProxy'>;

export interface ServiceAccess {
  /**
   * Access options of the dataset at a path with its own settings. Throws `setting-invalid` when it requires keys and
   * has none.
   */
  readonly forDataset: (dataset: string, own?: OwnAccess) => AccessOptions;
  /** Called once the service listens: reports that changes are closed without keys. */
  readonly hasBegun: () => void;
  /** Reads the keys again. An unusable file is observed, and the old keys stay. */
  readonly reload: () => void;
}

/** Key settings of one of several datasets. */
interface OwnAccess {
  readonly requireKeys?: Settings['requireKeys'];
  readonly roles?: ReadonlyMap<string, Role>;
}

/**
 * Access rules of a service by its settings. Throws the errors of `readKeyFile`, and `setting-invalid` when keys are
 * required and missing.
 */
export function createAccess({ keysFile, requireKeys, ...place }: AccessSettings, observe: Observe): ServiceAccess {
  const checked = (required: Settings['requireKeys'], dataset = ''): Settings['requireKeys'] => {
    if (keysFile !== '' || required !== 'everything') return required;
    throw new SameasError(
      'setting-invalid',
      `${dataset === '' ? '' : `dataset ${dataset}: `}requireKeys: everything needs a key, and there is no file of keys.`,
      { advice: 'Make one with "sameas keys add NAME --keys-file keys.json", and name it with --keys-file.' },
    );
  };
  checked(requireKeys);
  const ring = keysFile === '' ? undefined : createKeyRing(() => readKeyFile(keysFile));
  const isClosed = ring !== undefined || isReached(place);
  const common = { ring, sessions: createSessions() };
  return {
    forDataset: (dataset, { requireKeys: own = requireKeys, roles } = {}) => {
      const required = checked(own, dataset);
      return { ...common, keyNeeded: isClosed ? required : 'nothing', dataset, ...(roles !== undefined && { roles }) };
    },
    hasBegun: () => {
      if (ring === undefined && isClosed && requireKeys !== 'nothing') observe({ kind: 'changes-closed' });
    },
    reload: () => {
      try {
        ring?.reload();
      } catch (thrown) {
        observe({ kind: 'keys-not-read', error: asSameasError(thrown) });
      }
    },
  };
}

/** Whether the service is reachable from other computers, directly or through a proxy. */
function isReached({ host, baseUrl, trustProxy }: Pick<Settings, 'host' | 'baseUrl' | 'trustProxy'>): boolean {
  return !isLoopback(host) || trustProxy > 0 || (baseUrl !== '' && !isLoopback(new URL(baseUrl).hostname));
}
