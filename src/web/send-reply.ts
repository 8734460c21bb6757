import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { STATUS_CODES } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Response } from 'express';
import { mediaTypeNamed } from '../protocols/choose-form.js';
import { wrapInCallback } from '../protocols/jsonp.js';
import type { ProtocolForm } from '../protocols/message-table.js';
import type { CachePolicy, PageScript, Reply } from './exchange.js';
import type { RequestContext, Step } from './request-context.js';

const CACHE_CONTROL: Readonly<Record<CachePolicy, string>> = {
  never: 'no-store',
  checked: 'no-cache',
  briefly: 'public, max-age=60',
  long: 'public, max-age=86400',
};

/**
 * Characters of an answer that are sent at once; longer answers are sent in pieces of this length, and other requests
 * have their turn between them.
 */
const PIECE_CHARACTERS = 64 * 1024;
const SENT_AT_ONCE = 4 * PIECE_CHARACTERS;

/** Sends the reply of a handler. Rejects when the client goes away before it has a long answer. */
export const present: Step = async (context) => {
  if (context.reply !== undefined) await sendReply(context, context.reply, context.callback);
};

/** Sends a reply; JSON as a script when there is a callback, whose name has been checked. Rejects like `present`. */
export async function sendReply(context: RequestContext, reply: Reply, callback: string | undefined): Promise<void> {
  const { response, isPersonal } = context;
  const caching =
    CACHE_CONTROL[reply.kind === 'redirect' || reply.kind === 'stored' ? 'never' : (reply.cache ?? 'never')];
  response.set('Cache-Control', isPersonal ? caching.replace('public', 'private') : caching);
  switch (reply.kind) {
    case 'json': {
      const mediaType = reply.mediaType ?? versionType(context, reply.version);
      response.status(reply.status ?? 200).set({ ...versionHeaders(reply.version), ...reply.headers });
      // These types have no character set to name, which Express would add to text.
      if (mediaType !== undefined) response.setHeader('Content-Type', mediaType);
      else
        response.type(
          callback === undefined ? 'application/json; charset=utf-8' : 'application/javascript; charset=utf-8',
        );
      await sendText(
        response,
        callback === undefined || mediaType !== undefined ? reply.json : wrapInCallback(callback, reply.json),
      );
      return;
    }
    case 'page':
      response
        .status(reply.status ?? 200)
        .set(reply.headers ?? {})
        .set('Content-Security-Policy', pagePolicy(context.site.look.sources, reply.scripts))
        .vary('Accept-Language')
        .vary('Cookie');
      await sendText(response.type('text/html; charset=utf-8'), reply.html);
      return;
    case 'redirect':
      if (reply.cookie !== undefined) response.set('Set-Cookie', reply.cookie);
      response.redirect(reply.sendsAgain === true ? 307 : 303, reply.address);
      return;
    case 'text':
      if (reply.saveAs !== undefined) response.attachment(reply.saveAs);
      await sendText(response.type(reply.contentType), reply.text);
      return;
    case 'picture':
      response
        .type(reply.contentType)
        .send(Buffer.from(reply.bytes.buffer, reply.bytes.byteOffset, reply.bytes.byteLength));
      return;
    case 'file':
      response
        .attachment(reply.saveAs)
        .type(reply.contentType)
        .send(Buffer.from(reply.bytes.buffer, reply.bytes.byteOffset, reply.bytes.byteLength));
      return;
    case 'parts':
      // Weak: compressed or not, it is the same text.
      response.attachment(reply.saveAs).set('ETag', `W/"${reply.tag}"`).setHeader('Content-Type', reply.contentType);
      response.setTimeout(reply.stallMs, () => response.destroy());
      if (response.req.fresh) response.status(304).end();
      else if (response.req.method === 'HEAD') response.end();
      else await sendPieces(response, reply.parts());
      return;
    case 'stored':
      await sendStored(response.attachment(reply.saveAs).type(reply.contentType), reply.path);
  }
}

