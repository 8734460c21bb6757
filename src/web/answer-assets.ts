import { readFile } from 'node:fs/promises';
import type { Exchange, Reply } from './exchange.js';

const JAVASCRIPT = 'text/javascript; charset=utf-8';

/** The logo of the service: two overlapping sheets with an equals sign, or that of the institution. */
export function answerLogo({ site: { look } }: Exchange): Reply {
  return { kind: 'picture', ...look.logo, cache: 'long' };
}

/** `<sameas-suggest>` as a JavaScript module that imports nothing: a page can copy the file. */
export async function answerSuggestElement(): Promise<Reply> {
  return {
    kind: 'text',
    text: await builtFile('web/assets/sameas-suggest.js'),
    contentType: JAVASCRIPT,
    cache: 'long',
  };
}

/** The script of the service's own pages, as a JavaScript module. */
export async function answerPageScript(): Promise<Reply> {
  return { kind: 'text', text: await builtFile('web/assets/pages.js'), contentType: JAVASCRIPT, cache: 'checked' };
}

/** The page that matches two tables in the browser without requests. */
export async function answerOfflinePage(): Promise<Reply> {
  const text = await builtFile('sameas.html');
  return { kind: 'text', text, contentType: 'text/html; charset=utf-8', cache: 'checked' };
}

/** A file that the build makes; its path is the same from src/ and dist/. */
function builtFile(name: string): Promise<string> {
  return readFile(new URL(`../../dist/${name}`, import.meta.url), 'utf8');
}

/** openapi.yaml, with this service as its server. Its path is the same from src/ and dist/. */
export async function answerOpenapi(exchange: Exchange): Promise<Reply> {
  const text = await readFile(new URL('../../openapi.yaml', import.meta.url), 'utf8');
  const here = text.replace('http://127.0.0.1:8000', exchange.baseUrl);
  return { kind: 'text', text: here, contentType: 'application/yaml; charset=utf-8', cache: 'briefly' };
}
