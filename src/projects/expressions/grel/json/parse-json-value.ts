import { isWhole } from '../../../grid/cell-value.js';
import { JsonArrayValue, JsonObjectValue, type ExpressionValue } from '../../expression-value.js';

/** A fault of JSON text with its place: `unexpected '}' at position 5`. */
export class JsonFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'JsonFault';
  }
}

/** Nested arrays and objects. */
const MAX_DEPTH = 1000;

/**
 * The JSON value at the beginning of a text, with whole and floating numbers; whole ones beyond 64 bits stay texts of
 * their digits. Of two members with one name the last counts. Names may lack quotes, and text after the value is
 * ignored (a number must end in white space), as recipes rely on it. Null for an empty text. Throws `JsonFault`.
 */
export function parseJsonValue(text: string): ExpressionValue {
  if (text.trim() === '') return null;
  return new JsonReader(text).value(0);
}

class JsonReader {
  readonly #text: string;
  #place = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(depth: number): ExpressionValue {
    if (depth > MAX_DEPTH) throw new JsonFault(`more than ${MAX_DEPTH} levels of nesting`);
    this.#space();
    const char = this.#text.charAt(this.#place);
    if (char === '{') return this.#object(depth);
    if (char === '[') return this.#array(depth);
    if (char === '"') return this.#string();
    return this.#word(depth);
  }

  #object(depth: number): JsonObjectValue {
    this.#place += 1;
    const members = new Map<string, ExpressionValue>();
    if (this.#takeIf('}')) return new JsonObjectValue(members);
    for (;;) {
      const name = this.#name();
      if (!this.#takeIf(':')) throw this.#unexpected();
      members.set(name, this.value(depth + 1));
      if (this.#takeIf('}')) return new JsonObjectValue(members);
      if (!this.#takeIf(',')) throw this.#unexpected();
    }
  }

  #array(depth: number): JsonArrayValue {
    this.#place += 1;
    const elements: ExpressionValue[] = [];
    if (this.#takeIf(']')) return new JsonArrayValue(elements);
    for (;;) {
      elements.push(this.value(depth + 1));
      if (this.#takeIf(']')) return new JsonArrayValue(elements);
      if (!this.#takeIf(',')) throw this.#unexpected();
    }
  }

  #name(): string {
    this.#space();
    if (this.#text.charAt(this.#place) === '"') return this.#string();
    const name = this.#taken(/[\p{L}_$][\p{L}\p{N}_$]*/uy);
    if (name === '') throw this.#unexpected();
    return name;
  }

  #word(depth: number): ExpressionValue {
    const number = this.#taken(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y);
    if (number !== '' && depth === 0 && !/^[ \t\n\r]?$/.test(this.#text.charAt(this.#place))) throw this.#unexpected();
    if (number !== '') {
      if (!/^-?\d+$/.test(number)) return Number(number);
      const whole = BigInt(number);
      return isWhole(whole) ? whole : number;
    }
    switch (this.#taken(/(?:true|false|null)(?!\w)/y)) {
      case 'true':
        return true;
      case 'false':
        return false;
      case 'null':
        return null;
      default:
        throw this.#unexpected();
    }
  }

  #string(): string {
    const start = this.#place;
    this.#place += 1;
    let text = '';
    for (;;) {
      text += this.#taken(/[^"\\\u0000-\u001f]*/y);
      const char = this.#text.charAt(this.#place);
      this.#place += 1;
      if (char === '"') return text;
      if (char !== '\\') {
        this.#place = char === '' ? start : this.#place - 1;
        throw char === '' ? new JsonFault(`the text that begins at position ${start} has no end`) : this.#unexpected();
      }
      text += this.#escaped();
    }
  }

  #escaped(): string {
    const char = this.#text.charAt(this.#place);
    this.#place += 1;
    const plain = ESCAPES[char];
    if (plain !== undefined) return plain;
    const hex = char === 'u' ? this.#taken(/[0-9A-Fa-f]{4}/y) : '';
    if (hex !== '') return String.fromCharCode(Number.parseInt(hex, 16));
    this.#place -= 1;
    throw this.#unexpected();
  }

  /** Text that the sticky pattern matches here. */
  #taken(pattern: RegExp): string {
    pattern.lastIndex = this.#place;
    const [found = ''] = pattern.exec(this.#text) ?? [];
    this.#place += found.length;
    return found;
  }

  #takeIf(char: string): boolean {
    this.#space();
    if (this.#text.charAt(this.#place) !== char) return false;
    this.#place += 1;
    return true;
  }

  #space(): void {
    this.#taken(/[ \t\n\r\ufeff]*/y);
  }

  #unexpected(): JsonFault {
    const found = this.#taken(/[\p{L}\p{N}_]{1,30}|[^]/uy);
    const position = this.#place - found.length;
    return new JsonFault(found === '' ? 'the text ends too early' : `unexpected '${found}' at position ${position}`);
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};
