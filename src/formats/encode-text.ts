import iconv from 'iconv-lite';

/** An encoder of pieces of text that do not split surrogate pairs; undefined for an unknown encoding. */
export function textEncoder(encoding: string): ((text: string) => Uint8Array) | undefined {
  const name = encoding.trim().toLowerCase();
  if (isUtf8(encoding)) return (text) => Buffer.from(text, 'utf8');
  if (!iconv.encodingExists(name)) return undefined;
  // Without a stated byte order, big-endian with a byte order mark, as in Java.
  const encoder = /^utf-?16$/.test(name) ? iconv.getEncoder('utf-16be', { addBOM: true }) : iconv.getEncoder(name);
  return (text) => encoder.write(text);
}

/** Whether a requested encoding is UTF-8, by name or by default. */
export function isUtf8(encoding: string): boolean {
  return ['', 'utf-8', 'utf8'].includes(encoding.trim().toLowerCase());
}
