import { withVisibleMarks } from './visible-marks.js';

/** Safe HTML: made only by `html` and `joinHtml`, so that every value in it is escaped. */
export class SafeHtml {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

type HtmlValue = string | number | SafeHtml | readonly SafeHtml[] | undefined;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/**
 * Template tag that escapes every value other than `SafeHtml`; `undefined` is empty. Between elements invisible
 * characters are shown (`withVisibleMarks`), unlike in attributes and fields, which are sent back.
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): SafeHtml {
  const areRead = placesThatAreRead(strings);
  let text = strings[0] ?? '';
  values.forEach((value, i) => {
    text += render(value, areRead[i] === true) + (strings[i + 1] ?? '');
  });
  return new SafeHtml(text);
}

const READ_PLACES = new WeakMap<TemplateStringsArray, readonly boolean[]>();
/** End of an element whose value is not text of the page. */
const END_OF_FIELD = /^<\/(?:textarea|option|script|style)\b/;

/** Whether each value of a template is between elements. */
function placesThatAreRead(strings: TemplateStringsArray): readonly boolean[] {
  const known = READ_PLACES.get(strings);
  if (known !== undefined) return known;
  let isInTag = false;
  const places = strings.slice(0, -1).map((before, i) => {
    const [opened, closed] = [before.lastIndexOf('<'), before.lastIndexOf('>')];
    if (opened !== closed) isInTag = opened > closed;
    return !isInTag && !/=["']?$/.test(before) && !END_OF_FIELD.test(strings[i + 1] ?? '');
  });
  READ_PLACES.set(strings, places);
  return places;
}

function render(value: HtmlValue, isRead: boolean): string {
  if (value === undefined) return '';
  if (value instanceof SafeHtml) return value.text;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return escapeHtml(isRead ? withVisibleMarks(value) : value);
  return value.map((part) => part.text).join('');
}

/** A URL for an `href` or `src`: only http, https and mailto; `undefined` for others (such as `javascript:`). */
export function safeUrl(url: string): string | undefined {
  return /^(https?:|mailto:)/i.test(url.trim()) ? url.trim() : undefined;
}
