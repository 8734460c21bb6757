/*
 * JSON as a run of events, so that a document of any length needs little memory. Own code, because numbers must keep
 * their kind (6 is whole, 6.0 is not) and all digits, which no available streaming parser does fast enough. Comments
 * are skipped: from two slashes to the end of the line, and between slash-star and star-slash.
 */

import { sentence } from '../../foundation/message.js';
import { faultSaying } from '../../foundation/sentence.js';
import { NAMELESS, type TreeHandler, type TreeLimits } from '../tree-events.js';

/** A JSON scalar: a whole number of any length is a bigint. */
export type JsonScalar = string | bigint | number | boolean | null;

/** Events in document order. Keys precede their values; `key` is called within objects only. */
export interface JsonHandler {
  beginObject(): void;
  endObject(): void;
  beginArray(): void;
  endArray(): void;
  key(name: string): void;
  value(scalar: JsonScalar): void;
  /** True ends reading. */
  readonly isDone?: boolean;
}

interface JsonReading {
  readonly maxDepth: number;
  readonly maxStringLength: number;
}

/**
 * Reads successive documents, with or without white space between, and returns their number. Memory: one piece and the
 * longest string. Throws a SyntaxError with line and character.
 */
export function readJsonEvents(pieces: Iterable<string>, handler: JsonHandler, reading: JsonReading): number {
  const iterator = pieces[Symbol.iterator]();
  try {
    return readDocuments(new Scanner(iterator, reading), handler, reading.maxDepth);
  } finally {
    // Reading may end early; the file of the pieces must then be closed, too.
    iterator.return?.();
  }
}

function readDocuments(scanner: Scanner, handler: JsonHandler, maxDepth: number): number {
  /** Open containers: true = object. */
  const open: boolean[] = [];
  let documents = 0;
  let expects: 'value' | 'first-value' | 'first-key' | 'key' | 'comma' = 'value';
  for (;;) {
    if (handler.isDone === true) return documents;
    const code = scanner.peek();
    const inObject = open.at(-1);
    if (Number.isNaN(code)) {
      if (open.length > 0) throw scanner.fault('the text ends before everything is closed');
      return documents;
    }
    if (expects === 'comma') {
      if (code === COMMA) {
        scanner.skip();
        expects = inObject === true ? 'key' : 'value';
        continue;
      }
      expects = close(code);
      continue;
    }
    if ((expects === 'first-key' && code === CLOSE_BRACE) || (expects === 'first-value' && code === CLOSE_BRACKET)) {
      expects = close(code);
      continue;
    }
    if (expects === 'key' || expects === 'first-key') {
      handler.key(scanner.key());
      if (scanner.peek() !== COLON) throw scanner.fault('a colon is missing after a key');
      scanner.skip();
      expects = 'value';
      continue;
    }
    if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (open.length >= maxDepth)
        throw scanner.fault(`more than ${maxDepth} objects and lists stand within each other`);
      scanner.skip();
      open.push(code === OPEN_BRACE);
      if (code === OPEN_BRACE) handler.beginObject();
      else handler.beginArray();
      expects = code === OPEN_BRACE ? 'first-key' : 'first-value';
      continue;
    }
    handler.value(scanner.scalar(code));
    expects = afterValue();
  }

  function close(code: number): 'comma' | 'value' {
    const isObject = open.at(-1);
    if (isObject === undefined || code !== (isObject ? CLOSE_BRACE : CLOSE_BRACKET))
      throw scanner.fault(`a comma or ${isObject === true ? '}' : ']'} is missing`);
    scanner.skip();
    open.pop();
    if (isObject) handler.endObject();
    else handler.endArray();
    return afterValue();
  }

  function afterValue(): 'comma' | 'value' {
    if (open.length > 0) return 'comma';
    documents += 1;
    return 'value';
  }
}

const COMMA = 0x2c;
const COLON = 0x3a;
const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const SLASH = 0x2f;
const STAR = 0x2a;
const LINE_FEED = 0x0a;
const BYTE_ORDER_MARK = 0xfeff;

