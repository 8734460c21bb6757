import { STATUS_CODES } from 'node:http';
import type { Response } from 'express';
import { wrapInCallback } from '../protocols/jsonp.js';
import type { CachePolicy, PageScript, Reply } from './reply.js';
import { pageStyleSource } from './pages/page-style.js';

const CACHE_CONTROL: Readonly<Record<CachePolicy, string>> = {
  never: 'no-store',
  checked: 'no-cache',
  briefly: 'public, max-age=60',
  long: 'public, max-age=86400',
};


/** Sends a reply; JSON as a script when there is a callback, whose name has been checked. */
export function sendReply(response: Response, reply: Reply, callback: string | undefined): void {
  response.set('Cache-Control', CACHE_CONTROL[reply.cache ?? 'never']);
  switch (reply.kind) {
    case 'json':
      response.status(reply.status ?? 200).set(reply.headers ?? {});
      // These types have no character set to name, which Express would add to text.
      if (reply.mediaType !== undefined) response.setHeader('Content-Type', reply.mediaType).send(Buffer.from(reply.json));
      else if (callback === undefined) response.type('application/json; charset=utf-8').send(reply.json);
      else response.type('application/javascript; charset=utf-8').send(wrapInCallback(callback, reply.json));
      return;
    case 'page':
      response.status(reply.status ?? 200).set('Content-Security-Policy', pagePolicy(reply.scripts));
      response.type('text/html; charset=utf-8').send(reply.html);
      return;
    case 'text':
      if (reply.saveAs !== undefined) response.attachment(reply.saveAs);
      response.type(reply.contentType).send(reply.text);
      return;
    case 'file':
      response.attachment(reply.saveAs).type(reply.contentType).send(Buffer.from(reply.bytes));
  }
}

/**
 * Pages run nothing but the scripts they name, have no style but their own, load nothing but the mark of the service, and may be shown in anybody's frame. Scripts
 * by their whole address: among the others of the service there are those that call what a request names (JSONP).
 */
function pagePolicy(scripts: readonly PageScript[] = []): string {
  const policy = `default-src 'none'; style-src ${pageStyleSource()}; img-src 'self' data:; form-action 'self'; base-uri 'none'`;
  if (scripts.length === 0) return policy;
  const sources = (of: (script: PageScript) => string): string => [...new Set(scripts.map((script) => policySource(of(script))))].join(' ');
  return `${policy}; script-src ${sources(({ address }) => address)}; connect-src ${sources(({ asks }) => asks)}`;
}

/** An address without the characters that mean something between the sources of a policy. */
function policySource(address: string): string {
  return address.replace(/[;,\s]/g, encodeURIComponent);
}

/** A status with its usual words, such as "404 Not Found". */
export function statusLine(status: number): string {
  return `${String(status)} ${STATUS_CODES[status] ?? ''}`.trim();
}
