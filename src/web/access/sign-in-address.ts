import type { Request } from 'express';
import { publicBaseUrl } from '../public-base-url.js';
import { siteOf, type ServicePart } from '../site.js';
import { KEY_PARAMETER } from './sent-key.js';

/** Where a person signs in, once for all datasets of the service, and comes back to the page that was asked for: by the address of a page, without a key that it may hold. */
export function signInAddress(request: Request, configured: string | undefined, part: ServicePart | undefined): string {
  const [path = '/', query = ''] = request.url.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.delete(KEY_PARAMETER);
  const baseUrl = publicBaseUrl(request, configured);
  const { serviceUrl } = siteOf(baseUrl, part);
  const within = baseUrl.slice(serviceUrl.length);
  const asked =
    request.method === 'GET'
      ? `${within}${path}${parameters.size === 0 ? '' : `?${parameters.toString()}`}`
      : `${within}/`;
  return `${serviceUrl}/sign-in?${new URLSearchParams({ to: asked }).toString()}`;
}
