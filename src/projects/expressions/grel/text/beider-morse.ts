import { readFileSync } from 'node:fs';

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
