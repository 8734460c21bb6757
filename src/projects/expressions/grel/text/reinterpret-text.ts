import iconv from 'iconv-lite';

/** Whether texts can be read and written in an encoding of that name. */
export function isKnownEncoding(name: string): boolean {
  return iconv.encodingExists(plainName(name));
}

/**
 * By the name that the package knows: "x-MacRoman" is its "MacRoman", and no name means UTF-8. UTF-16 without a byte order is written with the high byte first, behind a mark,
 * and read so where no mark says otherwise.
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

/** The text that comes of writing with one encoding and reading with another: mends what was once read wrongly. Both have to be known. */
export function reinterpretText(text: string, source: string, target: string): string {
  return decoded(encoded(text, source), target);
}
