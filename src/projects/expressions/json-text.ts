import { DateValue, ErrorValue, javaDoubleText } from '../grid/cell-value.js';
import { BoundedText } from './bounded-text.js';
import { isArrayValue, JsonArrayValue, JsonObjectValue, type ExpressionValue } from './expression-value.js';

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
  write(text, value, COMPACT, 0);
  return text.toString();
}

/** Arrays in one line with spaces, each member of an object on its own line, as `jsonize` writes. Throws `TextTooLongError`. */
export function prettyJson(value: ExpressionValue): string {
  const text = new BoundedText();
  write(text, value, PRETTY, 0);
  return text.toString();
}

function write(text: BoundedText, value: ExpressionValue, layout: Layout, depth: number): void {
  if (value instanceof JsonObjectValue) writeObject(text, value, layout, depth);
  else if (value instanceof JsonArrayValue) writeArray(text, value.elements, { ...layout, wholePoint: true }, depth);
  else if (isArrayValue(value)) writeArray(text, value, layout, depth);
  else if (typeof value === 'number' && !layout.wholePoint && Number.isSafeInteger(value)) text.add(String(value));
  else text.add(scalarJson(value));
}

function writeArray(text: BoundedText, elements: readonly ExpressionValue[], layout: Layout, depth: number): void {
  text.add(layout.arrayOpen);
  elements.forEach((element, index) => {
    if (index > 0) text.add(layout.comma);
    write(text, element, layout, depth);
  });
  text.add(elements.length === 0 && layout.membersOnLines ? layout.arrayClose.trim() : layout.arrayClose);
}

function writeObject(text: BoundedText, { members }: JsonObjectValue, layout: Layout, depth: number): void {
  if (members.size === 0) {
    text.add(layout.membersOnLines ? '{ }' : '{}');
    return;
  }
  const indent = layout.membersOnLines ? `\n${'  '.repeat(depth + 1)}` : '';
  let separator = `{${indent}`;
  for (const [name, value] of members) {
    text.add(separator).add(JSON.stringify(name)).add(layout.colon);
    write(text, value, { ...layout, wholePoint: true }, depth + 1);
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
