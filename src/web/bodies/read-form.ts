import { SameasError } from '../../foundation/sameas-error.js';
import { isAscii, isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { readMessage, type Message, type MessageTask } from '../../protocols/read-message.js';
import type { Turns } from '../clients/fair-share.js';

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

const CHARSET = /;\s*charset\s*=\s*"?([^\s";]+)/i;

/**
 * A form as text in which percent-encoded bytes are UTF-8 and plus signs are spaces, whatever character set its type
 * declares. Valid UTF-8 that is declared otherwise is taken for UTF-8: programs declare the character set of their
 * platform and encode as UTF-8, and no name in Western letters is valid UTF-8 by chance. Throws
 * `media-type-unsupported` for an unknown character set.
 */
export function formText(body: Buffer, contentType: string): string {
  const encoding = charsetOf(contentType);
  // Characters of two bytes: not even `&` is its usual byte.
  if (encoding.startsWith('utf-16')) return decodedText(body, encoding);
  const spaced = withSpaces(body);
  if (encoding === 'utf-8') return decodedText(spaced, encoding);
  const fields = spaced
    .toString('latin1')
    .split('&')
    .map((field) => {
      const sign = field.indexOf('=');
      return sign === -1 ? [unescaped(field)] : [unescaped(field.slice(0, sign)), unescaped(field.slice(sign + 1))];
    });
  const all = Buffer.concat(fields.flat());
  const actual = isUtf8(all) && !isAscii(all) ? 'utf-8' : encoding;
  return fields.map((parts) => parts.map((part) => encodeURIComponent(decodedText(part, actual))).join('=')).join('&');
}

/**
 * Name of a character set for `decodedText`, for all that browsers know. Throws `media-type-unsupported` for others.
 */
function encodingOfCharset(charset: string): string {
  try {
    return new TextDecoder(charset).encoding;
  } catch {
    throw unknownCharset(charset);
  }
}

/** The declared character set of a type, UTF-8 by default, named for `decodedText`. Throws `media-type-unsupported`. */
export function charsetOf(contentType: string): string {
  const charset = CHARSET.exec(contentType)?.[1];
  return charset === undefined ? 'utf-8' : encodingOfCharset(charset);
}

/** Text without a byte order mark; `encoding` as named by `charsetOf`. */
export function decodedText(bytes: Buffer, encoding: string): string {
  // Node's decoder leaves the bytes 80 to 9F of this one, among them € and Š, as control characters.
  return encoding === 'windows-1252' ? iconv.decode(bytes, encoding) : new TextDecoder(encoding).decode(bytes);
}

function unknownCharset(charset: string): SameasError {
  return new SameasError(
    'media-type-unsupported',
    `The body cannot be decoded: the character set "${charset.slice(0, 40)}" is not known here.`,
    {
      advice: 'Send the form as UTF-8, or name its character set in Content-Type, as in "charset=ISO-8859-1".',
    },
  );
}

const [PLUS, SPACE] = [0x2b, 0x20];

/** Plus signs as spaces in the bytes: parsers of the text would reassemble it at each of them. */
function withSpaces(body: Buffer): Buffer {
  const spaced = Buffer.from(body);
  for (let at = 0; at < spaced.length; at++) if (spaced[at] === PLUS) spaced[at] = SPACE;
  return spaced;
}

