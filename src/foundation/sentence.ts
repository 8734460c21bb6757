/**
 * A sentence for people: an English text with `{name}` for each value, and the values. `sentence` of message.ts makes a
 * translated one, `untranslated` one in English only, without values. Plain data, for threads and files.
 */
export interface Sentence {
  readonly template: string;
  readonly values?: Readonly<Record<string, SentenceValue>>;
}

/**
 * Text and numbers are shown unchanged. A sentence may be a part of another one; several are separated by semicolons.
 */
export type SentenceValue = string | number | Sentence | readonly Sentence[];

/** A sentence in English only; a translated one is unchanged. */
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

/** The text with each `{name}` replaced by its value. */
export function filled(template: string, valueOf: (name: string) => string): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => valueOf(name));
}

/** Whether a value is several sentences. */
export function isSeveral(value: Sentence | readonly Sentence[]): value is readonly Sentence[] {
  return Array.isArray(value);
}

/** An error with a sentence for people for `sentenceOf`, for places where the class of the error informs callers. */
export function faultSaying(
  kind: typeof RangeError | typeof SyntaxError,
  sentence: Sentence,
  options?: ErrorOptions,
): Error {
  return Object.assign(new kind(inEnglish(sentence), options), { sentences: { message: sentence } });
}

/** The sentence of an error, else its message in English. */
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
