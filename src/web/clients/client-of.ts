import { isIPv6 } from 'node:net';
import type { Request } from 'express';

/** Groups of an IPv6 address that name a network; what follows is chosen by each computer in it. */
const NETWORK_GROUPS = 4;

/** Who sends a request: its address, or that of its network with IPv6. Behind trusted proxies (setting `trustProxy`), the address that they report. */
export function clientOf(request: Request): string {
  const address = (request.ip ?? 'unknown').replace(/^::ffff:(?=\d+\.)/, '');
  return isIPv6(address) ? `${networkOf(address)}::/64` : address;
}

function networkOf(address: string): string {
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const behind = tail === undefined || tail === '' ? 0 : tail.split(':').length;
  while (tail !== undefined && groups.length + behind < 8) groups.push('0');
  return [...groups, ...(tail ?? '').split(':')].slice(0, NETWORK_GROUPS).map((group) => group.replace(/^0+(?=.)/, '').toLowerCase()).join(':');
}
