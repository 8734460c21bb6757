import type { PageScript } from '../reply.js';

/** The script of the service's own pages, and what it asks. */
export function pageScript(baseUrl: string): PageScript {
  return { address: `${baseUrl}/pages.js`, asks: `${baseUrl}/` };
}
