import { readFile } from 'node:fs/promises';
import type { Exchange } from './exchange.js';
import type { Reply } from './reply.js';
import { joinModules, suggestElementScript } from './suggest-element/suggest-element-script.js';

/** The logo of the service: two overlapping sheets with an equals sign, or that of the institution. */
export function answerLogo({ site: { look } }: Exchange): Reply {
  return { kind: 'picture', ...look.logo, cache: 'long' };
}

/** `<sameas-suggest>` as a JavaScript module. */
export async function answerSuggestElement(): Promise<Reply> {
  return {
    kind: 'text',
    text: await suggestElementScript(),
    contentType: 'text/javascript; charset=utf-8',
    cache: 'long',
  };
}

/** The script of the service's own pages, as a JavaScript module. */
export async function answerPageScript(): Promise<Reply> {
  const text = await joinModules('pages.js', (name) =>
    readFile(new URL(`./page-scripts/inside/${name}`, import.meta.url), 'utf8'),
  );
  return { kind: 'text', text, contentType: 'text/javascript; charset=utf-8', cache: 'checked' };
}

/** The page that matches two tables in the browser without requests; the build makes it in dist/. */
export async function answerOfflinePage(): Promise<Reply> {
  const text = await readFile(new URL('../../dist/sameas.html', import.meta.url), 'utf8');
  return { kind: 'text', text, contentType: 'text/html; charset=utf-8', cache: 'checked' };
}

/** openapi.yaml, with this service as its server. Its path is the same from src/ and dist/. */
export async function answerOpenapi(exchange: Exchange): Promise<Reply> {
  const text = await readFile(new URL('../../openapi.yaml', import.meta.url), 'utf8');
  const here = text.replace('http://127.0.0.1:8000', exchange.baseUrl);
  return { kind: 'text', text: here, contentType: 'application/yaml; charset=utf-8', cache: 'briefly' };
}
