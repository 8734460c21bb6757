import iconv from 'iconv-lite';

/** A function that encodes pieces of text, none of which ends inside a surrogate pair; undefined when the encoding is not known. */
export function textEncoder(encoding: string): ((text: string) => Uint8Array) | undefined {
  const name = encoding.trim().toLowerCase();
  if (isUtf8(encoding)) return (text) => Buffer.from(text, 'utf8');
  if (!iconv.encodingExists(name)) return undefined;
  // Without an order of its bytes named, the higher byte comes first, behind a byte-order mark, as Java writes it.
  const encoder = /^utf-?16$/.test(name) ? iconv.getEncoder('utf-16be', { addBOM: true }) : iconv.getEncoder(name);
  return (text) => encoder.write(text);
}

/** Whether an encoding asked for is UTF-8: by its name, or because none was named. */
export function isUtf8(encoding: string): boolean {
  return ['', 'utf-8', 'utf8'].includes(encoding.trim().toLowerCase());
}
