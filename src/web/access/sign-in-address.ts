import type { RequestContext } from '../request-context.js';
import { KEY_PARAMETER } from './sent-key.js';

/** Address of the sign-in page of the service, which redirects to the requested page: its address without a key. */
export function signInAddress({ method, path, queryString, baseUrl, site: { serviceUrl } }: RequestContext): string {
  const parameters = new URLSearchParams(queryString);
  parameters.delete(KEY_PARAMETER);
  const within = baseUrl.slice(serviceUrl.length);
  const asked =
    method === 'GET' ? `${within}${path}${parameters.size === 0 ? '' : `?${parameters.toString()}`}` : `${within}/`;
  return `${serviceUrl}/sign-in?${new URLSearchParams({ to: asked }).toString()}`;
}
