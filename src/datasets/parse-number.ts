import type { NumberFormat } from './value-formats.js';

const PATTERNS: Readonly<Record<NumberFormat, RegExp>> = {
  '1234.5': /^[+-]?(\d+(\.\d+)?|\.\d+)([eE][+-]?\d{1,3})?$/,
  '1,234.5': /^[+-]?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?$/,
  '1.234,5': /^[+-]?(\d{1,3}(\.\d{3})+|\d+)(,\d+)?$/,
  '1 234,5': /^[+-]?(\d{1,3}([ \u00a0\u202f]\d{3})+|\d+)([.,]\d+)?$/,
  "1'234.5": /^[+-]?(\d{1,3}(['\u2019]\d{3})+|\d+)(\.\d+)?$/,
};

/** Whole numbers with more digits are codes: JavaScript numbers are not exact there. */
const MAX_DIGITS = 15;

/**
 * Parses a number in this format; `undefined` for another text, with leading zeros or with more digits than a number
 * keeps.
 */
export function parseNumber(text: string, format: NumberFormat): number | undefined {
  if (isPlainInteger(text)) return Number(text); // alike in every format, and by far the most frequent
  const signed = text.replace(/^\u2212/, '-');
  if (!PATTERNS[format].test(signed) || hasLeadingZero(signed)) return undefined;
  const plain = plainForm(signed, format);
  if (plain.replace(/\D/g, '').length > MAX_DIGITS && !/[.eE]/.test(plain)) return undefined;
  const number = Number(plain);
  return Number.isFinite(number) ? number : undefined;
}

function plainForm(text: string, format: NumberFormat): string {
  switch (format) {
    case '1234.5':
      return text;
    case '1,234.5':
      return text.replaceAll(',', '');
    case '1.234,5':
      return text.replaceAll('.', '').replace(',', '.');
    case '1 234,5':
      return text.replace(/[ \u00a0\u202f]/g, '').replace(',', '.');
    case "1'234.5":
      return text.replace(/['\u2019]/g, '');
  }
}

/** `00123` is a code, never the number 123; `0` and `0.5` are numbers. */
export function hasLeadingZero(text: string): boolean {
  return /^[+-]?0\d/.test(text);
}

/** Whether the text is nothing but digits, at most 15 and without a leading zero, with an optional minus sign. */
export function isPlainInteger(text: string): boolean {
  let at = text.charCodeAt(0) === 45 ? 1 : 0;
  const digits = text.length - at;
  if (digits < 1 || digits > MAX_DIGITS || (digits > 1 && text.charCodeAt(at) === 48)) return false;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 48 || code > 57) return false;
  }
  return true;
}
