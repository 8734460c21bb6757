import type { Request } from 'express';

export const KEY_PARAMETER = 'api_key';

/** The key of a request: `Authorization: Bearer`, `X-API-Key`, or the parameter `api_key` of the address. */
export function sentKey(request: Request): string | undefined {
  return keyInHeader(request) ?? keyInAddress(request);
}

function keyInHeader(request: Request): string | undefined {
  const bearer = /^Bearer +(\S+) *$/i.exec(request.get('Authorization') ?? '')?.[1];
  return bearer ?? (request.get('X-API-Key')?.trim() || undefined);
}

/** The key in the address, where no header has one. */
export function keyInAddress(request: Request): string | undefined {
  const { url } = request;
  if (!url.includes(`${KEY_PARAMETER}=`) || keyInHeader(request) !== undefined) return undefined;
  return new URLSearchParams(url.slice(url.indexOf('?') + 1)).get(KEY_PARAMETER) || undefined;
}
