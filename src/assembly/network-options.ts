import { BlockList, isIP } from 'node:net';
import { SameasError } from '../foundation/sameas-error.js';
import type { Settings } from '../settings/setting-definitions.js';
import type { WebOptions } from '../web/web-options.js';

/** Trusted proxies, allowed origins, and whether every route requires a known host name. Throws `setting-invalid`. */
export function networkOptionsOf({
  proxyAddresses,
  allowedOrigins,
  allowedHosts,
}: Pick<Settings, 'proxyAddresses' | 'allowedOrigins' | 'allowedHosts'>): Pick<
  WebOptions,
  'isProxy' | 'allowedOrigins' | 'guardsHosts'
> {
  const origins = listed(allowedOrigins);
  const isOpen = origins.includes('*');
  return {
    ...(proxyAddresses !== '' && { isProxy: networksOf(listed(proxyAddresses)) }),
    ...(!isOpen && { allowedOrigins: new Set(origins.map(originOf)) }),
    guardsHosts: !isOpen || allowedHosts !== '',
  };
}

function listed(text: string): readonly string[] {
  return text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

function originOf(text: string): string {
  const origin = URL.canParse(text) ? new URL(text).origin : 'null';
  if (origin === 'null' || !/^https?:/.test(origin) || new URL(text).pathname !== '/') {
    throw new SameasError('setting-invalid', `allowedOrigins: "${text}" is no address of a site.`, {
      advice:
        'Write them as in https://tool.example.org, http://127.0.0.1:3333: with http or https, and without a path.',
    });
  }
  return origin;
}

/** A test for addresses and networks such as 10.0.0.0/8. */
function networksOf(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of entries) {
    const [, address = '', length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
    const family = familyOf(address);
    if (family === undefined || Number(length ?? 0) > (family === 'ipv4' ? 32 : 128)) {
      throw new SameasError('setting-invalid', `proxyAddresses: "${entry}" is no address and no network.`, {
        advice: 'Write them as in 127.0.0.1, 10.0.0.0/8, ::1.',
      });
    }
    if (length === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(length), family);
  }
  return (address) => {
    const family = familyOf(address);
    return family !== undefined && list.check(address, family);
  };
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address);
  return version === 0 ? undefined : version === 4 ? 'ipv4' : 'ipv6';
}
