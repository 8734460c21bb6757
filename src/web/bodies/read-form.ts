import { SameasError } from '../../foundation/sameas-error.js';
import { holdsLongList } from '../../foundation/holds-long-list.js';
import { formText } from './form-text.js';
import { multipartForm, type FormField, type MultipartForm } from './multipart-form.js';

/** A form as it came. */
export interface FormTask {
  readonly bytes: Uint8Array;
  /** The header, with boundary or character set. */
  readonly contentType: string;
  /** Refuses fields with a list of more elements in JSON; any are taken without it. */
  readonly mostElements?: number;
}

/** The fields and files of a form of either kind. Errors: those of `formText` and `multipartForm`, and `parameter-invalid` for a list that is too long. Cost: linear in the bytes. */
export async function readForm({ bytes, contentType, mostElements }: FormTask): Promise<MultipartForm> {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!/^\s*multipart\/form-data/i.test(contentType)) {
    const fields = [...new URLSearchParams(formText(body, contentType))];
    if (mostElements !== undefined) refuseLongLists(fields, mostElements);
    return { fields, files: new Map() };
  }
  return body.length === 0 ? { fields: [], files: new Map() } : multipartForm(body, contentType);
}

/** Before they go on to where they are parsed. */
function refuseLongLists(fields: readonly FormField[], most: number): void {
  for (const [name, value] of fields) {
    if (!holdsLongList(value, most)) continue;
    throw new SameasError('parameter-invalid', `The parameter "${name.slice(0, 100)}" is too large: a list or an object holds more than ${String(most)} elements.`, { advice: 'Send it in several parts.', facts: { parameter: name.slice(0, 100), limit: most } });
  }
}
