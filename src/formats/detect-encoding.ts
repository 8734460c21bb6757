import { isAscii, isUtf8 } from 'node:buffer';
import { createRequire } from 'node:module';
import iconv from 'iconv-lite';
import type * as Jschardet from 'jschardet';

/*
 * ISO-8859-15 has € Š š Ž ž Œ œ Ÿ where Windows-1252 has ¤ ¦ ¨ ´ ¸ ¼ ½ ¾. Their neighbours tell them apart, not
 * statistics: letters are in words, unlike a fraction, a bar or a separate accent.
 */

/** In Windows-1252 quotes, dashes, € and more; in ISO-8859-15 control characters, which do not occur in data. */
const FIRST_CONTROL = 0x80;

const LAST_CONTROL = 0x9f;

/** € next to an amount: a currency sign without a currency is almost unknown. */
const EURO = 0xa4;

/**
 * Š Œ Ÿ at the beginning of a word, or after capitals. Also Ž; but the accent in its place is often an apostrophe
 * ("d´Artagnan", "´s Hertogenbosch"), so that it proves nothing.
 */
const CAPITALS: ReadonlySet<number> = new Set([0xa6, 0xbc, 0xbe]);

/** š ž œ next to small letters. */
const SMALLS: ReadonlySet<number> = new Set([0xa8, 0xb8, 0xbd]);

const FRACTIONS: ReadonlySet<number> = new Set([0xbc, 0xbd, 0xbe]);

/**
 * Letters after œ and Œ at the beginning of most words ("œuvre", "Œnologie"), but not of units measured in fractions
 * ("½inch").
 */
const BEHIND_OE: ReadonlySet<number> = new Set([0x55, 0x75, 0x4e, 0x6e]);

/** Bytes of a large file to examine. */
const MAX_BYTES = 16 * 1024 * 1024;

export interface DetectedEncoding {
  /** A name for iconv-lite: `utf-8`, `utf-16le`, `windows-1252` … `ascii` for ASCII alone. */
  readonly encoding: string;
  readonly evidence: 'stated' | 'byte-order-mark' | 'valid' | 'zero-bytes' | 'mostly-valid' | 'guessed';
  /** Bytes of the byte order mark to skip. */
  readonly markLength: number;
}

const SAMPLE_BYTES = 64 * 1024;

/**
 * The encoding of a text: a byte order mark decides; then strict UTF-8; then UTF-16 by its zero bytes; then UTF-8 with
 * a few broken places (far more good sequences than bad bytes); then a statistical guess over the parts beyond ASCII,
 * where Windows-1252 and ISO-8859-15 differ in a few characters. A `given` encoding overrides all and is not checked
 * here. Cost: one or two fast passes over the bytes.
 */
export function detectEncoding(bytes: Buffer, given?: string): DetectedEncoding {
  const mark = byteOrderMark(bytes);
  if (given !== undefined) return { encoding: normalName(given), evidence: 'stated', markLength: mark?.length ?? 0 };
  if (mark !== undefined) return { encoding: mark.encoding, evidence: 'byte-order-mark', markLength: mark.length };
  const wide = utf16ByZeroBytes(bytes);
  if (wide !== undefined) return { encoding: wide, evidence: 'zero-bytes', markLength: 0 };
  if (isAscii(bytes)) return { encoding: 'ascii', evidence: 'valid', markLength: 0 };
  if (isUtf8(bytes)) return { encoding: 'utf-8', evidence: 'valid', markLength: 0 };
  const { good, bad } = countUtf8(bytes);
  if (good > bad * 10) return { encoding: 'utf-8', evidence: 'mostly-valid', markLength: 0 };
  const guessed = guess(bytes);
  return {
    encoding: guessed === 'windows-1252' && isLatin9(bytes) ? 'iso-8859-15' : guessed,
    evidence: 'guessed',
    markLength: 0,
  };
}

/** Whether the encoding is supported. */
export function isReadableEncoding(name: string): boolean {
  return iconv.encodingExists(name);
}

