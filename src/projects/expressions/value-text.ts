import { cellText, DateValue, ErrorValue, javaDoubleText } from '../grid/cell-value.js';
import {
  FoundElements,
  isArrayValue,
  JsonArrayValue,
  JsonObjectValue,
  type ExpressionArray,
  type ExpressionValue,
} from './expression-value.js';

/**
 * The text of a value for `+`, `join`, facets and templates: a floating number with its point (`6.0`), a date without
 * zero seconds (`2020-01-01T00:00Z`), an array as `[a, b]`, JSON compact, an element by its outer HTML (several, each
 * on a line), an error by its message, null as the empty text (`null` within an array). Throws `TextTooLongError`.
 */
export function valueText(value: ExpressionValue): string {
  if (value === null || typeof value !== 'object' || value instanceof DateValue || value instanceof ErrorValue)
    return cellText(value);
  if (value instanceof JsonObjectValue || value instanceof JsonArrayValue) return compactJson(value);
  if ('typeName' in value) return value.text ?? `[object ${value.typeName}]`;
  const text = new BoundedText();
  if (value instanceof FoundElements)
    value.forEach((element, index) => text.add(`${index === 0 ? '' : '\n'}${valueText(element)}`));
  else writeArray(text, value);
  return text.toString();
}

function writeArray(text: BoundedText, elements: ExpressionArray): void {
  writeList(text, elements, ['[', ', ', ']'], (element) => {
    if (isArrayValue(element)) writeArray(text, element);
    else text.add(element === null ? 'null' : valueText(element));
  });
}

/** Whether a condition is true: the boolean true, or anything whose text is `true` in any case. */
export function isTrue(value: ExpressionValue): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') return value.length === 4 && value.toLowerCase() === 'true';
  return value !== null && typeof value === 'object' && 'text' in value && valueText(value).toLowerCase() === 'true';
}

/** Null, an error, or the empty text: as `isBlank` of cells, for results of expressions. */
export function isBlankResult(value: ExpressionValue): boolean {
  return value === null || value === '' || value instanceof ErrorValue;
}

/** One result of a preview for clients: null, the text to show, or an error. */
export type PreviewResult = string | null | { readonly message: string };

/**
 * A result for previews: a text without quotes, an integral floating number without its point, dates as `[date
 * 2020-01-01T00:00:00Z]`, arrays as `[ 1, "a" ]`, JSON compact, `[object Cell]` for things with fields. Never throws.
 */
export function previewResult(value: ExpressionValue): PreviewResult {
  if (value === null) return null;
  if (value instanceof ErrorValue) return { message: value.message };
  if (typeof value === 'string') return value;
  try {
    const text = new BoundedText();
    writeShown(text, value);
    return text.toString();
  } catch (thrown) {
    if (thrown instanceof TextTooLongError || thrown instanceof RangeError) return { message: thrown.message };
    throw thrown;
  }
}

function writeShown(text: BoundedText, value: ExpressionValue): void {
  if (value === null) text.add('null');
  else if (typeof value === 'string') text.add(JSON.stringify(value));
  else if (typeof value === 'number') text.add(numberText(value));
  else if (typeof value === 'bigint' || typeof value === 'boolean') text.add(String(value));
  else if (value instanceof DateValue) text.add(`[date ${value.toIso()}]`);
  else if (value instanceof ErrorValue) text.add(`[error: ${value.message}]`);
  else if (value instanceof JsonObjectValue || value instanceof JsonArrayValue) text.add(compactJson(value));
  else if ('typeName' in value) text.add(value.text ?? `[object ${value.typeName}]`);
  else
    writeList(text, value, ['[ ', ', ', ' ]'], (element) => {
      writeShown(text, element);
    });
}

const WHOLE_LIMIT = 2 ** 63;

function numberText(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < WHOLE_LIMIT ? String(BigInt(value)) : javaDoubleText(value);
}

interface Layout {
  readonly arrayOpen: string;
  readonly arrayClose: string;
  readonly comma: string;
  readonly colon: string;
  /** Whether each member of an object is on a line of its own, indented by two spaces. */
  readonly membersOnLines: boolean;
  /** Whether a floating number without a fraction keeps its point (`6.0`), as in a tree read from JSON. */
  readonly wholePoint: boolean;
}

