import { createRequire } from 'node:module';
import { doubleMetaphone } from 'double-metaphone';
import { readFileSync } from 'node:fs';
import { splitAtWhiteSpace, withoutWhiteSpace } from './characters.js';

/** Encodings of `phonetic`, by name. */
export const PHONETIC_ENCODINGS = {
  doublemetaphone: 'doublemetaphone',
  metaphone: 'metaphone',
  soundex: 'soundex',
  cologne: 'cologne',
  'cologne-phonetic': 'cologne',
  'daitch-mokotoff': 'daitch-mokotoff',
  'beider-morse': 'beider-morse',
} as const;

export type PhoneticEncoding = (typeof PHONETIC_ENCODINGS)[keyof typeof PHONETIC_ENCODINGS];

/** A phonetic key of letters or digits: words that sound alike have the same key. Empty without sounds. */
export function phoneticKey(text: string, encoding: PhoneticEncoding): string {
  // These take the text as it is; for the others accents do not count.
  if (encoding === 'cologne') return colognePhonetics(text);
  if (encoding === 'daitch-mokotoff') return daitchMokotoff(text);
  // The first of several keys, which names that sound alike mostly share.
  if (encoding === 'beider-morse') return beiderMorse(text).split('|')[0] ?? '';
  const letters = withoutMarks(text.replace(/ß/g, 'ss')).replace(/[^A-Za-z]/g, '');
  if (letters === '') return '';
  if (encoding === 'doublemetaphone') return doubleMetaphone(letters)[0];
  const module: unknown = createRequire(import.meta.url)(MODULES[encoding]);
  const encoder: unknown =
    typeof module === 'object' && module !== null && 'default' in module ? module.default : module;
  if (typeof encoder !== 'function') throw new Error('The package of phonetic keys has another form than expected');
  return String(Reflect.apply(encoder, undefined, [letters]));
}

/** Modules of the package by encoding. It has no types, so it is loaded by name, on demand. */
const MODULES: Readonly<Record<'metaphone' | 'soundex', string>> = {
  metaphone: 'talisman/phonetics/metaphone.js',
  soundex: 'talisman/phonetics/soundex.js',
};

/*
 * The phonetic code of Hans Joachim Postel for German names: digits of any number. Source: Die Kölner Phonetik,
 * IBM-Nachrichten 19 (1969), 925–931. As in version 1.22 of the Commons Codec library, vowels between two equal digits
 * do not separate them: Zaza is 8.
 */

const SIMPLE: Readonly<Record<string, string>> = Object.fromEntries(
  ['AEIJOUY0', 'BP1', 'DT2', 'FVW3', 'GKQ4', 'L5', 'MN6', 'R7', 'SZ8'].flatMap((group) =>
    [...group.slice(0, -1)].map((letter) => [letter, group.slice(-1)]),
  ),
);
const UMLAUTS: Readonly<Record<string, string>> = { Ä: 'A', Ö: 'O', Ü: 'U' };

/** The digits of a text; empty when no letter of it sounds. */
function colognePhonetics(text: string): string {
  const letters = text.toUpperCase().replace(/[ÄÖÜ]/g, (letter) => UMLAUTS[letter] ?? letter);
  let code = '';
  let lastDigit = '';
  let lastLetter = '';
  for (let place = 0; place < letters.length; place += 1) {
    const letter = letters.charAt(place);
    if (letter < 'A' || letter > 'Z') continue;
    for (const digit of digitsOf(letter, lastLetter, letters.charAt(place + 1), code === '')) {
      if (digit !== lastDigit && (digit !== '0' || code === '')) code += digit;
      if (digit !== '0') lastDigit = digit;
    }
    lastLetter = letter;
  }
  return code;
}

function digitsOf(letter: string, last: string, next: string, isFirst: boolean): string {
  if (letter === 'P' && next === 'H') return '3';
  if ((letter === 'D' || letter === 'T') && /[CSZ]/.test(next)) return '8';
  if (letter === 'X') return /[CKQ]/.test(last) ? '8' : '48';
  if (letter !== 'C') return SIMPLE[letter] ?? '';
  if (isFirst) return /[AHKLOQRUX]/.test(next) ? '4' : '8';
  return /[SZ]/.test(last) || !/[AHKOQUX]/.test(next) ? '8' : '4';
}

/*
 * The phonetic code of Randy Daitch and Gary Mokotoff for Slavic and Yiddish names: six digits. Of several codes this
 * is the first. Source: https://www.jewishgen.org/InfoFiles/soundex.html, with the choices of the Commons Codec
 * library.
 */

