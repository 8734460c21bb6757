import type { RequestContext } from '../request-context.js';
import { KEY_PARAMETER } from './sent-key.js';

/** Where a person signs in, once for all datasets of the service, and comes back to the page that was asked for: by the address of a page, without a key that it may hold. */
export function signInAddress({ method, path, queryString, baseUrl, site: { serviceUrl } }: RequestContext): string {
  const parameters = new URLSearchParams(queryString);
  parameters.delete(KEY_PARAMETER);
  const within = baseUrl.slice(serviceUrl.length);
  const asked =
    method === 'GET' ? `${within}${path}${parameters.size === 0 ? '' : `?${parameters.toString()}`}` : `${within}/`;
  return `${serviceUrl}/sign-in?${new URLSearchParams({ to: asked }).toString()}`;
}
