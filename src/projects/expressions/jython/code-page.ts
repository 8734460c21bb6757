import iconv from 'iconv-lite';

const SINGLE_BYTE = /^(?:(?:cp|windows|ibm)\d{3,5}|iso8859\d{1,2}|koi8[rtu]|mac[a-z]+|tis620)$/;

/**
 * The characters of the bytes from 1 to 255 in an encoding in which each character is one byte and that of 0 is U+0000, U+FFFD where it has
 * none; an empty text for any other name. From text to text, without effect: a program asks for it by the name that it gives to `encode`.
 */
export function codePage(name: string): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (!SINGLE_BYTE.test(plain) || !iconv.encodingExists(plain)) return '';
  const page = iconv.decode(Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)), plain);
  // What crosses the border ends at U+0000.
  return page.length === 256 && page.startsWith('\0') ? page.slice(1) : '';
}