/** Bytes of a name or value, from a text with one character a byte. Broken escapes stay. */
function unescaped(text: string): Buffer {
  const plain = text.replace(/%([0-9a-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return Buffer.from(plain, 'latin1');
}

export interface SentFile {
  readonly name: string;
  readonly content: Buffer;
}

export type FormField = readonly [name: string, value: string];

interface MultipartForm {
  /** In order. A file is also a field that holds its text. */
  readonly fields: readonly FormField[];
  /** Files by field name; without the empty ones that browsers send for empty fields. */
  readonly files: ReadonlyMap<string, SentFile>;
}

/**
 * Parses multipart/form-data, as browsers send a `FormData` and `curl -F` sends fields. Rejects with `body-malformed`
 * for another boundary than the type names, `body-too-large` for more than 200 parts, and `media-type-unsupported` when
 * a field declares a character set other than UTF-8: it would be damaged in silence.
 */
async function multipartForm(body: Buffer, contentType: string): Promise<MultipartForm> {
  const fields: FormField[] = [];
  const files = new Map<string, SentFile>();
  refuseManyParts(body, contentType);
  refuseOtherCharsets(body);
  try {
    const form = await new Response(new Uint8Array(body), { headers: { 'Content-Type': contentType } }).formData();
    for (const [name, value] of form) {
      fields.push([name, typeof value === 'string' ? value : await value.text()]);
      if (typeof value !== 'string' && (value.name !== '' || value.size > 0))
        files.set(name, { name: value.name, content: Buffer.from(await value.arrayBuffer()) });
    }
  } catch (thrown) {
    throw new SameasError('body-malformed', 'The multipart form cannot be taken apart.', {
      advice:
        'Let the program that sends it set the header Content-Type, with its boundary; or send application/x-www-form-urlencoded.',
      cause: thrown,
    });
  }
  return { fields, files };
}

const BOUNDARY = /;\s*boundary=(?:"([^"]+)"|([^\s";]+))/i;
const MAX_PARTS = 200;

function refuseManyParts(body: Buffer, contentType: string): void {
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
  const boundary = `--${quoted ?? plain ?? ''}`;
  let parts = 0;
  for (let at = body.indexOf(boundary); at >= 0; at = body.indexOf(boundary, at + boundary.length)) {
    parts += 1;
    if (parts > MAX_PARTS + 1)
      throw new SameasError('body-too-large', `The multipart form has more than ${String(MAX_PARTS)} parts.`, {
        facts: { limit: MAX_PARTS },
        advice: 'Send a batch as one field with JSON.',
      });
  }
}

/** Head of a field with its character set; the headers of a part may have any order. */
const CHARSET_OF_FIELD =
  /\r\n(?:content-disposition:[^\r\n]*\r\n)?content-type:[^\r\n]*;\s*charset\s*=\s*"?([^\s";\r]+)/gi;

function refuseOtherCharsets(body: Buffer): void {
  for (const [, charset = ''] of body.toString('latin1').matchAll(CHARSET_OF_FIELD)) {
    if (encodingOfCharset(charset) === 'utf-8' || /^(?:us-)?ascii$/i.test(charset)) continue;
    throw new SameasError(
      'media-type-unsupported',
      `A field of the multipart form is in the character set "${charset.slice(0, 40)}", which is not decoded there.`,
      {
        advice:
          'Send multipart forms as UTF-8, or the fields as application/x-www-form-urlencoded with the character set in Content-Type.',
      },
    );
  }
}

/**
 * Parsers of forms and messages on other threads. Both reject with the errors of `readForm` and `readMessage`, and with
 * `body-too-large` for excessive time or memory.
 */
export interface ReadingThreads {
  readonly form: (task: FormTask) => Promise<MultipartForm>;
  /** Transfers the message in pieces, so that a long one delays no other request. */
  readonly message: (task: MessageTask) => Promise<Message>;
}

/** Parses bodies at a bounded cost for the serving thread. */
export interface RequestReader {
  readonly form: (client: string, task: FormTask) => Promise<MultipartForm>;
  readonly message: (client: string, task: MessageTask) => Promise<Message>;
}

/**
 * Bodies up to this length are parsed on the serving thread: some milliseconds at most. The batches of most clients are
 * shorter.
 */
const PARSED_HERE_BYTES = 32 * 1024;

/** A reader that sends long bodies to `threads`, in turns of clients. */
export function createRequestReader(threads: ReadingThreads, turns: Turns): RequestReader {
  return {
    form: (client, task) =>
      task.bytes.byteLength <= PARSED_HERE_BYTES ? readForm(task) : turns.run(client, () => threads.form(task)),
    message: async (client, task) =>
      task.json.length <= PARSED_HERE_BYTES ? readMessage(task) : turns.run(client, () => threads.message(task)),
  };
}
