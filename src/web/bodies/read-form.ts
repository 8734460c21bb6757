import { formText } from './form-text.js';
import { multipartForm, type MultipartForm } from './multipart-form.js';

/** A form as it came. */
export interface FormTask {
  readonly bytes: Uint8Array;
  /** The header, with boundary or character set. */
  readonly contentType: string;
}

/** The fields and files of a form of either kind. Errors: those of `formText` and `multipartForm`. Cost: linear in the bytes. */
export async function readForm({ bytes, contentType }: FormTask): Promise<MultipartForm> {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!/^\s*multipart\/form-data/i.test(contentType)) return { fields: [...new URLSearchParams(formText(body, contentType))], files: new Map() };
  return body.length === 0 ? { fields: [], files: new Map() } : multipartForm(body, contentType);
}
