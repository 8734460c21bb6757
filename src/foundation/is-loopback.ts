import { isIP } from 'node:net';

/**
 * Whether a host or address is this computer alone: `localhost`, `127.…`, `::1`, with or without brackets, and IPv4 in
 * IPv6 form.
 */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').replace(/^::ffff:(?=\d+\.)/i, '');
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'));
}
