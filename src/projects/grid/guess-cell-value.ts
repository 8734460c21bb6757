import type { CellValue } from './cell-value.js';
import { isWhole } from './whole-number.js';

const WHOLE = /^[+-]?\d+$/;
const FLOATING = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/**
 * The number of a text, trimmed: whole when it fits 64 bits (`007` becomes 7), floating for anything else finite
 * (`1e5`, `.5`, `5.`); every other text stays as it is. Neither dates nor booleans are guessed.
 */
export function guessCellValue(text: string): CellValue {
  const trimmed = text.trim();
  if (WHOLE.test(trimmed)) {
    const whole = BigInt(trimmed.startsWith('+') ? trimmed.slice(1) : trimmed);
    if (isWhole(whole)) return whole;
  }
  if (!FLOATING.test(trimmed)) return text;
  const floating = Number(trimmed);
  return Number.isFinite(floating) ? floating : text;
}
