import { serveApp } from './serve-app.js';

/** A web site of somebody else: one HTML page on an origin of its own. */
export interface ForeignSite {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Serves `html` at every path of a free port of 127.0.0.1. */
export async function servePage(html: string): Promise<ForeignSite> {
  const { origin, stop } = await serveApp((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(html);
  });
  return { url: `${origin}/`, stop };
}
