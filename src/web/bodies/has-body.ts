import type { IncomingMessage } from 'node:http';

/** Whether the request comes with anything but an empty body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? '0') > 0;
}
