import iconv from 'iconv-lite';

/** A function that encodes pieces of text, none of which ends inside a surrogate pair; undefined when the encoding is not known. */
export function textEncoder(encoding: string): ((text: string) => Uint8Array) | undefined {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'utf-8' || name === 'utf8') return (text) => Buffer.from(text, 'utf8');
  if (!iconv.encodingExists(name)) return undefined;
  const encoder = iconv.getEncoder(name);
  return (text) => encoder.write(text);
}
