/** A field for `iso2709`: a tag with the text of a control field, or with indicators and subfields (`1 $aBach`). */
export type FieldAsWritten = readonly [tag: string, content: string];

/** A record of ISO 2709 with a leader of this type of record (`z`: authority) and bibliographic level; `encode` makes the bytes of a text. */
export function iso2709(
  type: string,
  fields: readonly FieldAsWritten[],
  { level = ' ', coding = 'a', encode = (text: string): Buffer => Buffer.from(text, 'utf8') } = {},
): Buffer {
  let directory = '';
  let at = 0;
  const contents = fields.map(([tag, content]) => {
    const bytes = Buffer.concat([encode(content.replaceAll('$', '\u001f')), Buffer.from([0x1e])]);
    directory += tag + String(bytes.length).padStart(4, '0') + String(at).padStart(5, '0');
    at += bytes.length;
    return bytes;
  });
  const base = 24 + directory.length + 1;
  const leader = `${String(base + at + 1).padStart(5, '0')}n${type}${level} ${coding}22${String(base).padStart(5, '0')}n  4500`;
  return Buffer.concat([Buffer.from(`${leader}${directory}\u001e`, 'latin1'), ...contents, Buffer.from([0x1d])]);
}
