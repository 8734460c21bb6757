import type { Request } from 'express';
import { asSameasError, SameasError } from '../../foundation/sameas-error.js';
import type { RequestContext, Step } from '../request-context.js';
import type { Route } from '../exchange.js';
import { DEFAULT_LIMITS } from '../clients/client-budgets.js';
import { charsetOf, decodedText } from './read-form.js';
import { receiveBody, type BodyLimits, isLongForm, receiveToFile, NO_BODY, type SentBody } from './receive-body.js';

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';
const JSON_TYPES = ['application/json', 'application/*+json'];
const LINE_TYPES = ['application/x-ndjson', 'application/ndjson', 'application/jsonl', 'application/x-jsonlines'];

/** Methods whose requests have a body that is looked at. */
const WITH_BODY = ['POST', 'PUT', 'PATCH'];

/**
 * Takes the body of a request where its route has a use for one: a form or JSON into memory, which is charged to the client until the request is answered, and long forms to the disk where the route wants
 * them there. Rejects with `media-type-unsupported`, before anything is read, for any other type, and with the errors of `receiveBody` and of the reader.
 */
export const readBody: Step = async (context) => {
  const { request, response, route, service } = context;
  const { limits } = service;
  if (route?.methods.some((method) => method === request.method) !== true || !WITH_BODY.includes(request.method))
    return;
  const timeoutMs = limits.bodyTimeoutMs ?? DEFAULT_LIMITS.bodyTimeoutMs;
  if (route.takesLongForms === true && isForm(request) && isLongForm(request)) {
    const longest = { maxBytes: limits.maxTableBytes ?? DEFAULT_LIMITS.maxTableBytes, timeoutMs };
    const removeLater = (remove: () => void): unknown => response.once('close', remove);
    // The handler reports a fault, with the form again.
    const formFile = await receiveToFile(request, longest, removeLater).catch(asSameasError);
    context.body = { ...NO_BODY, formFile };
  } else if (context.hasBody)
    context.body = await bodyInMemory(context, route, { maxBytes: limits.maxBodyBytes, timeoutMs });
};

async function bodyInMemory(
  { request, response, client, service: { fair, reader } }: RequestContext,
  { takesLines = false, maxBodyBytes }: Route,
  limits: BodyLimits,
): Promise<SentBody> {
  if (request.readableEnded) {
    throw new SameasError('body-malformed', 'The body of the request has been read already.', {
      advice: 'Mount the service before what reads bodies, such as express.json().',
    });
  }
  const contentType = request.get('Content-Type') ?? '';
  const kind = kindOf(request, takesLines);
  // Before the body, which an unknown character set makes worthless.
  const charset = kind === 'multipart' ? 'utf-8' : charsetOf(contentType);
  const isJson = kind === 'json' || kind === 'lines';
  if (isJson && !charset.startsWith('utf-'))
    throw new SameasError(
      'media-type-unsupported',
      `The body cannot be decoded: JSON comes as UTF-8, not as "${charset}".`,
      { advice: 'Send it as UTF-8, plain or gzipped.' },
    );
  const lease = fair.budgets.lease(client);
  response.once('close', lease.release);
  const bytes = await receiveBody(
    request,
    kind === 'form',
    { ...limits, ...(maxBodyBytes !== undefined && { maxBytes: maxBodyBytes }) },
    lease,
  );
  if (kind === 'lines') return { ...NO_BODY, lines: decodedText(bytes, charset) };
  if (kind === 'json') return { ...NO_BODY, json: bytes.length === 0 ? '{}' : decodedText(bytes, charset) };
  return { ...(await reader.form(client, { bytes, contentType })), json: undefined };
}

/** Throws `media-type-unsupported` for a body of another type. */
function kindOf(request: Request, takesLines: boolean): 'form' | 'multipart' | 'json' | 'lines' {
  if (isUrlEncoded(request)) return 'form';
  if (isOf(request, [MULTIPART])) return 'multipart';
  if (isOf(request, JSON_TYPES)) return 'json';
  if (takesLines && isOf(request, LINE_TYPES)) return 'lines';
  throw new SameasError(
    'media-type-unsupported',
    `A body of the type "${(request.get('Content-Type') ?? 'unknown').slice(0, 200)}" cannot be read.`,
    { advice: 'Send a form (application/x-www-form-urlencoded or multipart/form-data) or JSON.' },
  );
}

/** Whether the body is a form. */
export function isForm(request: Request): boolean {
  return isOf(request, [FORM, MULTIPART]);
}

/** Whether it is a form as text. */
export function isUrlEncoded(request: Request): boolean {
  return isOf(request, [FORM]);
}

function isOf(request: Request, types: string[]): boolean {
  return typeof request.is(types) === 'string';
}
