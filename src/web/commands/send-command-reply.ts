import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { Response } from 'express';
import { SameasError } from '../../foundation/sameas-error.js';
import { sentence } from '../../foundation/message.js';
import { errorHeaders, statusOf } from '../request-errors.js';
import { errorPage } from '../pages/error-page.js';
import { uploadForm } from '../pages/projects-page.js';
import { prefersPage } from '../content-negotiation.js';
import { sendPieces } from '../send-reply.js';
import type { RequestContext } from '../request-context.js';
import type { CommandOutcome } from './projects-port.js';

interface AskedOfCommand {
  /** Text after the name of the command in the address: the name of a sent file. */
  readonly trailingName: string;
  readonly parameters: ReadonlyMap<string, string>;
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends the outcome of a command; rejects when a file cannot be read or the client has gone. */
export async function sendOutcome(
  { request, response, baseUrl }: RequestContext,
  outcome: CommandOutcome,
  { trailingName, parameters }: AskedOfCommand,
): Promise<void> {
  switch (outcome.kind) {
    case 'json':
      sendJson(response, 200, outcome.json);
      return;
    case 'long-json':
      try {
        const { size } = await stat(outcome.path);
        response.status(200).setHeader('Content-Type', JSON_TYPE);
        response.setHeader('Content-Length', size);
        response.setHeader('Cache-Control', 'no-cache');
        if (request.method === 'HEAD') response.end();
        else await sendPieces(response, createReadStream(outcome.path));
      } finally {
        await rm(outcome.path, { force: true });
      }
      return;
    case 'pending':
      sendJson(response, 200, '{"code":"pending"}');
      return;
    case 'created': {
      // Clients cut the id out of this text: nothing may follow it.
      const location = `${baseUrl}/project?project=${outcome.projectId}`;
      response.status(302).setHeader('Location', location);
      response.end();
      return;
    }
    case 'file': {
      const { size } = await stat(outcome.path);
      response.status(200).setHeader('Content-Type', outcome.contentType);
      response.setHeader('Content-Length', size);
      response.setHeader('Cache-Control', 'no-store');
      response.setHeader('Content-Security-Policy', "script-src 'none'; connect-src 'none'");
      if (parameters.get('preview') !== 'true')
        response.setHeader('Content-Disposition', attachment(trailingName === '' ? 'export-rows' : trailingName));
      if (request.method === 'HEAD') response.end();
      else await sendPieces(response, createReadStream(outcome.path));
    }
  }
}

/** Percent-encoded, once for old clients and once with its encoding. */
function attachment(name: string): string {
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename=${encoded}; filename*=UTF-8''${encoded}`;
}

/** Sends finished JSON text. */
export function sendJson(response: Response, status: number, json: string): void {
  response.status(status).setHeader('Content-Type', JSON_TYPE);
  response.setHeader('Cache-Control', 'no-cache');
  response.send(json);
}

/**
 * Sends an error in the style of the command's clients; to a reader who sent a file, the upload form with the error,
 * which needs a token.
 */
export function sendFault(
  context: RequestContext,
  error: SameasError,
  style: FaultStyle,
  newToken: () => string,
): void {
  const { request, response, baseUrl, site, words } = context;
  if (response.headersSent) {
    // Half a file is sent; only cutting the connection says that it is incomplete.
    response.destroy();
    return;
  }
  const status = commandFaultStatus(error, style);
  response.set(errorHeaders(error));
  // The rest of an upload is not awaited.
  if (
    !request.complete &&
    (request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? '0') > 0)
  )
    response.setHeader('Connection', 'close');
  if (style === 'create' && prefersPage(context)) {
    response.status(status).setHeader('Content-Type', 'text/html; charset=utf-8');
    const failed = new SameasError(
      error.code,
      sentence('Failed to import file: {Fault}', { Fault: error.sentences.message }),
      { advice: error.sentences.advice },
    );
    response.send(
      errorPage(failed, status, {
        baseUrl,
        site,
        words,
        isInFrame: false,
        back: 'projects',
        form: (fault) => uploadForm({ baseUrl, words, csrfToken: newToken(), fault }),
      }).text,
    );
    return;
  }
  sendJson(response, status, JSON.stringify(commandFault(error, style)));
}

/**
 * Form of the error: making a project and exporting have statuses of their own, the preview of an expression another
 * member.
 */
export type FaultStyle = 'command' | 'create' | 'export' | 'preview';

/**
 * An error for clients of commands. They read `code` or `status`, so both are `error`; the code of the error is in
 * `errorCode`. Clients of the preview also read `type`: `other` for all but faults in the expression.
 */
function commandFault(error: SameasError, style: FaultStyle): Readonly<Record<string, unknown>> {
  const { operationIndex } = error.facts;
  return {
    ...(operationIndex === undefined
      ? {}
      : { operationIndex, operationValidationMessage: error.message.replace(/^Operation #\d+: /, '') }),
    code: 'error',
    status: 'error',
    ...(style === 'preview' ? { type: 'other' } : {}),
    message: error.message,
    errorCode: error.code,
    ...(error.advice === undefined ? {} : { advice: error.advice }),
  };
}

/** Errors with an HTTP status of their own, because they never reach a command. */
const WITH_STATUS: ReadonlySet<string> = new Set([
  'command-unknown',
  'method-not-allowed',
  'cross-site-request',
  'host-not-allowed',
  'key-missing',
  'key-invalid',
  'key-not-allowed',
  'keys-not-set-up',
  'body-too-large',
  'upload-too-large',
  'too-many-requests',
  'callback-invalid',
]);

/** HTTP status of an error: most commands answer `error` with 200, as clients expect. */
function commandFaultStatus(error: SameasError, style: FaultStyle): number {
  if (WITH_STATUS.has(error.code)) return statusOf(error.kind);
  if (error.code === 'csrf-token-invalid') return 200;
  switch (style) {
    case 'command':
    case 'preview':
      return error.kind === 'internal' && error.code === 'internal' ? 500 : 200;
    case 'create':
      return statusOf(error.kind);
    case 'export': {
      const status = statusOf(error.kind);
      return status < 500 ? 400 : 500;
    }
  }
}
