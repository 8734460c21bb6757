import { SameasError } from '../../foundation/sameas-error.js';
import { encodingOfCharset } from './form-text.js';

export interface SentFile {
  readonly name: string;
  readonly content: Buffer;
}

export type FormField = readonly [name: string, value: string];

export interface MultipartForm {
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
export async function multipartForm(body: Buffer, contentType: string): Promise<MultipartForm> {
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
