import { ownValue } from '../../foundation/own-value.js';
import { html, SafeHtml } from '../../foundation/escape-html.js';
import type { Message } from '../../foundation/message.js';
import { formatCount } from '../pages/format-count.js';
import { filled, inEnglish, isSeveral, type Sentence, type SentenceValue } from '../../foundation/sentence.js';
import type { Language } from './languages.js';
import { messagesIn } from './message-files.js';

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