const COMPACT: Layout = {
  arrayOpen: '[',
  arrayClose: ']',
  comma: ',',
  colon: ':',
  membersOnLines: false,
  wholePoint: true,
};
const PRETTY: Layout = {
  arrayOpen: '[ ',
  arrayClose: ' ]',
  comma: ', ',
  colon: ' : ',
  membersOnLines: true,
  wholePoint: false,
};

/** Without any white space, for texts and cells. Throws `TextTooLongError`. */
export function compactJson(value: ExpressionValue): string {
  const text = new BoundedText();
  writeJson(text, value, COMPACT, 0);
  return text.toString();
}

/** Arrays in one line with spaces, each member of an object on its own line, as `jsonize` writes. Throws `TextTooLongError`. */
export function prettyJson(value: ExpressionValue): string {
  const text = new BoundedText();
  writeJson(text, value, PRETTY, 0);
  return text.toString();
}

function writeJson(text: BoundedText, value: ExpressionValue, layout: Layout, depth: number): void {
  if (value instanceof JsonObjectValue) writeJsonObject(text, value, layout, depth);
  else if (value instanceof JsonArrayValue)
    writeJsonArray(text, value.elements, { ...layout, wholePoint: true }, depth);
  else if (isArrayValue(value)) writeJsonArray(text, value, layout, depth);
  else if (typeof value === 'number' && !layout.wholePoint && Number.isSafeInteger(value)) text.add(String(value));
  else text.add(scalarJson(value));
}

function writeJsonArray(text: BoundedText, elements: ExpressionArray, layout: Layout, depth: number): void {
  const close = elements.length === 0 && layout.membersOnLines ? layout.arrayClose.trim() : layout.arrayClose;
  writeList(text, elements, [layout.arrayOpen, layout.comma, close], (element) => {
    writeJson(text, element, layout, depth);
  });
}

/** The elements of an array between its brackets; `write` adds one of them. */
function writeList(
  text: BoundedText,
  elements: ExpressionArray,
  [open, comma, close]: readonly [open: string, comma: string, close: string],
  write: (element: ExpressionValue) => void,
): void {
  text.add(open);
  elements.forEach((element, index) => {
    if (index > 0) text.add(comma);
    write(element);
  });
  text.add(close);
}

function writeJsonObject(text: BoundedText, { members }: JsonObjectValue, layout: Layout, depth: number): void {
  if (members.size === 0) {
    text.add(layout.membersOnLines ? '{ }' : '{}');
    return;
  }
  const indent = layout.membersOnLines ? `\n${'  '.repeat(depth + 1)}` : '';
  let separator = `{${indent}`;
  for (const [name, value] of members) {
    text.add(separator).add(JSON.stringify(name)).add(layout.colon);
    writeJson(text, value, { ...layout, wholePoint: true }, depth + 1);
    separator = `,${indent}`;
  }
  text.add(layout.membersOnLines ? `\n${'  '.repeat(depth)}}` : '}');
}

function scalarJson(value: Exclude<ExpressionValue, readonly ExpressionValue[]>): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') return Number.isFinite(value) ? javaDoubleText(value) : JSON.stringify(String(value));
  if (typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (value instanceof DateValue) return JSON.stringify(value.toIso());
  if (value instanceof ErrorValue) return JSON.stringify(value.message);
  return 'typeName' in value ? JSON.stringify(value.text ?? `[object ${value.typeName}]`) : 'null';
}

/** The longest text of an expression, in UTF-16 code units: beyond it a program is out of control. */
export const MAX_TEXT_LENGTH = 64 * 1024 * 1024;

/** A text longer than `MAX_TEXT_LENGTH`. The evaluation of the row ends in an error value with this message. */
export class TextTooLongError extends Error {
  constructor() {
    super(`The text would be longer than ${MAX_TEXT_LENGTH} characters.`);
    this.name = 'TextTooLongError';
  }
}

/**
 * A text concatenated piece by piece. Values can share their parts, so that a few nested arrays stand for billions of
 * characters: the length is checked while the text grows, not afterwards.
 */
export class BoundedText {
  #text = '';

  /** Throws `TextTooLongError`. */
  add(piece: string): this {
    if (this.#text.length + piece.length > MAX_TEXT_LENGTH) throw new TextTooLongError();
    this.#text += piece;
    return this;
  }

  toString(): string {
    return this.#text;
  }
}
