import type { Request } from 'express';
import { publicBaseUrl } from '../public-base-url.js';
import { KEY_PARAMETER } from './sent-key.js';

/** Where a person signs in and comes back to the page that was asked for: by the address of a page, without a key that it may hold. */
export function signInAddress(request: Request, configured: string | undefined): string {
  const [path = '/', query = ''] = request.url.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.delete(KEY_PARAMETER);
  const asked = request.method === 'GET' ? `${path}${parameters.size === 0 ? '' : `?${parameters.toString()}`}` : '/';
  return `${publicBaseUrl(request, configured)}/sign-in?${new URLSearchParams({ to: asked }).toString()}`;
}
