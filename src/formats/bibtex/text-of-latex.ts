/** Accents of TeX by the character of their command, as combining marks. */
const ACCENTS: Readonly<Record<string, string>> = {
  '`': '\u0300',
  "'": '\u0301',
  '^': '\u0302',
  '~': '\u0303',
  '=': '\u0304',
  u: '\u0306',
  '.': '\u0307',
  '"': '\u0308',
  r: '\u030A',
  H: '\u030B',
  v: '\u030C',
  d: '\u0323',
  b: '\u0331',
  c: '\u0327',
  k: '\u0328',
};
/** Commands that are one character. */
const CHARACTERS: Readonly<Record<string, string>> = {
  aa: 'å',
  AA: 'Å',
  ae: 'æ',
  AE: 'Æ',
  oe: 'œ',
  OE: 'Œ',
  o: 'ø',
  O: 'Ø',
  l: 'ł',
  L: 'Ł',
  ss: 'ß',
  i: 'ı',
  j: 'ȷ',
  dh: 'ð',
  DH: 'Ð',
  th: 'þ',
  TH: 'Þ',
  dj: 'đ',
  DJ: 'Đ',
  TeX: 'TeX',
  LaTeX: 'LaTeX',
  BibTeX: 'BibTeX',
  ldots: '…',
  dots: '…',
  textendash: '–',
  textemdash: '—',
  textquoteright: '’',
  textquoteleft: '‘',
  textasciitilde: '~',
  copyright: '©',
  pounds: '£',
  S: '§',
};
/** Dotless letters, which take accents as the dotted ones do. */
const DOTTED: Readonly<Record<string, string>> = { ı: 'i', ȷ: 'j' };

const ACCENTED =
  /\\(?:([`'^~=".])|([uvHcdbkr])(?=[\s{\\]))\s*(?:\{\s*(\\[ij]|\p{L})\s*\}|(\\[ij](?![a-zA-Z])|\p{L}))/gu;
const COMMAND = /\\([a-zA-Z]+)\*?(?:\s+|(?=[^a-zA-Z])|$)/g;
const SPACES = /\\[,;:! ]|~/g;
const ESCAPED = /\\([&%$#_{}\\-])/g;
/** Stands for an escaped character until braces and commands are gone. */
const FIRST_PRIVATE = 0xe000;

/** A text of LaTeX as plain text: accents and special letters as characters, without braces, commands and line breaks. */
export function textOfLatex(latex: string): string {
  return latex
    .replace(ACCENTED, (_, mark: string | undefined, letter: string | undefined, inBraces?: string, alone?: string) => {
      const base = (inBraces ?? alone ?? '').replace('\\', '');
      return `${DOTTED[base] ?? base}${ACCENTS[mark ?? letter ?? ''] ?? ''}`.normalize('NFC');
    })
    .replace(ESCAPED, (_, character: string) =>
      character === '-' ? '' : String.fromCharCode(FIRST_PRIVATE + character.charCodeAt(0)),
    )
    .replace(SPACES, ' ')
    .replace(COMMAND, (_, name: string) => CHARACTERS[name] ?? '')
    .replace(/---/g, '—')
    .replace(/--/g, '–')
    .replace(/``/g, '“')
    .replace(/''/g, '”')
    .replace(/[{}$]/g, '')
    .replace(/[\uE000-\uE0FF]/g, (character) => String.fromCharCode(character.charCodeAt(0) - FIRST_PRIVATE))
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC');
}
