import type { PageScript } from '../exchange.js';

/** The script of the pages, and the addresses that it may request. */
export function pageScript(baseUrl: string): PageScript {
  return { address: `${baseUrl}/pages.js`, asks: `${baseUrl}/` };
}
