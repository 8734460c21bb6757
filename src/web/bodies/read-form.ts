import { SameasError } from '../../foundation/sameas-error.js';
import { formText } from './form-text.js';
import { multipartForm, type FormField, type MultipartForm } from './multipart-form.js';

export interface FormTask {
  readonly bytes: Uint8Array;
  /** The header, with boundary or character set. */
  readonly contentType: string;
  /** Elements beyond which a JSON list in a field is refused; without it, any number. */
  readonly mostElements?: number;
}

/**
 * Fields and files of a form of either kind. Errors: those of `formText` and `multipartForm`, and `parameter-invalid`
 * for a list that is too long. Cost: linear in the bytes.
 */
export async function readForm({ bytes, contentType, mostElements }: FormTask): Promise<MultipartForm> {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!/^\s*multipart\/form-data/i.test(contentType)) {
    const text = formText(body, contentType);
    if (mostElements !== undefined) refuseLongLists(beginningsOfLongFields(text), mostElements);
    const fields = [...new URLSearchParams(text)];
    if (mostElements !== undefined) refuseLongLists(fields, mostElements);
    return { fields, files: new Map() };
  }
  return body.length === 0 ? { fields: [], files: new Map() } : multipartForm(body, contentType);
}

/** Encoded characters of a field that are decoded before all of it is. */
const BEGINNING = 4 * 1024 * 1024;

/** The first characters of longer fields: enough to refuse a list that is far too long. */
function* beginningsOfLongFields(text: string): Generator<FormField> {
  for (let start = 0; start < text.length;) {
    const found = text.indexOf('&', start);
    const end = found < 0 ? text.length : found;
    if (end - start > BEGINNING) yield* new URLSearchParams(text.slice(start, start + BEGINNING));
    start = end + 1;
  }
}

/** Before they are parsed. */
function refuseLongLists(fields: Iterable<FormField>, most: number): void {
  for (const [name, value] of fields) {
    if (!holdsLongList(value, most)) continue;
    throw new SameasError(
      'parameter-invalid',
      `The parameter "${name.slice(0, 100)}" is too large: a list or an object holds more than ${String(most)} elements.`,
      { advice: 'Send it in several parts.', facts: { parameter: name.slice(0, 100), limit: most } },
    );
  }
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
/** `[` and `{`. */
const OPENS: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSES: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/**
 * Whether a list or object in a JSON text has more than `most` elements, by its commas, without parsing, which could
 * not be interrupted. False for other texts. Cost: one pass, up to the first list that is too long. Memory: a number
 * for each level.
 */
export function holdsLongList(json: string, most: number): boolean {
  if (!/^\uFEFF?\s*[[{]/.test(json)) return false;
  const elements: number[] = [];
  for (let i = 0; i < json.length; i++) {
    const code = json.charCodeAt(i);
    if (code === QUOTE) i = endOfString(json, i);
    else if (code === COMMA) {
      const level = elements.length - 1;
      if (level < 0) continue;
      const count = (elements[level] ?? 1) + 1;
      if (count > most) return true;
      elements[level] = count;
    } else if (OPENS.has(code)) elements.push(1);
    else if (CLOSES.has(code)) elements.pop();
  }
  return false;
}

/** Position of the closing quotation mark; the end of the text without one. */
function endOfString(json: string, start: number): number {
  for (let i = start + 1; i < json.length; i++) {
    const code = json.charCodeAt(i);
    if (code === BACKSLASH) i++;
    else if (code === QUOTE) return i;
  }
  return json.length;
}