/** Digits at the beginning, before a vowel, elsewhere; their runs of letters. */
const RULES: readonly (readonly [start: string, beforeVowel: string, elsewhere: string, letters: string])[] = [
  ['0', '', '', 'a e i o u'],
  ['0', '1', '', 'ai aj ay ei ej ey oi oj oy ui uj uy ue'],
  ['0', '7', '', 'au'],
  ['1', '', '', 'y ia ie io iu j'],
  ['1', '1', '', 'eu'],
  ['2', '4', '4', 'schtsch schtsh schtch shtch shtsh stsch zhdzh shch stch strz strs stsh szcz szcs zdzh zdz sc'],
  ['2', '43', '43', 'scht schd sht szt shd szd zhd st sd zd'],
  ['3', '3', '3', 'd t ţ ț dt th'],
  [
    '4',
    '4',
    '4',
    'c s z ttsch ttch tsch ttsz zsch csz czs drz drs dsh dsz dzh dzs sch tch trz trs tsh tts ttz tzs tsz zsh ch cz cs ds dz sh sz ts tc tz zh zs rs rz',
  ],
  ['5', '5', '', 'h'],
  ['5', '5', '5', 'g k q kh ck'],
  ['5', '54', '54', 'x chs ks'],
  ['6', '6', '6', 'm n'],
  ['66', '66', '66', 'mn nm'],
  ['7', '7', '7', 'b f p v w fb pf ph'],
  ['8', '8', '8', 'l'],
  ['9', '9', '9', 'r'],
];
const RULE_OF = new Map(RULES.flatMap((rule) => rule[3].split(' ').map((letters) => [letters, rule] as const)));
const LONGEST = 'schtsch'.length;
const PLAIN: Readonly<Record<string, string>> = Object.fromEntries(
  ['àáâãäåæa', 'çćc', 'èéêëe', 'ìíîïi', 'ñn', 'òóôõöøo', 'ùúûüu', 'ýÿy', 'ðd', 'þb', 'łl', 'ßśs', 'żźz'].flatMap(
    (group) => [...group.slice(0, -1)].map((letter) => [letter, group.slice(-1)]),
  ),
);

/** Six digits, `000000` for a text without letters. White space and other signs do not count. */
function daitchMokotoff(text: string): string {
  const letters = [...text.toLowerCase()]
    .map((letter) => PLAIN[letter] ?? letter)
    .filter((letter) => RULE_OF.has(letter))
    .join('');
  let code = '';
  let before: string | undefined;
  let previous = '';
  for (let place = 0; place < letters.length;) {
    let length = Math.min(LONGEST, letters.length - place);
    while (!RULE_OF.has(letters.slice(place, place + length))) length -= 1;
    const [start, beforeVowel, elsewhere] = RULE_OF.get(letters.slice(place, place + length)) ?? ['', '', ''];
    const next = letters.charAt(place + length);
    const digits = place === 0 ? start : /[aeiou]/.test(next) ? beforeVowel : elsewhere;
    const isPair = /^(mn|nm)$/.test(previous + letters.charAt(place));
    if (before?.endsWith(digits) !== true || isPair) code += digits;
    before = digits;
    previous = letters.charAt(place);
    place += length;
  }
  return code.slice(0, 6).padEnd(6, '0');
}

/*
 * Phonetic keys after Alexander Beider and Stephen P. Morse, with the generic rules for approximate keys of Apache
 * Commons Codec (data/beider-morse/). A name is first written as it may sound in its possible languages, then with
 * sounds that are alike in all languages. Keys are those of that library, with its own interpretation of the rules.
 */

/** A bit for each language, the first for `any`. */
type Languages = number;
/** Sounds without a known language fit all. */
const EVERY: Languages = -1;

interface Sound {
  readonly text: string;
  readonly languages: Languages;
}

interface Rule {
  readonly pattern: string;
  readonly before: (text: string) => boolean;
  readonly after: (text: string) => boolean;
  readonly sounds: readonly Sound[];
}

/** By the first character of the pattern; the first that matches counts. */
type Rules = ReadonlyMap<string, readonly Rule[]>;

/** Most sounds of a name; more are left out. */
const MAX_SOUNDS = 20;
/** Successive prefixes that are examined; names have two. */
const MAX_PREFIXES = 20;
/** Characters of context on either side of a rule: none needs more than five. */
const CONTEXT = 16;
/** Replaces more distant characters; no name holds it. */
const FARTHER = '\0';

const PREFIXES = ['da', 'dal', 'de', 'del', 'dela', 'de la', 'della', 'des', 'di', 'do', 'dos', 'du', 'van', 'von'];