function normalName(name: string): string {
  const plain = name.trim().toLowerCase();
  if (plain === 'utf8') return 'utf-8';
  // Files declared as Latin-1 hold Windows-1252 quotes and dashes in place of its control characters.
  return plain === 'latin1' || plain === 'latin-1' || plain === 'iso-8859-1' || plain === 'iso8859-1'
    ? 'windows-1252'
    : plain;
}

function byteOrderMark(bytes: Buffer): { readonly encoding: string; readonly length: number } | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { encoding: 'utf-8', length: 3 };
  if (bytes[0] === 0xff && bytes[1] === 0xfe && bytes[2] === 0 && bytes[3] === 0)
    return { encoding: 'utf-32le', length: 4 };
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encoding: 'utf-16le', length: 2 };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encoding: 'utf-16be', length: 2 };
  return undefined;
}

/** Text of a script below U+0100 has a zero in every second byte, unlike occasional NUL characters. */
function utf16ByZeroBytes(bytes: Buffer): string | undefined {
  const length = Math.min(bytes.length, SAMPLE_BYTES) & ~1;
  let even = 0;
  let odd = 0;
  for (let i = 0; i < length; i += 2) {
    if (bytes[i] === 0) even++;
    if (bytes[i + 1] === 0) odd++;
  }
  const units = length / 2;
  const zeros = Math.max(odd, even);
  if (zeros <= units * 0.2 || Math.min(odd, even) >= zeros * 0.1) return undefined;
  // If most units have none, it may be other text with a few NUL characters in such places.
  if (zeros <= units / 2 && (zeros === 1 || readsAsItIs(bytes.subarray(0, length)))) return undefined;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

/** Control characters of no text; in UTF-16 many bytes would be such characters or invalid UTF-8. */
const CONTROLS = /[\x01-\x08\x0b\x0c\x0e-\x1f]/;

/** Whether the bytes are UTF-8 apart from NUL characters. */
function readsAsItIs(bytes: Buffer): boolean {
  return isUtf8(bytes) && !CONTROLS.test(bytes.toString('latin1'));
}

/** Counts well-formed multi-byte sequences and invalid bytes. */
function countUtf8(bytes: Buffer): { readonly good: number; readonly bad: number } {
  let good = 0;
  let bad = 0;
  for (let i = 0; i < bytes.length;) {
    const lead = bytes[i] ?? 0;
    const length =
      lead < 0x80
        ? 1
        : lead >= 0xc2 && lead < 0xe0
          ? 2
          : lead >= 0xe0 && lead < 0xf0
            ? 3
            : lead >= 0xf0 && lead < 0xf5
              ? 4
              : 0;
    let whole = length > 0;
    for (let k = 1; k < length; k++) whole &&= ((bytes[i + k] ?? 0) & 0xc0) === 0x80;
    if (whole && length > 1) good++;
    if (!whole) bad++;
    i += whole ? length : 1;
  }
  return { good, bad };
}

/** With fewer bytes above 127 statistics are meaningless, and the most common encoding is used. */
const MIN_EVIDENCE_BYTES = 10;

function guess(bytes: Buffer): string {
  const sample = nonAsciiSample(bytes);
  if (sample.reduce((count, byte) => count + (byte >= 0x80 ? 1 : 0), 0) < MIN_EVIDENCE_BYTES && mostlyAscii(sample))
    return 'windows-1252';
  // Few files need it, and every thread would spend some 40 ms on its tables. `createRequire` returns the exports of
  // the package, typed by its own declarations.
  const { detect } = createRequire(import.meta.url)('jschardet') as typeof Jschardet;
  const { encoding } = detect(sample);
  const name = encoding === null ? 'windows-1252' : normalName(encoding);
  // UTF-8 and ASCII have been ruled out above.
  if (!iconv.encodingExists(name) || /^(utf-?8|ascii|us-ascii)/.test(name)) return 'windows-1252';
  return shareInForeignWords(iconv.decode(sample, name), sample.length) > MAX_IN_FOREIGN_WORDS ? 'windows-1252' : name;
}

const MAX_IN_FOREIGN_WORDS = 0.3;
const IN_LATIN_WORD =
  /(?<=[a-zA-Z])[^\p{Script=Latin}\p{M}\p{P}\p{Z}\p{Nd}\s]|[^\p{Script=Latin}\p{M}\p{P}\p{Z}\p{Nd}\s](?=[a-zA-Z])/gu;

/**
 * Share (0–1) of the characters beyond ASCII that are next to a plain letter and cannot be part of a Latin word:
 * letters of another script, signs, lines. Western text in a wrong code page is full of them ("CafΘ"). 0 for characters
 * of several bytes: those scripts have no spaces.
 */
function shareInForeignWords(text: string, bytes: number): number {
  if (text.length !== bytes) return 0;
  const beyond = text.match(/[^\0-\x7f]/gu)?.length ?? 0;
  return beyond === 0 ? 0 : (text.match(IN_LATIN_WORD) ?? []).length / beyond;
}

/** Single accented letters among plain ones: a Western language, or too little evidence. */
function mostlyAscii(sample: Buffer): boolean {
  return sample.reduce((count, byte) => count + (byte >= 0x80 ? 1 : 0), 0) < sample.length * 0.3;
}

/** Short parts around bytes above 127 from the whole file: ASCII says nothing about the encoding. */
function nonAsciiSample(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  let taken = 0;
  for (let i = 0; i < bytes.length && taken < SAMPLE_BYTES; i++) {
    if ((bytes[i] ?? 0) < 0x80) continue;
    const lineStart = bytes.lastIndexOf(0x0a, i);
    const lineEnd = bytes.indexOf(0x0a, i);
    const part = bytes.subarray(
      Math.max(lineStart + 1, i - 200),
      Math.min(lineEnd < 0 ? bytes.length : lineEnd + 1, i + 200),
    );
    parts.push(part);
    taken += part.length;
    i = Math.max(i, part.byteOffset - bytes.byteOffset + part.length - 1);
  }
  return Buffer.concat(parts);
}

/**
 * Whether a text that could be Windows-1252 is certainly ISO-8859-15: a character is a letter or a euro sign only
 * there, and nothing contradicts. Cost: one pass.
 */
function isLatin9(bytes: Buffer): boolean {
  let evidence = 0;
  const end = Math.min(bytes.length, MAX_BYTES);
  for (let i = 0; i < end; i++) {
    const byte = bytes[i] ?? 0;
    if (byte < FIRST_CONTROL) continue;
    if (byte <= LAST_CONTROL) return false;
    const before = bytes[i - 1] ?? 0;
    const after = bytes[i + 1] ?? 0;
    // "2½", "2 ½ l": a fraction has a number before it, or no letter on either side.
    if (FRACTIONS.has(byte) && (isDigit(before) || (!isLetter(before) && !isLetter(after)))) return false;
    if (byte === EURO) evidence += Number(isAmount(bytes, i, -1) || isAmount(bytes, i, 1));
    else if (FRACTIONS.has(byte) && !isLetter(before)) evidence += Number(BEHIND_OE.has(after));
    else if (CAPITALS.has(byte)) evidence += Number(isCapital(before) || (isLetter(after) && !isLetter(before)));
    else if (SMALLS.has(byte)) evidence += Number(isSmall(after) || (isLetter(before) && !isCapital(after)));
  }
  return evidence > 0;
}

/** Whether there is a digit on this side, after at most one space. */
function isAmount(bytes: Buffer, at: number, side: -1 | 1): boolean {
  const next = bytes[at + side] ?? 0;
  return isDigit(next) || ((next === 0x20 || next === 0xa0) && isDigit(bytes[at + 2 * side] ?? 0));
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function isLetter(byte: number): boolean {
  return isSmall(byte) || isCapital(byte);
}

function isSmall(byte: number): boolean {
  return (byte >= 0x61 && byte <= 0x7a) || (byte >= 0xdf && byte !== 0xf7);
}

function isCapital(byte: number): boolean {
  return (byte >= 0x41 && byte <= 0x5a) || (byte >= 0xc0 && byte <= 0xde && byte !== 0xd7);
}
