import { ownValue } from '../../foundation/own-value.js';
import { html, SafeHtml } from '../../foundation/escape-html.js';
import type { Message, MessageFile } from '../../foundation/message.js';
import { formatCount } from '../pages/format-values.js';
import { filled, inEnglish, isSeveral, type Sentence, type SentenceValue } from '../../foundation/sentence.js';
import { mediaRanges } from '../../protocols/choose-form.js';
import { readFileSync } from 'node:fs';
import type { TermId } from '../../scoring/evidence-table.js';

type Values = Readonly<Record<string, string | number>>;

/** Messages of a page in its language. Numbers and dates have one form in all languages. */
export interface Words {
  readonly language: Language;
  readonly say: (message: Message, values?: Values) => string;
  readonly html: (message: Message, values: Readonly<Record<string, string | number | SafeHtml>>) => SafeHtml;
  /** One of two messages, by the number `n`. */
  readonly count: (n: number, one: Message, other: Message, values?: Values) => string;
  /** Sentences from other parts of the program; `undefined` where only English exists. */
  readonly tell: (said: Sentence | readonly Sentence[]) => string | undefined;
}

/** Messages in a language. */
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
    tell: (said) => (language === 'en' ? inEnglish(said) : localisedIn(messages, said)),
  };
}

function localisedIn(texts: Readonly<Record<string, string>>, said: SentenceValue): string | undefined {
  if (typeof said !== 'object') return String(said);
  if (isSeveral(said)) return joined(said.map((one) => localisedIn(texts, one)));
  const { template, values } = said;
  const text = ownValue(texts, template);
  if (text === undefined || values === undefined) return undefined;
  const parts = new Map(Object.entries(values).map(([name, value]) => [name, localisedIn(texts, value)]));
  return [...parts.values()].includes(undefined) ? undefined : filled(text, (name) => parts.get(name) ?? '');
}

function joined(texts: readonly (string | undefined)[]): string | undefined {
  return texts.every((text) => text !== undefined) ? texts.join('; ') : undefined;
}

export const LANGUAGES = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' } as const;

/** BCP 47 tag. */
export type Language = keyof typeof LANGUAGES;

export const LANGUAGE_COOKIE = 'sameas-language';

/** The language chosen by the reader, else the preferred available one of the browser, else English. */
export function chooseLanguage(acceptLanguage: string, cookies: string): Language {
  const chosen = new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=(\\w+)`).exec(cookies)?.[1] ?? '';
  if (isLanguage(chosen)) return chosen;
  const wanted = mediaRanges(acceptLanguage).filter(({ quality }) => quality > 0);
  for (const { type } of [...wanted].sort((a, b) => b.quality - a.quality)) {
    const [language = ''] = type.toLowerCase().split('-');
    if (isLanguage(language)) return language;
  }
  return 'en';
}

/** Whether pages exist in this language. */
export function isLanguage(text: string): text is Language {
  return Object.hasOwn(LANGUAGES, text);
}

/** Messages of a language by English text, and meanings of the terms of evidence. */
interface TranslatedMessages {
  readonly texts: Readonly<Record<string, string>>;
  readonly evidence: Readonly<Record<TermId, string>>;
}

const read = new Map<Language, TranslatedMessages>();

/** data/messages/ of a language; the English texts are in the code. Reads the file once, when needed. */
function messagesIn(language: Exclude<Language, 'en'>): TranslatedMessages {
  const known = read.get(language);
  if (known !== undefined) return known;
  const text = readFileSync(new URL(`../../../data/messages/${language}.json`, import.meta.url), 'utf8');
  const { Evidence: evidence, ...topics } = JSON.parse(text) as MessageFile; // a part of this program; a test compares the files
  const texts = Object.assign({}, ...Object.values(topics)) as Record<string, string>; // every topic holds texts
  const messages = { texts, evidence };
  read.set(language, messages);
  return messages;
}

/** Meaning of a term in the language of a page; `english`: the one in the table of evidence. */
export function meaningIn(language: Language, term: TermId, english: string): string {
  return language === 'en' ? english : messagesIn(language).evidence[term];
}
