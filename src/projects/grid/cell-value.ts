import type { Recon } from './recon.js';

/*
 * Kinds of cells. Whole and floating numbers are different kinds (a whole 6 exports as `6`, a floating one as `6.0`),
 * so a whole number is a bigint of at most 64 bits and a floating one a number.
 */

/** A point in time, UTC, to the nanosecond. */
export class DateValue {
  /** Milliseconds since 1970-01-01T00:00:00Z; whole, may be negative. */
  readonly epochMs: number;
  /** Beyond the millisecond: 0 to 999,999. */
  readonly nanos: number;

  constructor(epochMs: number, nanos = 0) {
    this.epochMs = epochMs;
    this.nanos = nanos;
  }

  /** ISO 8601 with seconds, and with 3, 6 or 9 digits of a fraction only when there is one: `2020-01-01T00:00:00Z`. */
  toIso(): string {
    const ms = ((this.epochMs % 1000) + 1000) % 1000;
    const fraction = ms * 1_000_000 + this.nanos;
    const seconds = isoSeconds(this.epochMs - ms);
    if (fraction === 0) return `${seconds}Z`;
    const digits = String(fraction)
      .padStart(9, '0')
      .replace(/(000){1,2}$/, '');
    return `${seconds}.${digits}Z`;
  }

  /** The same without the seconds where these and the fraction are zero: `2020-01-01T00:00Z`. */
  toShortIso(): string {
    return this.toIso().replace(/(T\d\d:\d\d):00Z$/, '$1Z');
  }

  equals(other: DateValue): boolean {
    return this.epochMs === other.epochMs && this.nanos === other.nanos;
  }
}

function isoSeconds(epochMs: number): string {
  return new Date(epochMs)
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replace(/^-0+(?=\d{4})/, '-')
    .replace(/^\+0+/, '+');
}

/** The error of an evaluation, kept in a cell as a value: it is shown, exported by its message, and never thrown. */
export class ErrorValue {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** `bigint` = whole number (64 bits), `number` = floating. */
export type CellValue = string | bigint | number | boolean | DateValue | ErrorValue | null;

/** Null, an error, or the empty string: the test of expressions, records and most operations; a text of spaces is not blank. */
export function isBlank(value: CellValue | undefined): boolean {
  return value === null || value === undefined || value === '' || value instanceof ErrorValue;
}

/** Null or the empty string: the test of exports and transpositions, for which an error is content. */
export function isEmpty(value: CellValue | undefined): boolean {
  return value === null || value === undefined || value === '';
}

/**
 * The value as text for operations and text filters: whole `6`, floating `6.0` (Java's form), a date without zero
 * seconds (`2020-01-01T00:00Z`), an error by its message, null as the empty text.
 */
export function cellText(value: CellValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return javaDoubleText(value);
  if (value instanceof DateValue) return value.toShortIso();
  if (value instanceof ErrorValue) return value.message;
  return String(value);
}

/** The same with all parts of a date, for exports and choices of facets: `2020-01-01T00:00:00Z`. */
export function shownText(value: CellValue): string {
  return value instanceof DateValue ? value.toIso() : cellText(value);
}

/** Equal in kind and content: `1n` and `1` differ, two NaN are equal. */
export function sameValue(one: CellValue, other: CellValue): boolean {
  if (one instanceof DateValue) return other instanceof DateValue && one.equals(other);
  if (one instanceof ErrorValue) return other instanceof ErrorValue && one.message === other.message;
  return Object.is(one, other) || (one === other && typeof one === 'number');
}

/** An existing cell. A missing one is null, and differs from a cell with the value null only by recon. */
export interface Cell {
  readonly value: CellValue;
  readonly recon: Recon | null;
}

/** A cell without recon data; null stays null, for an empty place holds no cell. */
export function cellOf(value: CellValue): Cell | null {
  return value === null ? null : { value, recon: null };
}

/** Whole numbers of cells and expressions have 64 bits. */
export const MAX_WHOLE = 2n ** 63n - 1n;
export const MIN_WHOLE = -(2n ** 63n);

/** Whether a whole number fits; others become floating numbers, or stay text. */
export function isWhole(number: bigint): boolean {
  return number <= MAX_WHOLE && number >= MIN_WHOLE;
}

/**
 * A floating number as Java prints it, on which recipes and exports depend: at least one digit after the point for
 * magnitudes from 10⁻³ to below 10⁷, else `d.dddE±n` without plus sign and padding (`1.0E10`, `1.234E-5`). Shortest
 * digits that read back the same. Source: Java SE, Double.toString.
 */
export function javaDoubleText(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity';
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const magnitude = Math.abs(value);
  if (magnitude >= 1e-3 && magnitude < 1e7) {
    const plain = String(value);
    return plain.includes('.') ? plain : `${plain}.0`;
  }
  const [digits = '', exponent = '0'] = value.toExponential().split('e');
  return `${digits.includes('.') ? digits : `${digits}.0`}E${Number(exponent)}`;
}

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
