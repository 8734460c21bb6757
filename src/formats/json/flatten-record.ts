import { isJsonObject } from '../../foundation/is-json-object.js';
import type { RawCell, RawValue } from '../raw-record.js';

/** A deeper object is kept as JSON text. */
const MAX_DEPTH = 8;
const TEXT_KEYS = ['value', 'text', 'label', '@value'];
const LANGUAGE_KEYS = ['language', 'lang', '@language'];
const LANGUAGE_TAG = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;
/** Tags of an unknown language, or of further omitted texts. */
const NO_LANGUAGE: ReadonlySet<string> = new Set(['-', '@none', 'und']);
/**
 * Keys, or their parts after the last dot, under which an object from language tags to text is a multilingual name or
 * note, not a record.
 */
const LABEL_KEY =
  /(?:^|\.)(?:(?:(?:pref|alt|hidden|preferred_?|alternative_?|alternate_?|other_?|short_?)?(?:name|label|title))|alias|synonym|description|definition|comment|abstract|summary|(?:scope|editorial|history|change)?_?note)(?:e?s)?$/i;
/** Defines keys and is no data of a record. */
const CONTEXT = '@context';

/**
 * A JSON object as cells: nested objects become dotted keys, lists become arrays, `{value, language}` and language maps
 * below label-like keys become values with a language, `null` is empty.
 */
export function flattenRecord(record: Readonly<Record<string, unknown>>): Map<string, RawCell> {
  const cells = new Map<string, RawCell>();
  for (const [key, value] of Object.entries(record)) if (key !== CONTEXT) flattenInto(cells, key, value, 0);
  return cells;
}

function flattenInto(cells: Map<string, RawCell>, key: string, value: unknown, depth: number): void {
  if (value === null || value === undefined) return;
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    for (const item of items) flattenInto(cells, key, item, depth + 1);
    // An array stays one, even of one value: its values are not to be split again.
    const cell = cells.get(key);
    if (typeof cell === 'string' && cell !== '') cells.set(key, [{ text: cell }]);
    return;
  }
  if (!isJsonObject(value)) {
    append(cells, key, typeof value === 'string' ? value : JSON.stringify(value)); // a number or a boolean
    return;
  }
  const inLanguage = textInLanguage(value);
  if (inLanguage !== undefined) {
    append(cells, key, inLanguage);
    return;
  }
  if (depth >= MAX_DEPTH) {
    append(cells, key, JSON.stringify(value));
    return;
  }
  if (LABEL_KEY.test(key) && isLanguageMap(value)) {
    for (const [language, texts] of Object.entries(value)) {
      for (const text of [texts].flat())
        if (typeof text === 'string') append(cells, key, NO_LANGUAGE.has(language) ? { text } : { text, language });
    }
    return;
  }
  for (const [inner, innerValue] of Object.entries(value)) flattenInto(cells, `${key}.${inner}`, innerValue, depth + 1);
}

function append(cells: Map<string, RawCell>, key: string, value: string | RawValue): void {
  const before = cells.get(key);
  if (before === undefined) {
    cells.set(key, typeof value === 'string' ? value : [value]);
    return;
  }
  const list = typeof before === 'string' ? [{ text: before }] : before;
  // The array was created here, and a record may have tens of thousands of values.
  (list as RawValue[]).push(typeof value === 'string' ? { text: value } : value);
  cells.set(key, list);
}

function textInLanguage(value: Readonly<Record<string, unknown>>): RawValue | undefined {
  const keys = Object.keys(value);
  if (keys.length !== 2) return undefined;
  const text = TEXT_KEYS.map((key) => value[key]).find((found) => typeof found === 'string');
  const language = LANGUAGE_KEYS.map((key) => value[key]).find((found) => typeof found === 'string');
  return typeof text === 'string' && typeof language === 'string'
    ? { text, ...(language !== '' && { language }) }
    : undefined;
}

function isLanguageMap(value: Readonly<Record<string, unknown>>): boolean {
  const entries = Object.entries(value);
  return (
    entries.length > 0 &&
    entries.every(
      ([key, texts]) =>
        (LANGUAGE_TAG.test(key) || NO_LANGUAGE.has(key)) &&
        [texts].flat().every((text) => typeof text === 'string' || text === null),
    )
  );
}
