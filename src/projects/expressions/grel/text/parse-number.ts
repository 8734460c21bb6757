import { isWhole } from '../../../grid/whole-number.js';

const WHOLE = /^[+-]?[0-9]+$/;
const FLOATING = /^[+-]?(?:NaN|Infinity|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?[fFdD]?)$/;

/**
 * The number of a text, undefined for any other text. Digits alone (with a sign) that fit 64 bits are a whole number;
 * everything else is floating, and only there space around it is allowed. A letter `f` or `d` at the end is accepted,
 * as always.
 */
export function parseNumber(text: string): bigint | number | undefined {
  if (WHOLE.test(text)) {
    const whole = BigInt(text.startsWith('+') ? text.slice(1) : text);
    if (isWhole(whole)) return whole;
  }
  // As Java trims: everything up to the space.
  const trimmed = text.replace(/^[\u0000-\u0020]+|[\u0000-\u0020]+$/g, '');
  if (!FLOATING.test(trimmed)) return undefined;
  return Number(trimmed.replace(/[fFdD]$/, ''));
}
