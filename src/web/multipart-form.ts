import { SameasError } from '../foundation/sameas-error.js';
import { encodingOfCharset } from './read-form.js';

/** A file that came with a form. */
export interface SentFile {
  readonly name: string;
  readonly content: Buffer;
}

/** A form taken apart. */
export interface MultipartForm {
  /** As text in the other form of forms, field by field as in a query string. A file counts as a field that holds its text. */
  readonly fields: string;
  /** The files by the names of their fields; without those that a browser sends for a field that was left empty. */
  readonly files: ReadonlyMap<string, SentFile>;
}

/**
 * A form that came as multipart/form-data, which is how browsers send a `FormData` and `curl -F` sends fields. Rejects with
 * `body-malformed` when the body cannot be taken apart by the boundary that the type names, and with `media-type-unsupported` when a field declares a
 * character set other than UTF-8: it would be damaged in silence.
 */
export async function multipartForm(body: Buffer, contentType: string): Promise<MultipartForm> {
  const fields = new URLSearchParams();
  const files = new Map<string, SentFile>();
  refuseOtherCharsets(body);
  try {
    const form = await new Response(new Uint8Array(body), { headers: { 'Content-Type': contentType } }).formData();
    for (const [name, value] of form) {
      fields.append(name, typeof value === 'string' ? value : await value.text());
      if (typeof value !== 'string' && (value.name !== '' || value.size > 0)) files.set(name, { name: value.name, content: Buffer.from(await value.arrayBuffer()) });
    }
  } catch (thrown) {
    throw new SameasError('body-malformed', 'The multipart form cannot be taken apart.', {
      advice: 'Let the program that sends it set the header Content-Type, with its boundary; or send application/x-www-form-urlencoded.',
      cause: thrown,
    });
  }
  return { fields: fields.toString(), files };
}

/** The head of a field with its character set; the headers of a part may stand in any order. */
const CHARSET_OF_FIELD = /\r\n(?:content-disposition:[^\r\n]*\r\n)?content-type:[^\r\n]*;\s*charset\s*=\s*"?([^\s";\r]+)/gi;

function refuseOtherCharsets(body: Buffer): void {
  for (const [, charset = ''] of body.toString('latin1').matchAll(CHARSET_OF_FIELD)) {
    if (encodingOfCharset(charset) === 'utf-8' || /^(?:us-)?ascii$/i.test(charset)) continue;
    throw new SameasError('media-type-unsupported', `A field of the multipart form is in the character set "${charset.slice(0, 40)}", which is not decoded there.`, {
      advice: 'Send multipart forms as UTF-8, or the fields as application/x-www-form-urlencoded with the character set in Content-Type.',
    });
  }
}
