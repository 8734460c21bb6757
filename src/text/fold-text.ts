import { lexicon } from './lexicon.js';
import { undoWrongDecoding } from './undo-wrong-decoding.js';
import { isUnspaced } from './unspaced-scripts.js';

let simplified: Map<string, string> | undefined;

/*
 * Folding in two steps. First letters: removes case, width, accents and letter variants. Then words: punctuation
 * becomes a space, or nothing where people omit it. ASCII text, the larger part of all names, takes only the second
 * step.
 *
 * A change of a rule here changes what "the same name" means. Indexes are then rebuilt automatically, because a built
 * index has the identity of its code.
 */

const ASCII_ONLY = /^[\x20-\x7e]*$/;
/** Only words separated by one space: needs lower-casing only. */
const PLAIN = /^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$/;

/**
 * Spelling aids rather than letters: Latin, Greek and Cyrillic accents, Hebrew points, Arabic vowel signs. Vowel signs
 * of Indic and South-East Asian scripts and the voicing marks of Kana are letters and stay.
 */
const SPELLING_MARKS =
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+/g;
/**
 * Invisible characters: joiners, direction marks, soft hyphens, variation selectors, fillers; and the Arabic stretching
 * line.
 */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u0640]+/gu;
const FOLDED_LETTER = /[\u00df-\u06ff\u2c65]|\p{Nd}/gu;

