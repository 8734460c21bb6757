import { hostname } from 'node:os';
import type { Settings } from '../settings/setting-definitions.js';

/**
 * Host names, in lower case, of pages and commands that show user data, in addition to localhost and numeric addresses.
 */
export function allowedHostsOf({ allowedHosts: named, host, baseUrl }: Settings): ReadonlySet<string> {
  const ofBase = baseUrl === '' ? [] : [new URL(baseUrl).hostname];
  return new Set(
    [...named.split(','), host, ...ofBase, hostname()]
      .map((one) => one.trim().toLowerCase())
      .filter((one) => one !== ''),
  );
}