const SPECIFICATIONS = 'https://reconciliation-api.github.io/specs/';

/** Headers of a version, as in pull request 200 of the specification. The seed's form is older than versions. */
function versionHeaders(version: ProtocolForm | undefined): Readonly<Record<string, string>> {
  if (version === undefined || version === 'freebase') return {};
  return { 'Reconciliation-Version': version, Link: `<${SPECIFICATIONS}${version}/>; rel="profile"` };
}

/** Media type of the version, for clients that name it in `Accept`. A script for `callback` stays one. */
function versionType({ header, parameters }: RequestContext, version: ProtocolForm | undefined): string | undefined {
  if (version === undefined || (version !== '1.0-draft' && parameters.has('callback'))) return undefined;
  return mediaTypeNamed(version, header('Accept') ?? '');
}

/** Sends a file and removes it, also when the client has gone. */
async function sendStored(response: Response, path: string): Promise<void> {
  try {
    response.setHeader('Content-Length', (await stat(path)).size);
    if (response.req.method === 'HEAD') response.end();
    else await sendPieces(response, createReadStream(path));
  } finally {
    await rm(path, { force: true });
  }
}

async function sendText(response: Response, text: string): Promise<void> {
  if (text.length > SENT_AT_ONCE && response.req.method !== 'HEAD') {
    await sendPieces(response, piecesOf(text));
    return;
  }
  // Bytes, not text: some types have no character set, which Express would add.
  response.send(Buffer.from(text));
}

async function* piecesOf(text: string): AsyncGenerator<Buffer> {
  for (let at = 0; at < text.length;) {
    // Two halves of one character stay together.
    const end = isFirstHalf(text.charCodeAt(at + PIECE_CHARACTERS - 1))
      ? at + PIECE_CHARACTERS - 1
      : at + PIECE_CHARACTERS;
    yield Buffer.from(text.slice(at, end));
    at = end;
    await nextTurn();
  }
}

function isFirstHalf(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00;
}

/**
 * Pages run only the scripts they name, have no style but their own, load nothing but the logo, and may be framed by
 * any site. Scripts by their whole address: others of the service call a function that the request names (JSONP).
 */
function pagePolicy(style: string, scripts: readonly PageScript[] = []): string {
  const policy = `default-src 'none'; style-src ${style}; img-src 'self' data:; form-action 'self'; base-uri 'none'`;
  if (scripts.length === 0) return policy;
  const sources = (of: (script: PageScript) => string): string =>
    [...new Set(scripts.map((script) => policySource(of(script))))].join(' ');
  return `${policy}; script-src ${sources(({ address }) => address)}; connect-src ${sources(({ asks }) => asks)}`;
}

/** An address without the separators of sources in a policy. */
function policySource(address: string): string {
  return address.replace(/[;,\s]/g, encodeURIComponent);
}

/** Such as "404 Not Found". */
export function statusLine(status: number): string {
  return `${String(status)} ${STATUS_CODES[status] ?? ''}`.trim();
}

/**
 * Sends a body piece by piece and ends the answer, no faster than the client takes it. Stops where the connection is
 * gone. Throws the errors of the source, when part of the body may be out.
 *
 * One listener for the whole body: compression puts those for "drain" on a stream of its own, from which they cannot be
 * removed.
 */
export async function sendPieces(
  response: Response,
  pieces: AsyncIterable<string | Uint8Array> | Iterable<string>,
): Promise<void> {
  let goOn = (): void => undefined;
  const wake = (): void => goOn();
  let listens = false;
  try {
    for await (const piece of pieces) {
      if (response.destroyed) return;
      if (!listens) {
        response.on('drain', wake).on('close', wake);
        listens = true;
      }
      if (!response.write(piece) && !response.destroyed) await new Promise<void>((resolve) => (goOn = resolve));
    }
  } finally {
    response.off('drain', wake).off('close', wake);
  }
  response.end();
}
