import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

interface Names {
  readonly byPoint: ReadonlyMap<number, string>;
  readonly byName: ReadonlyMap<string, number>;
}

let known: Names | undefined;

/** The names of Unicode's characters (Unicode Character Database 15.0), read on demand. */
function names(): Names {
  if (known !== undefined) return known;
  const byPoint = new Map<number, string>();
  const byName = new Map<string, number>();
  let point = 0;
  for (const line of brotliDecompressSync(readFileSync(new URL('../../../../data/character-names.br', import.meta.url)))
    .toString()
    .split('\n')) {
    const blank = line.indexOf(' ');
    point += blank === 0 ? 1 : parseInt(line.slice(0, blank), 36);
    const name = line.slice(blank + 1);
    byPoint.set(point, name);
    byName.set(name, point);
  }
  known = { byPoint, byName };
  return known;
}

/** Names with the number of their character. */
const NUMBERED: readonly (readonly [string, RegExp])[] = [
  ['CJK UNIFIED IDEOGRAPH-', /^\p{Unified_Ideograph}$/u],
  ['CJK COMPATIBILITY IDEOGRAPH-', /^[\uf900-\ufaff\u{2f800}-\u{2fa1f}]$/u],
  ['TANGUT IDEOGRAPH-', /^[\u{17000}-\u{187f7}\u{18d00}-\u{18d08}]$/u],
  ['NUSHU CHARACTER-', /^[\u{1b170}-\u{1b2fb}]$/u],
  ['KHITAN SMALL SCRIPT CHARACTER-', /^[\u{18b00}-\u{18cd5}]$/u],
];

const LEADS = ['G', 'GG', 'N', 'D', 'DD', 'R', 'M', 'B', 'BB', 'S', 'SS', '', 'J', 'JJ', 'C', 'K', 'T', 'P', 'H'];
const VOWELS = [
  'A',
  'AE',
  'YA',
  'YAE',
  'EO',
  'E',
  'YEO',
  'YE',
  'O',
  'WA',
  'WAE',
  'OE',
  'YO',
  'U',
  'WEO',
  'WE',
  'WI',
  'YU',
  'EU',
  'YI',
  'I',
];
const TAILS = [
  '',
  'G',
  'GG',
  'GS',
  'N',
  'NJ',
  'NH',
  'D',
  'L',
  'LG',
  'LM',
  'LB',
  'LS',
  'LT',
  'LP',
  'LH',
  'M',
  'B',
  'BS',
  'S',
  'SS',
  'NG',
  'J',
  'C',
  'K',
  'T',
  'P',
  'H',
];
const HANGUL = 'HANGUL SYLLABLE ';
const FIRST_SYLLABLE = 0xac00;
const SYLLABLES = LEADS.length * VOWELS.length * TAILS.length;

function syllableName(index: number): string {
  const perLead = VOWELS.length * TAILS.length;
  return `${HANGUL}${LEADS[Math.floor(index / perLead)] ?? ''}${VOWELS[Math.floor((index % perLead) / TAILS.length)] ?? ''}${TAILS[index % TAILS.length] ?? ''}`;
}

/**
 * The name of a character given by its number in hexadecimal digits; may be empty. From text to text, without effect.
 */
export function characterName(digits: string): string {
  const point = parseInt(digits, 16);
  if (!(point >= 0 && point <= 0x10ffff)) return '';
  if (point >= FIRST_SYLLABLE && point < FIRST_SYLLABLE + SYLLABLES) return syllableName(point - FIRST_SYLLABLE);
  const name = names().byPoint.get(point);
  if (name !== undefined) return name;
  const char = String.fromCodePoint(point);
  const numbered = NUMBERED.find(([, test]) => test.test(char));
  return numbered === undefined ? '' : `${numbered[0]}${point.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The character of a name, in any case; may be empty. From text to text, without effect. */
export function characterNamed(name: string): string {
  const upper = name.toUpperCase();
  const point = names().byName.get(upper);
  if (point !== undefined) return String.fromCodePoint(point);
  const digits = /-([0-9A-F]{4,6})$/.exec(upper)?.[1];
  if (digits !== undefined && characterName(digits) === upper) return String.fromCodePoint(parseInt(digits, 16));
  if (upper.startsWith(HANGUL)) {
    for (let index = 0; index < SYLLABLES; index++)
      if (syllableName(index) === upper) return String.fromCodePoint(FIRST_SYLLABLE + index);
  }
  return '';
}
