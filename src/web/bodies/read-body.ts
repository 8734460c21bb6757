import type { Request } from 'express';
import { SameasError } from '../../foundation/sameas-error.js';
import type { ClientBudgets } from '../clients/client-budgets.js';
import { charsetOf, decodedText } from './form-text.js';
import { hasBody } from './has-body.js';
import type { FormField, SentFile } from './multipart-form.js';
import { receiveBody, type BodyLimits } from './receive-body.js';
import type { RequestReader } from './request-reader.js';

/** What a request carried beside its address. */
export interface SentBody {
  readonly fields: readonly FormField[];
  /** By the names of their fields. */
  readonly files: ReadonlyMap<string, SentFile>;
  /** The text of a JSON body, not parsed; `undefined` without one. */
  readonly json: string | undefined;
  /** The text of a body of JSON lines, where such are read. */
  readonly lines?: string;
}

/** The body of a request without one. */
export const NO_BODY: SentBody = { fields: [], files: new Map(), json: undefined };

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';
const JSON_TYPES = ['application/json', 'application/*+json'];
const LINE_TYPES = ['application/x-ndjson', 'application/ndjson', 'application/jsonl', 'application/x-jsonlines'];

/** What reading a body needs. */
interface BodyReading {
  readonly reader: RequestReader;
  readonly budgets: ClientBudgets;
  readonly limits: BodyLimits;
  /** Whether a body may be JSON lines. */
  readonly takesLines?: boolean;
}

/**
 * Reads a form or a JSON body; the memory it takes is charged to the client until `whenAnswered` calls back. Rejects with `media-type-unsupported`, before anything is
 * read, for any other type, and with the errors of `receiveBody` and of the reader.
 */
export async function readBody(
  request: Request,
  client: string,
  { reader, budgets, limits, takesLines = false }: BodyReading,
  whenAnswered: (release: () => void) => void,
): Promise<SentBody> {
  if (!hasBody(request)) return NO_BODY;
  if (request.readableEnded) {
    throw new SameasError('body-malformed', 'The body of the request has been read already.', {
      advice: 'Mount the service before what reads bodies, such as express.json().',
    });
  }
  const contentType = request.get('Content-Type') ?? '';
  const kind = isUrlEncoded(request)
    ? 'form'
    : isOf(request, [MULTIPART])
      ? 'multipart'
      : isOf(request, JSON_TYPES)
        ? 'json'
        : takesLines && isOf(request, LINE_TYPES)
          ? 'lines'
          : undefined;
  if (kind === undefined) {
    throw new SameasError(
      'media-type-unsupported',
      `A body of the type "${(request.get('Content-Type') ?? 'unknown').slice(0, 200)}" cannot be read.`,
      {
        advice: 'Send a form (application/x-www-form-urlencoded or multipart/form-data) or JSON.',
      },
    );
  }
  // Before the body: a character set that is not known makes all of it worthless.
  const charset = kind === 'multipart' ? 'utf-8' : charsetOf(contentType);
  const isJson = kind === 'json' || kind === 'lines';
  if (isJson && !charset.startsWith('utf-'))
    throw new SameasError(
      'media-type-unsupported',
      `The body cannot be decoded: JSON comes as UTF-8, not as "${charset}".`,
      { advice: 'Send it as UTF-8, plain or gzipped.' },
    );
  const lease = budgets.lease(client);
  whenAnswered(lease.release);
  const bytes = await receiveBody(request, kind === 'form', limits, lease);
  if (kind === 'lines') return { ...NO_BODY, lines: decodedText(bytes, charset) };
  if (kind === 'json') return { ...NO_BODY, json: bytes.length === 0 ? '{}' : decodedText(bytes, charset) };
  return { ...(await reader.form(client, { bytes, contentType })), json: undefined };
}

/** Whether the request has a form as its body. */
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
