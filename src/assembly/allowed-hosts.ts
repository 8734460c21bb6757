import { hostname } from 'node:os';
import type { Settings } from '../settings/setting-definitions.js';

/** Names, in lower case, by which pages and commands that show what people have sent may be addressed, beside localhost and addresses in numbers. */
export function allowedHostsOf({ allowedHosts: named, host, baseUrl }: Settings): ReadonlySet<string> {
  const ofBase = baseUrl === '' ? [] : [new URL(baseUrl).hostname];
  return new Set(
    [...named.split(','), host, ...ofBase, hostname()]
      .map((one) => one.trim().toLowerCase())
      .filter((one) => one !== ''),
  );
}
