import type { SameasError } from '../../foundation/sameas-error.js';
import type { FormField, SentFile } from './multipart-form.js';
import type { FormFile } from './receive-to-file.js';

export interface SentBody {
  readonly fields: readonly FormField[];
  readonly files: ReadonlyMap<string, SentFile>;
  /** Unparsed text of a JSON body. */
  readonly json: string | undefined;
  /** Body of JSON lines, on routes that take them. */
  readonly lines?: string;
  /** A long form, where the route takes such, or why it could not be received: it is not parsed, and neither `fields` nor `files` have anything of it. */
  readonly formFile?: FormFile | SameasError;
}

export const NO_BODY: SentBody = { fields: [], files: new Map(), json: undefined };
