import iconv from 'iconv-lite';

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
