import { html, SafeHtml } from '../../foundation/escape-html.js';
import type { Message } from '../../foundation/message.js';
import { formatCount } from '../pages/format-count.js';
import type { Language } from './languages.js';
import { messagesIn } from './message-files.js';

/** Longer ones are parts of a program, or of a file, and no sentence. */
const MAX_CHARACTERS = 2_000;

/** Reasons within reasons. */
const MAX_DEPTH = 4;

let patterns: readonly Pattern[] | undefined;

/** A semicolon that is not between quotation marks. */
const BETWEEN_REASONS = /; (?=(?:[^"]*"[^"]*")*[^"]*$)/;

type Values = Readonly<Record<string, string | number>>;

/** The words of a page, in the language of its reader. Numbers and dates are written in one way in all languages. */
export interface Words {
  readonly language: Language;
  readonly say: (message: Message, values?: Values) => string;
  /** The same with values that are HTML. */
  readonly html: (message: Message, values: Readonly<Record<string, string | number | SafeHtml>>) => SafeHtml;
  /** One of two messages, by the number `n`. */
  readonly count: (n: number, one: Message, other: Message, values?: Values) => string;
  /** A sentence or reason that the service has made elsewhere, in the language of the page; `undefined` where it is there in English alone. */
  readonly known: (sentence: string) => string | undefined;
}

/** The words of a language. */
export function wordsIn(language: Language): Words {
  const messages = language === 'en' ? {} : messagesIn(language).texts;
  const plural = new Intl.PluralRules(language);
  const textOf = (message: Message): string => messages[message] ?? message;
  const say = (message: Message, values: Values = {}): string =>
    textOf(message).replace(/\{(\w+)\}/g, (sign, name: string) =>
      Object.hasOwn(values, name) ? String(values[name]) : sign,
    );
  return {
    language,
    say,
    html: (message, values) => {
      const parts = textOf(message).split(/\{(\w+)\}/);
      // Every second part is the name of a value.
      return html`${parts.map((part, i) => (i % 2 === 0 ? html`${part}` : html`${values[part] ?? ''}`))}`;
    },
    count: (n, one, other, values = {}) =>
      say(plural.select(n) === 'one' ? one : other, { ...values, n: formatCount(n) }),
    known: (sentence) => (language === 'en' ? sentence : translateSentence(sentence, language)),
  };
}

type Translated = Exclude<Language, 'en'>;

/** A sentence with values in it. */
interface Pattern {
  readonly english: string;
  readonly shape: RegExp;
  readonly names: readonly string[];
}

/**
 * A sentence or a reason that the service has made in English, in another language; `undefined` where the tables do not have it. Several reasons stand with semicolons between, and are translated one by one.
 * Cost: some hundred regular expressions on a short text.
 */
export function translateSentence(text: string, language: Translated): string | undefined {
  if (text.length > MAX_CHARACTERS) return undefined;
  const translated = text.split(BETWEEN_REASONS).map((part) => translateOne(part, language, 0));
  return translated.every((part) => part !== undefined) ? translated.join('; ') : translateOne(text, language, 0);
}

function translateOne(text: string, language: Translated, depth: number): string | undefined {
  const { texts } = messagesIn(language);
  if (Object.hasOwn(texts, text) && !text.includes('{')) return texts[text];
  if (depth >= MAX_DEPTH) return undefined;
  for (const { english, shape, names } of (patterns ??= compiled())) {
    const found = shape.exec(text);
    if (found === null) continue;
    const values = new Map<string, string>();
    names.forEach((name, i) => {
      const value = found[i + 1] ?? '';
      // A value does not go on into the next reason.
      const own = /^[A-Z]/.test(name)
        ? translateOne(value, language, depth + 1)
        : BETWEEN_REASONS.test(value)
          ? undefined
          : value;
      if (own !== undefined) values.set(name, own);
    });
    if (values.size < new Set(names).size) continue;
    return (texts[english] ?? '').replace(/\{(\w+)\}/g, (_, name: string) => values.get(name) ?? '');
  }
  return undefined;
}

/** In the order of the tables, in which the general ones come last. */
function compiled(): readonly Pattern[] {
  return [...messagesIn('de').sentences]
    .filter((english) => english.includes('{'))
    .map((english) => ({
      english,
      shape: new RegExp(
        `^${english
          .split(/\{\w+\}/)
          .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
          .join('(.+?)')}$`,
        's',
      ),
      names: [...english.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    }));
}
