import iconv from 'iconv-lite';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BASE32_HEX = '0123456789ABCDEFGHIJKLMNOPQRSTUV';

/** The UTF-8 bytes of a text in one of the alphabets `base16`, `base32`, `base32hex`, `base64`, `base64url`; undefined for any other name. */
export function encodeBase(text: string, base: string): string | undefined {
  const bytes = Buffer.from(text, 'utf8');
  switch (base) {
    case 'base16':
      return bytes.toString('hex').toUpperCase();
    case 'base32':
      return encode32(bytes, BASE32);
    case 'base32hex':
      return encode32(bytes, BASE32_HEX);
    case 'base64':
      return bytes.toString('base64');
    case 'base64url':
      return bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_');
    default:
      return undefined;
  }
}

/** A fault in the encoded text. */
export class BaseDecodingFault extends Error {
  constructor(char: string) {
    super(char === '' ? 'the length is wrong' : `Unrecognized character: ${char}`);
    this.name = 'BaseDecodingFault';
  }
}

/** The opposite; padding is optional. Throws `BaseDecodingFault`. */
export function decodeBase(text: string, base: string): string | undefined {
  const digits = text.replace(/=+$/, '');
  switch (base) {
    case 'base16':
      checkDigits(digits, /[^0-9A-F]/, (length) => length % 2 === 0);
      return Buffer.from(digits, 'hex').toString('utf8');
    case 'base32':
      return decode32(digits, BASE32);
    case 'base32hex':
      return decode32(digits, BASE32_HEX);
    case 'base64':
      checkDigits(digits, /[^A-Za-z0-9+/]/, (length) => length % 4 !== 1);
      return Buffer.from(digits, 'base64').toString('utf8');
    case 'base64url':
      checkDigits(digits, /[^A-Za-z0-9_-]/, (length) => length % 4 !== 1);
      return Buffer.from(digits, 'base64url').toString('utf8');
    default:
      return undefined;
  }
}

function checkDigits(digits: string, stranger: RegExp, isLength: (length: number) => boolean): void {
  const [found] = stranger.exec(digits) ?? [];
  if (found !== undefined) throw new BaseDecodingFault(found);
  if (!isLength(digits.length)) throw new BaseDecodingFault('');
}

function encode32(bytes: Uint8Array, alphabet: string): string {
  let text = '';
  let bits = 0;
  let waiting = 0;
  for (const byte of bytes) {
    waiting = (waiting << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet.charAt((waiting >> bits) & 31);
    }
    waiting &= (1 << bits) - 1;
  }
  if (bits > 0) text += alphabet.charAt((waiting << (5 - bits)) & 31);
  return text.padEnd(Math.ceil(text.length / 8) * 8, '=');
}

function decode32(digits: string, alphabet: string): string {
  // Bytes take 2, 4, 5, 7 or 8 digits of a group of eight.
  if ([1, 3, 6].includes(digits.length % 8)) throw new BaseDecodingFault('');
  const bytes: number[] = [];
  let bits = 0;
  let waiting = 0;
  for (const char of digits) {
    const value = alphabet.indexOf(char);
    if (value < 0) throw new BaseDecodingFault(char);
    waiting = (waiting << 5) | value;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((waiting >> bits) & 255);
    }
    waiting &= (1 << bits) - 1;
  }
  return Buffer.from(bytes).toString('utf8');
}

/** Whether texts can be read and written in an encoding of that name. */
export function isKnownEncoding(name: string): boolean {
  return iconv.encodingExists(plainName(name));
}

/**
 * The package's name of an encoding: "x-MacRoman" is its "MacRoman", and no name means UTF-8. UTF-16 without a byte
 * order is written with the high byte first, after a mark, and read so without another mark.
 */
function plainName(name: string): string {
  if (name === '') return 'utf-8';
  const isKnown: boolean = iconv.encodingExists(name);
  return isKnown ? name : name.replace(/^x-/i, '');
}

const UNORDERED_UTF16 = /^utf-?16$/i;

function decoded(bytes: Buffer, encoding: string): string {
  if (!UNORDERED_UTF16.test(encoding)) return iconv.decode(bytes, plainName(encoding), { stripBOM: false });
  const isMarked = bytes.length >= 2 && bytes.readUInt16LE(0) === 0xfeff;
  return iconv.decode(bytes, isMarked ? 'utf-16le' : 'utf-16be');
}

function encoded(text: string, encoding: string): Buffer {
  return UNORDERED_UTF16.test(encoding)
    ? iconv.encode(text, 'utf-16be', { addBOM: true })
    : iconv.encode(text, plainName(encoding));
}

/**
 * Text written with one encoding and read with another: repairs text that was once read wrongly. Both have to be known.
 */
export function reinterpretText(text: string, source: string, target: string): string {
  return decoded(encoded(text, source), target);
}
