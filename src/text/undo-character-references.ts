/*
 * "AT&amp;T" and "Caf&eacute;" come from web pages copied with their markup. Names contain nothing like a character
 * reference, so it is decoded everywhere.
 */

const REFERENCE =
  /&(?:#(\d{2,7})|#x([0-9a-f]{2,6})|([a-z])(acute|grave|circ|uml|tilde|cedil|ring|caron)|(amp|quot|apos|nbsp|lt|gt|szlig|oslash|aelig|oelig|lsquo|rsquo|ldquo|rdquo|ndash|mdash));/gi;
const MARKS: Readonly<Record<string, string>> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  uml: '\u0308',
  tilde: '\u0303',
  cedil: '\u0327',
  ring: '\u030a',
  caron: '\u030c',
};
const CHARACTERS: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  lt: '<',
  gt: '>',
  szlig: 'ß',
  oslash: 'ø',
  aelig: 'æ',
  oelig: 'œ',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  ndash: '–',
  mdash: '—',
};
const LAST_CODE_POINT = 0x10ffff;

/**
 * Decodes HTML character references: numeric ones, and named ones of accented letters and usual signs; twice for an
 * encoded reference (`&amp;eacute;`). Cost: a search for an ampersand.
 */
export function undoCharacterReferences(text: string): string {
  if (!text.includes('&') || !text.includes(';')) return text;
  const once = undoOnce(text);
  return once === text ? text : undoOnce(once);
}

function undoOnce(text: string): string {
  return text.replace(
    REFERENCE,
    (found, decimal?: string, hexadecimal?: string, letter?: string, mark?: string, name?: string) => {
      if (letter !== undefined && mark !== undefined)
        return `${letter}${MARKS[mark.toLowerCase()] ?? ''}`.normalize('NFC');
      if (name !== undefined) return CHARACTERS[name.toLowerCase()] ?? found;
      const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
      return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : found;
    },
  );
}
