/**
 * What the program tells people: an English text in which `{name}` stands for a value, and the values. `sentence` of message.ts makes one, `untranslated` one that is there in English alone: it has
 * no values. It is plain data, for threads and files.
 */
export interface Sentence {
  readonly template: string;
  readonly values?: Readonly<Record<string, SentenceValue>>;
}

/** Text and numbers are shown as they are. A sentence can be a part of another one; several are separated by semicolons. */
export type SentenceValue = string | number | Sentence | readonly Sentence[];

/** A sentence that is there in English alone; one that is translated stays as it is. */
export function untranslated(text: string | Sentence): Sentence {
  return typeof text === 'string' ? { template: text } : text;
}

/** The English text. */
export function inEnglish(value: SentenceValue): string {
  if (typeof value !== 'object') return String(value);
  if (isSeveral(value)) return value.map(inEnglish).join('; ');
  const { template, values } = value;
  return values === undefined ? template : filled(template, (name) => inEnglish(values[name] ?? ''));
}

/** A text with a value in the place of each `{name}`. */
export function filled(template: string, valueOf: (name: string) => string): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => valueOf(name));
}

/** Whether a value is several sentences. */
export function isSeveral(value: Sentence | readonly Sentence[]): value is readonly Sentence[] {
  return Array.isArray(value);
}

/** An error of the language with a sentence for people, which `sentenceOf` finds. Where an error of its own kind tells callers what happened. */
export function faultSaying(
  kind: typeof RangeError | typeof SyntaxError,
  sentence: Sentence,
  options?: ErrorOptions,
): Error {
  return Object.assign(new kind(inEnglish(sentence), options), { sentences: { message: sentence } });
}

/** What a fault says to people: its sentence, or its message in English alone. */
export function sentenceOf(thrown: unknown): Sentence {
  if (!(thrown instanceof Error)) return untranslated(String(thrown));
  const sentences: unknown = 'sentences' in thrown ? thrown.sentences : undefined;
  const message =
    typeof sentences === 'object' && sentences !== null && 'message' in sentences ? sentences.message : undefined;
  return isSentence(message) ? message : untranslated(thrown.message);
}

function isSentence(value: unknown): value is Sentence {
  return typeof value === 'object' && value !== null && 'template' in value && typeof value.template === 'string';
}
