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
export function untranslated(told: string | Sentence): Sentence {
  return typeof told === 'string' ? { template: told } : told;
}

/** The English text. */
export function inEnglish(told: SentenceValue): string {
  if (typeof told !== 'object') return String(told);
  if (isSeveral(told)) return told.map(inEnglish).join('; ');
  const { template, values } = told;
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

/** An error of the language that says a sentence to people; `toldBy` finds it. Where an error of its own kind tells callers what happened. */
export function faultSaying(
  kind: typeof RangeError | typeof SyntaxError,
  told: Sentence,
  options?: ErrorOptions,
): Error {
  return Object.assign(new kind(inEnglish(told), options), { told });
}

/** What a fault says to people: its sentence, or its message in English alone. */
export function toldBy(thrown: unknown): Sentence {
  if (!(thrown instanceof Error)) return untranslated(String(thrown));
  const told: unknown = 'told' in thrown ? thrown.told : undefined;
  if (isSentence(told)) return told;
  const message = typeof told === 'object' && told !== null && 'message' in told ? told.message : undefined;
  return isSentence(message) ? message : untranslated(thrown.message);
}

function isSentence(value: unknown): value is Sentence {
  return typeof value === 'object' && value !== null && 'template' in value && typeof value.template === 'string';
}