let tables: ReadonlyMap<string, readonly (readonly string[])[]> | undefined;
let names: readonly string[] | undefined;
let spellings:
  readonly { readonly pattern: RegExp; readonly languages: Languages; readonly isOf: boolean }[] | undefined;
const known = new Map<string, Rules>();

/** All keys of a name, with `|` between; a name with a prefix has two lists of them, without and with it: `(…)-(…)`. The first use reads the rules. Cost: linear in the length of the name. */
export function beiderMorse(name: string, prefixes = MAX_PREFIXES): string {
  const text = name.toLowerCase().replaceAll('-', ' ').trim();
  const prefix = text.startsWith("d'") ? "d'" : PREFIXES.map((one) => `${one} `).find((one) => text.startsWith(one));
  if (prefix !== undefined && prefixes > 0) {
    const rest = text.slice(prefix.length);
    return `(${beiderMorse(rest, prefixes - 1)})-(${beiderMorse(prefix.slice(0, -1) + rest, prefixes - 1)})`;
  }
  const languages = languagesOf(name.toLowerCase());
  const table = nameOfTable(languages);
  let sounds: readonly Sound[] = transcribed(text.replace(/\s+/g, ' '), languages, rulesOf(`rules_${table}`), false);
  for (const rules of [rulesOf('approx_common'), rulesOf(`approx_${table}`)]) {
    if (rules.size > 0) sounds = simplified(sounds, rules);
  }
  return sounds.map((sound) => sound.text).join('|');
}

function languagesOf(text: string): Languages {
  spellings ??= tableOf('lang').map(([pattern = '', list = '', isOf]) => ({
    pattern: new RegExp(pattern),
    languages: languagesNamed(list),
    isOf: isOf === 'true',
  }));
  let languages = 2 ** languageNames().length - 1;
  for (const spelling of spellings)
    if (spelling.pattern.test(text)) languages &= spelling.isOf ? spelling.languages : ~spelling.languages;
  return languages === 0 ? EVERY : languages;
}

/** The only language, or `any`. */
function nameOfTable(languages: Languages): string {
  return languageNames().find((_, bit) => languages === 1 << bit) ?? 'any';
}

function languagesNamed(list: string): Languages {
  return list.split('+').reduce((languages, name) => languages | (1 << languageNames().indexOf(name)), 0);
}

function languageNames(): readonly string[] {
  return (names ??= tableOf('languages').flat());
}

/** A text by rules, character by character; a character without a rule is kept or left out. */
function transcribed(text: string, languages: Languages, rules: Rules, keeps: boolean): readonly Sound[] {
  let sounds: readonly Sound[] = [{ text: '', languages }];
  for (let at = 0; at < text.length;) {
    const rule = rules.get(text.charAt(at))?.find((one) => matches(one, text, at));
    if (rule !== undefined) sounds = extended(sounds, rule.sounds);
    else if (keeps) sounds = sounds.map((sound) => ({ ...sound, text: sound.text + text.charAt(at) }));
    at += rule?.pattern.length ?? 1;
  }
  return sounds;
}

function matches({ pattern, before, after }: Rule, text: string, at: number): boolean {
  if (!text.startsWith(pattern, at)) return false;
  const end = at + pattern.length;
  const rest = text.slice(end, end + CONTEXT);
  const start = Math.max(0, at - CONTEXT);
  return (
    after(end + CONTEXT < text.length ? rest + FARTHER : rest) &&
    before(start > 0 ? FARTHER + text.slice(start, at) : text.slice(0, at))
  );
}

/** Each sound with each possible next one in a common language. */
function extended(sounds: readonly Sound[], next: readonly Sound[]): readonly Sound[] {
  const joined: Sound[] = [];
  for (const left of sounds)
    for (const right of next) {
      const languages = left.languages & right.languages;
      if (languages === 0) continue;
      joined.push({ text: left.text + right.text, languages });
      if (joined.length === MAX_SOUNDS) return joined;
    }
  return joined;
}

/** Sounds rewritten by rules; in order, and each once, in the languages of all equal ones. */
function simplified(sounds: readonly Sound[], rules: Rules): readonly Sound[] {
  const languagesOfText = new Map<string, Languages>();
  for (const sound of sounds)
    for (const { text, languages } of transcribed(sound.text, sound.languages, rules, true)) {
      const before = languagesOfText.get(text);
      languagesOfText.set(text, before === undefined || before === EVERY ? languages : before | languages);
    }
  return [...languagesOfText]
    .map(([text, languages]) => ({ text, languages }))
    .sort((one, other) => (one.text < other.text ? -1 : 1));
}

