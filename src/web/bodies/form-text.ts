import { isAscii, isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { SameasError } from '../../foundation/sameas-error.js';

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
export function encodingOfCharset(charset: string): string {
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
