import type { IncomingMessage } from 'node:http';
import type { SameasError } from '../../foundation/sameas-error.js';
import type { FormField, SentFile } from './multipart-form.js';
import type { FormFile } from './receive-to-file.js';

/** What a request carried beside its address. */
export interface SentBody {
  readonly fields: readonly FormField[];
  /** By the names of their fields. */
  readonly files: ReadonlyMap<string, SentFile>;
  /** The text of a JSON body, not parsed; `undefined` without one. */
  readonly json: string | undefined;
  /** The text of a body of JSON lines, where such are read. */
  readonly lines?: string;
  /** A long form, where the route takes such, or why it could not be received: it is not parsed, and neither `fields` nor `files` have anything of it. */
  readonly formFile?: FormFile | SameasError;
}

/** The body of a request without one. */
export const NO_BODY: SentBody = { fields: [], files: new Map(), json: undefined };

/** Whether the request comes with anything but an empty body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? '0') > 0;
}
