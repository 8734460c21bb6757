import type { Request } from 'express';
import { publicBaseUrl } from '../public-base-url.js';
import type { RequestOrigin } from './refuse-foreign-request.js';

/** Where a request comes from, as far as it tells. */
export function requestOrigin(request: Request, configuredBaseUrl: string | undefined): RequestOrigin {
  return {
    method: request.method,
    // Express says undefined for a request without a host, whatever its types say.
    host: String((request.host as string | undefined) ?? ''),
    ownOrigin: new URL(publicBaseUrl(request, configuredBaseUrl)).origin,
    origin: request.get('Origin'),
    fetchSite: request.get('Sec-Fetch-Site'),
    fetchMode: request.get('Sec-Fetch-Mode'),
  };
}