const APOSTROPHES = /[’‘ʼʻʹʾʿ`´′＇ˈꞌ]/g;

/**
 * Raised digits after a word are a footnote or a number ("Alien³"), so a separate word; after a single letter they may
 * belong to it ("m²"), after a number they do.
 */
const RAISED_NUMBER = /(?<=\p{L}{2})[¹²³⁰⁴-⁹]+(?![\p{L}\p{N}])/gu;
const RAISED_DIGIT = /[¹²³⁰⁴-⁹]/;

/**
 * Case, width, accents and letter variants folded, with punctuation. Greek letters stay Greek: spoken signs may give
 * them Latin neighbours.
 */
function foldLetters(text: string): string {
  const lower = text.toLowerCase();
  if (ASCII_ONLY.test(lower)) return lower;
  const plain = RAISED_DIGIT.test(lower) ? lower.normalize('NFC').replace(RAISED_NUMBER, ' $&') : lower;
  return foldLatin(plain) ?? foldAnyLetters(plain);
}

/** A Greek letter as a sign in a text of Latin letters: `α-pinene`, `TNFα`, `β2`. */
const GREEK_SIGN = /(?<![\u0370-\u03ff\u1f00-\u1fff])[α-λν-ω](?![\u0370-\u03ff\u1f00-\u1fff])/g;
const HAS_GREEK = /[α-ω]/;
const HAS_LATIN = /[a-z]/;
const HAN_BEGINS = 0x3400;

function nameGreekSigns(folded: string): string {
  if (!HAS_GREEK.test(folded) || !HAS_LATIN.test(folded)) return folded;
  return folded.replace(GREEK_SIGN, (letter) => GREEK_LETTER_NAMES.get(letter) ?? letter);
}

function foldAnyLetters(lower: string): string {
  const folded = foldMarks(lower);
  for (let i = 0; i < folded.length; i++) if (folded.charCodeAt(i) >= HAN_BEGINS) return foldHan(folded);
  return folded;
}

function foldMarks(lower: string): string {
  return (
    lower
      .replace(APOSTROPHES, "'")
      .normalize('NFKD')
      // Some letters decompose into one and an apostrophe (`ŉ`); similar signs would be taken for an accent.
      .replace(APOSTROPHES, "'")
      .toLowerCase()
      .replace(SPELLING_MARKS, '')
      .replace(INVISIBLE, '')
      .normalize('NFC')
      .replace(
        FOLDED_LETTER,
        (letter) => LETTER_FOLDINGS.get(letter) ?? asciiDigit(letter.codePointAt(0) ?? 0) ?? letter,
      )
  );
}

/** Code units from here on are not Latin letters of European languages. */
const LATIN_END = 0x250;
const latinFoldings: (string | undefined)[] = [];

/** `foldAnyLetters` for text of Latin letters, by a table filled on demand; else `undefined`. */
function foldLatin(lower: string): string | undefined {
  let folded = '';
  for (let i = 0; i < lower.length; i++) {
    const code = lower.charCodeAt(i);
    if (code >= LATIN_END) return undefined;
    if (code < 0x80) folded += lower[i] ?? '';
    else folded += latinFoldings[code] ??= foldAnyLetters(lower[i] ?? '');
  }
  return folded;
}

/**
 * `Ram?rez`, `M??ller`: the replacement of a letter, or of its two bytes, is a gap in one word and does not separate
 * words. The next letter is no capital after a small one (`Who?What`).
 */
const LOST_LETTER = /(?<=\p{L})[?\ufffd]{1,2}(?=\p{Ll})|(?<=\p{Lu})[?\ufffd]{1,2}(?=\p{L})/gu;
const LOST_LETTER_SIGN = /[?\ufffd]/;

/** `U.S.A.` → `USA`, `J.S. Bach` → `JS Bach`: dots between single letters. */
export const DOTTED_LETTERS = /(?<![\p{L}\p{N}'])\p{L}(?:\.\p{L}(?![\p{L}\p{N}]))+\.?/gu;
/** `v1.0` → `1.0`: the version sign is often omitted. */
const VERSION_SIGN = /(?<![\p{L}\p{N}'])v\.? ?(?=\d+\.\d)/gu;
/** `O'Neill` → `oneill`: an apostrophe between letters is often omitted. */
const INNER_APOSTROPHE = /(?<=[\p{L}\p{N}])'(?=[\p{L}\p{N}])/gu;
/** `AT&T`, `A & M`: an ampersand between abbreviations is omitted … */
const JOINING_AMPERSAND = /(?<![\p{L}\p{N}])(\p{L}{1,2}) ?& ?(\p{L}{1,2})(?![\p{L}\p{N}'])/gu;
/** … elsewhere it is spoken: `Smith & Sons` → `smith and sons`. */
const AMPERSAND = /&/g;
/** `C++`, `C#`, `A+`: signs after a single Latin letter are part of the name. */
const WORD = /[\p{L}\p{N}\p{M}]+(?:(?<=(?<![\p{L}\p{N}\p{M}])[a-z])(?:\+{1,2}|#)(?![\p{L}\p{N}+#]))?/gu;
const ASCII_WORD = /[a-z0-9]+/g;
const ASCII_WITHOUT_SIGNS = /^[\x20-\x22\x24-\x2a\x2c-\x7e]*$/;
const SPECIAL_SIGN = /['`.&+#]/;
/**
 * Unreadable characters: controls other than white space, surrogates, replacement characters, and Braille without a
 * dot.
 */
const SAYS_NOTHING = /(?!\s)[\p{Cc}\p{Cs}\u2800\ufffd]/gu;

/**
 * The folded form: words separated by one space, without rules of languages. A run of a script without spaces is a word
 * of its own even next to Latin letters. Text without letters and digits (`!!!`) stays, in lower case. Empty only for
 * text without content: blank, or only controls, broken and invisible characters.
 */
export function foldText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  const meant = undoCharacterReferences(text);
  const whole = LOST_LETTER_SIGN.test(meant) ? meant.replace(LOST_LETTER, '') : meant;
  const letters = foldLetters(ASCII_ONLY.test(whole) ? whole : undoWrongDecoding(whole));
  if (!SPECIAL_SIGN.test(letters)) return joinWords(nameGreekSigns(letters));
  return joinWords(nameGreekSigns(speakSigns(letters)));
}

/** Finding a sign alone is a tenth of the work of finding its context, and few names have more than one. */
function speakSigns(letters: string): string {
  let spoken = letters.includes('`') ? letters.replaceAll('`', "'") : letters;
  if (spoken.includes('.'))
    spoken = spoken.replace(DOTTED_LETTERS, (found) => found.replaceAll('.', '')).replace(VERSION_SIGN, '');
  if (spoken.includes("'")) spoken = spoken.replace(INNER_APOSTROPHE, '');
  if (spoken.includes('&')) spoken = spoken.replace(JOINING_AMPERSAND, '$1$2').replace(AMPERSAND, ' and ');
  return spoken;
}

function joinWords(letters: string): string {
  const words = letters.match(ASCII_WITHOUT_SIGNS.test(letters) ? ASCII_WORD : WORD);
  if (words === null) return letters.replace(SAYS_NOTHING, '').replace(/\s+/g, ' ').trim();
  const joined = words.join(' ');
  return ASCII_ONLY.test(joined) ? joined : separateScripts(joined);
}

type Spacing = 'space' | 'spaced' | 'unspaced';

/** Inserts a space between a script without spaces and another. */
function separateScripts(words: string): string {
  let separated = '';
  let before: Spacing = 'space';
  let changed = false;
  for (const character of words) {
    const kind: Spacing =
      character === ' ' ? 'space' : isMark(character) ? before : isUnspaced(character) ? 'unspaced' : 'spaced';
    if (before !== 'space' && kind !== 'space' && kind !== before) {
      separated += ' ';
      changed = true;
    }
    separated += character;
    before = kind;
  }
  return changed ? separated : words;
}

function isMark(character: string): boolean {
  return /^\p{M}/u.test(character);
}

/**
 * Chinese characters in simplified form, from those of Taiwan, Hong Kong and Japan: 澤 and 沢 become 泽. One character at
 * a time, regardless of words: for search and comparison, not for display.
 */
function foldHan(text: string): string {
  simplified ??= new Map(
    lexicon('han-variants').flatMap((pairs) =>
      Array.from({ length: pairs.length / 2 }, (_, i): [string, string] => [
        pairs.charAt(2 * i),
        pairs.charAt(2 * i + 1),
      ]),
    ),
  );
  let folded = '';
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i);
    folded += simplified.get(character) ?? character;
  }
  return folded;
}

/**
 * Letters without Unicode decomposition, with their usual replacement on keyboards. Lower case only, as folding lowers
 * the case first.
 */
const LETTER_FOLDINGS: ReadonlyMap<string, string> = new Map([
  // Latin
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ł', 'l'],
  ['ı', 'i'],
  ['ħ', 'h'],
  ['ŋ', 'n'],
  ['ŧ', 't'],
  ['ə', 'e'],
  ['ǝ', 'e'],
  ['ɛ', 'e'],
  ['ɔ', 'o'],
  ['ɓ', 'b'],
  ['ɗ', 'd'],
  ['ƙ', 'k'],
  ['ƴ', 'y'],
  ['ĸ', 'k'],
  ['ʉ', 'u'],
  ['ɨ', 'i'],
  ['ƒ', 'f'],
  ['ⱥ', 'a'],
  ['ȼ', 'c'],
  ['ɇ', 'e'],
  // Greek: the final sigma is the same letter
  ['ς', 'σ'],
  // Arabic script: forms that Arabic, Persian and Urdu interchange
  ['ى', 'ي'],
  ['ی', 'ي'],
  ['ې', 'ي'],
  ['ک', 'ك'],
  ['ة', 'ه'],
  ['ۀ', 'ه'],
  ['ہ', 'ه'],
  ['ھ', 'ه'],
  ['ە', 'ه'],
  ['ٱ', 'ا'],
]);

/**
 * Names of Greek letters used as signs between Latin letters. Not mu, which is mostly the sign of a millionth there.
 */
const GREEK_LETTER_NAMES: ReadonlyMap<string, string> = new Map([
  ['α', 'alpha'],
  ['β', 'beta'],
  ['γ', 'gamma'],
  ['δ', 'delta'],
  ['ε', 'epsilon'],
  ['ζ', 'zeta'],
  ['η', 'eta'],
  ['θ', 'theta'],
  ['ι', 'iota'],
  ['κ', 'kappa'],
  ['λ', 'lambda'],
  ['ν', 'nu'],
  ['ξ', 'xi'],
  ['ο', 'omicron'],
  ['π', 'pi'],
  ['ρ', 'rho'],
  ['σ', 'sigma'],
  ['τ', 'tau'],
  ['υ', 'upsilon'],
  ['φ', 'phi'],
  ['χ', 'chi'],
  ['ψ', 'psi'],
  ['ω', 'omega'],
]);

const DIGIT_ZEROS = [
  0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20, 0x1040, 0x17e0,
];

/** The ASCII digit for a decimal digit of another script, or `undefined`. */
function asciiDigit(codePoint: number): string | undefined {
  if (codePoint < 0x660 || codePoint > 0x17e9) return undefined;
  for (const zero of DIGIT_ZEROS) if (codePoint >= zero && codePoint < zero + 10) return String(codePoint - zero);
  return undefined;
}

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
