import type { Request } from 'express';

/** Where a request may hold a key. */
export interface SentKey {
  readonly text: string;
  /** query: in its address, where it ends up in the logs of others. */
  readonly place: 'header' | 'query';
}

/** The parameter of an address that holds a key. */
export const KEY_PARAMETER = 'api_key';

/** The key of a request: `Authorization: Bearer`, `X-API-Key`, or the parameter `api_key` of the address. Forms, cookies and passwords hold no keys. */
export function sentKey(request: Request): SentKey | undefined {
  const bearer = /^Bearer +(\S+) *$/i.exec(request.get('Authorization') ?? '')?.[1];
  const inHeader = bearer ?? request.get('X-API-Key')?.trim();
  if (inHeader !== undefined && inHeader !== '') return { text: inHeader, place: 'header' };
  const { url } = request;
  if (!url.includes(`${KEY_PARAMETER}=`)) return undefined;
  const inQuery = new URLSearchParams(url.slice(url.indexOf('?') + 1)).get(KEY_PARAMETER);
  return inQuery === null || inQuery === '' ? undefined : { text: inQuery, place: 'query' };
}
