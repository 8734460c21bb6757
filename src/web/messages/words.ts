import { html, SafeHtml } from '../../foundation/escape-html.js';
import { formatCount } from '../pages/format-count.js';
import { GERMAN } from './de.js';
import { SPANISH } from './es.js';
import { FRENCH } from './fr.js';
import type { Language } from './languages.js';
import type { Message, Messages } from './message.js';
import { translateSentence } from './translate-sentence.js';

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

const TRANSLATED: Readonly<Record<Exclude<Language, 'en'>, Messages>> = { de: GERMAN, fr: FRENCH, es: SPANISH };

/** The words of a language. */
export function wordsIn(language: Language): Words {
  const messages = language === 'en' ? undefined : TRANSLATED[language];
  const plural = new Intl.PluralRules(language);
  const textOf = (message: Message): string => messages?.[message] ?? message;
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
    known: (sentence) =>
      language === 'en' || messages === undefined
        ? sentence
        : isMessage(sentence)
          ? messages[sentence]
          : translateSentence(sentence, language),
  };
}

function isMessage(sentence: string): sentence is Message {
  return Object.hasOwn(GERMAN, sentence);
}