const WORD = /[^\s,:[\]{}"/]+/y;
const STRING_STOP = /["\\]/g;
const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;
/** No number is longer, so that a word at the end of a piece is complete when this much follows it. */
const MAX_WORD_LENGTH = 10_000;

class Scanner {
  readonly #pieces: Iterator<string>;
  readonly #reading: JsonReading;
  #text = '';
  #at = 0;
  /** Line breaks before `#text`, and characters since the last of them. */
  #linesBefore = 0;
  #lineStartBefore = 0;
  #isAtEnd = false;

  constructor(pieces: Iterator<string>, reading: JsonReading) {
    this.#pieces = pieces;
    this.#reading = reading;
  }

  /** The code of the next character that is neither white space nor comment; NaN at the end. */
  peek(): number {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code === 0x20 || code === LINE_FEED || code === 0x0d || code === 0x09 || code === BYTE_ORDER_MARK)
        this.#at += 1;
      else if (code === SLASH) this.#skipComment();
      else if (!Number.isNaN(code) || !this.#more()) return code;
    }
  }

  skip(): void {
    this.#at += 1;
  }

  key(): string {
    if (this.#text.charCodeAt(this.#at) === QUOTE) return this.#string();
    throw this.fault('a key in quotation marks is missing');
  }

  scalar(code: number): JsonScalar {
    if (code === QUOTE) return this.#string();
    if (this.#text.length - this.#at < MAX_WORD_LENGTH) this.#atLeast(MAX_WORD_LENGTH);
    WORD.lastIndex = this.#at;
    const [word = ''] = WORD.exec(this.#text) ?? [];
    const value = scalarOfWord(word);
    if (value === undefined)
      throw this.fault(
        word === '' ? 'a value is missing' : `"${word.slice(0, 40)}" is neither text in quotation marks nor a number`,
      );
    this.#at += word.length;
    return value;
  }

  fault(what: string): Error {
    const before = this.#text.slice(0, this.#at);
    const lastBreak = before.lastIndexOf('\n');
    const line = 1 + this.#linesBefore + countLines(before);
    const character = 1 + (lastBreak < 0 ? this.#lineStartBefore + before.length : before.length - lastBreak - 1);
    return faultSaying(SyntaxError, sentence('line {line}, character {character}: {what}', { line, character, what }));
  }

  #string(): string {
    let from = this.#at + 1;
    for (;;) {
      STRING_STOP.lastIndex = from;
      const stop = STRING_STOP.exec(this.#text);
      if (stop === null || (stop[0] === '\\' && stop.index + 1 >= this.#text.length)) {
        const length = this.#text.length - this.#at;
        if (length > this.#reading.maxStringLength)
          throw this.fault(
            `a text is longer than ${this.#reading.maxStringLength} characters, or its closing quotation mark is missing`,
          );
        from = stop === null ? length : stop.index - this.#at;
        if (!this.#more()) throw this.fault('the closing quotation mark of a text is missing');
        // Read text was dropped from the start.
        continue;
      }
      if (stop[0] === '\\') {
        from = stop.index + 2;
        continue;
      }
      const raw = this.#text.slice(this.#at + 1, stop.index);
      if (raw.includes('\0'))
        throw this.fault('a text holds a NUL character, so that the file is damaged, or in another encoding');
      const value = raw.includes('\\') ? this.#unescape(raw) : raw;
      this.#at = stop.index + 1;
      return value;
    }
  }

  #unescape(raw: string): string {
    try {
      // Some files hold unescaped control characters, which JSON forbids.
      const escaped = raw.replace(
        /[\u0000-\u001f]/g,
        (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
      const text: unknown = JSON.parse(`"${escaped}"`);
      return String(text);
    } catch {
      throw this.fault('a text holds a backslash that stands for nothing');
    }
  }

  #skipComment(): void {
    this.#atLeast(2);
    const second = this.#text.charCodeAt(this.#at + 1);
    if (second !== SLASH && second !== STAR) throw this.fault('a slash stands outside of a text');
    const closing = second === SLASH ? '\n' : '*/';
    for (;;) {
      const end = this.#text.indexOf(closing, this.#at + 2);
      if (end >= 0) {
        this.#at = end + closing.length;
        return;
      }
      if (this.#text.length - this.#at > this.#reading.maxStringLength) throw this.fault('a comment is never closed');
      if (this.#more()) continue;
      if (second === STAR) throw this.fault('a comment is never closed');
      this.#at = this.#text.length;
      return;
    }
  }

  #atLeast(length: number): void {
    while (this.#text.length - this.#at < length && this.#more());
  }

  /** Drops read text and appends the next piece; false without one. */
  #more(): boolean {
    if (this.#isAtEnd) return false;
    const next = this.#pieces.next();
    if (next.done === true) {
      this.#isAtEnd = true;
      return false;
    }
    const before = this.#text.slice(0, this.#at);
    const lastBreak = before.lastIndexOf('\n');
    this.#linesBefore += countLines(before);
    this.#lineStartBefore = lastBreak < 0 ? this.#lineStartBefore + before.length : before.length - lastBreak - 1;
    this.#text = this.#text.slice(this.#at) + next.value;
    this.#at = 0;
    return true;
  }
}

function scalarOfWord(word: string): JsonScalar | undefined {
  if (word === 'true') return true;
  if (word === 'false') return false;
  if (word === 'null') return null;
  const number = NUMBER.exec(word);
  if (number === null) return undefined;
  return number[1] !== undefined || number[2] !== undefined ? Number(word) : BigInt(word);
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** JSON, or successive JSON documents, as a tree. Throws a SyntaxError with line and character. */
export function readJsonTree(
  pieces: Iterable<string>,
  handler: TreeHandler,
  { maxDepth, maxTextLength }: TreeLimits,
): void {
  readJsonEvents(pieces, new NamingHandler(handler), { maxDepth, maxStringLength: maxTextLength });
}

/** Gives every value the name of its key, or `_`. */
class NamingHandler implements JsonHandler {
  readonly #tree: TreeHandler;
  /** The name of the next value in each open container: its key, or `_` in a list. */
  readonly #names: string[] = [];
  readonly #containers: string[] = [];
  readonly #isInList: boolean[] = [];

  constructor(tree: TreeHandler) {
    this.#tree = tree;
  }

  get isDone(): boolean {
    return this.#tree.isDone === true;
  }

  beginObject(): void {
    this.#begin('object');
  }

  beginArray(): void {
    this.#begin('list');
  }

  endObject(): void {
    this.#end();
  }

  endArray(): void {
    this.#end();
  }

  key(name: string): void {
    this.#names[this.#names.length - 1] = name;
  }

  value(scalar: JsonScalar): void {
    const name = this.#names.at(-1);
    if (name === undefined) this.#tree.field(NAMELESS, scalar, NAMELESS);
    else if (this.#isInList.at(-1) === true) this.#tree.field(this.#containers.at(-1) ?? NAMELESS, scalar, NAMELESS);
    else this.#tree.field(name, scalar, name);
  }

  #begin(kind: 'object' | 'list'): void {
    const name = this.#names.at(-1) ?? NAMELESS;
    this.#tree.beginEntity(name, name);
    this.#names.push(NAMELESS);
    this.#containers.push(name);
    this.#isInList.push(kind === 'list');
  }

  #end(): void {
    this.#names.pop();
    this.#containers.pop();
    this.#isInList.pop();
    this.#tree.endEntity();
  }
}
