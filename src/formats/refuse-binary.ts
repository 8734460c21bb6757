import { SameasError } from '../foundation/sameas-error.js';
import type { Sentence } from '../foundation/sentence.js';
import { sentence } from '../foundation/message.js';

interface Signature {
  readonly bytes: readonly number[];
  readonly what: Sentence;
  readonly advice: Sentence;
}

const UNPACK = sentence(
  'Unpack it first and load the file inside; gzip (.gz), and a zip archive with one list in it, are unpacked while loading.',
);
const NOT_A_LIST = sentence('Load a CSV, TSV or JSON file, or a spreadsheet.');

/** First bytes of unsupported files, with their names and advice. */
const SIGNATURES: readonly Signature[] = [
  {
    bytes: [0x50, 0x4b, 0x03, 0x04],
    what: sentence('a zip archive, or an office document other than a spreadsheet'),
    advice: UNPACK,
  },
  { bytes: [0x25, 0x50, 0x44, 0x46], what: sentence('a PDF'), advice: NOT_A_LIST },
  { bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a], what: sentence('packed with {program}', { program: 'xz' }), advice: UNPACK },
  {
    bytes: [0x28, 0xb5, 0x2f, 0xfd],
    what: sentence('packed with {program}', { program: 'Zstandard' }),
    advice: UNPACK,
  },
  { bytes: [0x37, 0x7a, 0xbc, 0xaf], what: sentence('a 7-Zip archive'), advice: UNPACK },
  { bytes: [0x89, 0x50, 0x4e, 0x47], what: sentence('a picture'), advice: NOT_A_LIST },
  { bytes: [0xff, 0xd8, 0xff], what: sentence('a picture'), advice: NOT_A_LIST },
  { bytes: [0x47, 0x49, 0x46, 0x38], what: sentence('a picture'), advice: NOT_A_LIST },
  { bytes: [0x7f, 0x45, 0x4c, 0x46], what: sentence('a program'), advice: NOT_A_LIST },
];

/** An empty zip archive consists of its directory only. */
const EMPTY_ZIP = [0x50, 0x4b, 0x05, 0x06];

/** Known format with these first bytes that is neither text nor a table. */
export function knownBinary(bytes: Buffer): Signature | undefined {
  return SIGNATURES.find(({ bytes: first }) => first.every((byte, i) => bytes[i] === byte));
}

/**
 * Throws `file-format-unknown` for the first bytes of a known format other than text, `file-empty` for an empty
 * archive.
 */
export function refuseKnownBinary(file: string, bytes: Buffer): void {
  if (EMPTY_ZIP.every((byte, i) => bytes[i] === byte))
    throw new SameasError('file-empty', sentence('{file} is a zip archive without any file in it.', { file }), {
      advice: sentence('Check that the right file was saved.'),
      facts: { file },
    });
  const signature = knownBinary(bytes);
  if (signature === undefined) return;
  throw new SameasError(
    'file-format-unknown',
    sentence('{file} is {What}, which cannot be read yet.', { file, What: signature.what }),
    {
      advice: signature.advice,
      facts: { file },
    },
  );
}

const COMMENTS = String.raw`^\s*(?:<!--[^]*?-->\s*)*`;
/** A declaration, or an element that begins with another or with text and has an end. */
const MARKUP = new RegExp(
  String.raw`${COMMENTS}<(?:\?xml|!doctype|html|([a-z_][\w.:-]*)(?:\s[^<>]*)?>(?:\s*<[a-z_!]|[^<>]*</\1>\s*$))`,
  'i',
);
/** Whether a text is XML other than a web page. */
export function looksLikeXml(head: string): boolean {
  const start = head.slice(0, 65536).replace(/^\ufeff/, '');
  return MARKUP.test(start) && !WEB_PAGE.test(start);
}

const WEB_PAGE = new RegExp(String.raw`${COMMENTS}<(?:!doctype\s+html|html)`, 'i');

/** A part of a page that begins with an HTML element. */
const FRAGMENT = new RegExp(String.raw`${COMMENTS}<(?:table|body|div|section|article|main|h[1-6]|p)[\s>]`, 'i');

/** Whether a text is a web page, or a part of one with a table. */
export function looksLikeHtml(head: string): boolean {
  const start = head.slice(0, 65536).replace(/^\ufeff/, '');
  return WEB_PAGE.test(start) || (FRAGMENT.test(start) && /<tr[\s>]/i.test(start));
}

/** Throws `file-format-unknown` when decoded text is mostly control characters. */
export function refuseWhatIsNoTable(file: string, head: string): void {
  const start = head.slice(0, 65536);
  const controls = (start.match(/[\u0001-\u0008\u000e-\u001f\ufffd]/g) ?? []).length;
  if (controls > start.length * 0.1) {
    throw new SameasError('file-format-unknown', sentence('{file} is not a text file.', { file }), {
      advice: NOT_A_LIST,
      facts: { file },
    });
  }
}