/** The lines of a table, and of the tables that it includes, as fields. */
function tableOf(name: string): readonly (readonly string[])[] {
  tables ??= readTables();
  return (tables.get(name) ?? []).flatMap((fields) =>
    fields[0]?.startsWith('#') === true ? tableOf(fields[0].slice(1)) : [fields],
  );
}

function readTables(): ReadonlyMap<string, readonly (readonly string[])[]> {
  const text = readFileSync(new URL('../../../../../data/beider-morse/rules.txt', import.meta.url), 'utf8');
  return new Map(
    text.split(/^\[(?=\w+\]$)/m).map((section) => {
      const [title = '', ...lines] = section.trimEnd().split('\n');
      return [title.slice(0, -1), lines.map((line) => line.split('\t'))];
    }),
  );
}

function rulesOf(name: string): Rules {
  let rules = known.get(name);
  if (rules === undefined) {
    const lists = new Map<string, Rule[]>();
    for (const [pattern = '', before = '', after = '', sounds = ''] of tableOf(name)) {
      const first = pattern.charAt(0);
      const list = lists.get(first) ?? [];
      list.push({ pattern, before: context(`${before}$`), after: context(`^${after}`), sounds: soundsIn(sounds) });
      lists.set(first, list);
    }
    known.set(name, (rules = lists));
  }
  return rules;
}

/** `(a|b[french+german])`: alternatives, some in certain languages. */
function soundsIn(written: string): readonly Sound[] {
  const isList = written.startsWith('(');
  const body = isList ? written.slice(1, -1) : written;
  const parts = isList ? body.split('|') : [body];
  // As the library splits, empty text at the end is no part; then it counts as one of all languages.
  while (isList && parts.length > 1 && parts.at(-1) === '') parts.pop();
  if (isList && /^\||\|$/.test(body)) parts.push('');
  return parts.map((part) => {
    const [, text = '', list] = /^([^[]*)(?:\[(.*)\])?$/.exec(part) ?? [];
    return { text, languages: list === undefined ? EVERY : languagesNamed(list) };
  });
}

/** The context on one side. Only one with brackets is a regular expression; others are literal, as in the library. */
function context(pattern: string): (text: string) => boolean {
  if (pattern.includes('[')) {
    const expression = new RegExp(pattern);
    return (text) => expression.test(text);
  }
  const isStart = pattern.startsWith('^');
  const isEnd = pattern.endsWith('$');
  const content = pattern.slice(isStart ? 1 : 0, isEnd ? -1 : undefined);
  if (isStart && isEnd) return (text) => text === content;
  return isStart ? (text) => text.startsWith(content) : (text) => text.endsWith(content);
}

/** Letters without a decomposition. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  ø: 'oe',
  å: 'aa',
  '©': 'c',
  ð: 'd',
  đ: 'd',
  ɖ: 'd',
  þ: 'th',
  ƿ: 'w',
  ħ: 'h',
  ı: 'i',
  ĸ: 'k',
  ł: 'l',
  ŋ: 'n',
  ſ: 's',
  ŧ: 't',
  œ: 'oe',
  ẜ: 's',
  ẝ: 's',
};
const LETTERS = new RegExp(`[${Object.keys(REPLACEMENTS).join('')}]`, 'gu');
const PUNCTUATION = /[\p{P}\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]/gu;
const MARKS = /[\u0300-\u036f\p{Lm}\p{Sk}]/gu;

/**
 * The words of a text without order, case, accents and punctuation: texts with one fingerprint are probably the same.
 */
export function fingerprint(text: string): string {
  const words = new Set(splitAtWhiteSpace(plainLetters(text).replace(PUNCTUATION, '')));
  // Code-unit order is the default of `sort`.
  return [...words].sort().join(' ');
}

/**
 * Runs of `size` characters without spaces and punctuation, each once, in order, concatenated; empty for short texts.
 */
export function ngramFingerprint(text: string, size: number): string {
  const plain = withoutWhiteSpace(plainLetters(text).replace(PUNCTUATION, ''));
  const grams = new Set<string>();
  for (let start = 0; start + size <= plain.length; start += 1) grams.add(plain.slice(start, start + size));
  return [...grams].sort().join('');
}

function plainLetters(text: string): string {
  return withoutMarks(text.trim().toLowerCase()).replace(LETTERS, (letter) => REPLACEMENTS[letter] ?? letter);
}

/** Without accents and other marks, with compatibility decomposition: `ﬁ` becomes `fi`. */
export function withoutMarks(text: string): string {
  return text.normalize('NFKD').replace(MARKS, '');
}
