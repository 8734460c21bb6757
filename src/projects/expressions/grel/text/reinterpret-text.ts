import iconv from 'iconv-lite';

/** Whether texts can be read and written in an encoding of that name. */
export function isKnownEncoding(name: string): boolean {
  return iconv.encodingExists(name);
}

/** The text that comes of writing with one encoding and reading with another: mends what was once read wrongly. Both have to be known. */
export function reinterpretText(text: string, source: string, target: string): string {
  return iconv.decode(iconv.encode(text, source), target, { stripBOM: false });
}
