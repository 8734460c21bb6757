import { readJsonEvents, type JsonHandler, type JsonScalar } from './json-events.js';

const MAX_DEPTH = 200;

/**
 * The value of a JSON text in which keys may stand without quotes (`{separator: ","}`), as programs write the parameters of commands. Numbers are
 * JavaScript numbers; a key that comes twice keeps its last value; `__proto__` is a key like any other. Throws a SyntaxError that names line and
 * character, also for an empty text and for text behind the value.
 */
export function parseLenientJson(text: string): unknown {
  const builder = new ValueBuilder();
  const documents = readJsonEvents([text], builder, { bareKeys: true, comments: false, maxDepth: MAX_DEPTH, maxStringLength: Infinity });
  if (documents === 0) throw new SyntaxError('there is no value');
  if (documents > 1) throw new SyntaxError('there is more text behind the end of the value');
  return builder.result;
}

class ValueBuilder implements JsonHandler {
  result: unknown;
  readonly #open: (unknown[] | Record<string, unknown>)[] = [];
  readonly #keys: string[] = [];

  beginObject(): void {
    this.#begin({});
  }

  beginArray(): void {
    this.#begin([]);
  }

  endObject(): void {
    this.#open.pop();
    this.#keys.pop();
  }

  endArray(): void {
    this.#open.pop();
    this.#keys.pop();
  }

  key(name: string): void {
    this.#keys[this.#keys.length - 1] = name;
  }

  value(scalar: JsonScalar): void {
    this.#add(typeof scalar === 'bigint' ? Number(scalar) : scalar);
  }

  #begin(container: unknown[] | Record<string, unknown>): void {
    this.#add(container);
    this.#open.push(container);
    this.#keys.push('');
  }

  #add(value: unknown): void {
    const container = this.#open.at(-1);
    if (container === undefined) this.result = value;
    else if (Array.isArray(container)) container.push(value);
    else Object.defineProperty(container, this.#keys.at(-1) ?? '', { value, enumerable: true, configurable: true, writable: true });
  }
}
