/*
 * ISO-8859-15 has € Š š Ž ž Œ œ Ÿ where Windows-1252 has ¤ ¦ ¨ ´ ¸ ¼ ½ ¾. Statistics do not tell them apart, but the neighbours do: letters stand in
 * words, and a fraction, a bar or an accent by itself does not.
 */

/** In Windows-1252 quotes, dashes, € and more; in ISO-8859-15 control characters, which no list has. */
const FIRST_CONTROL = 0x80;
const LAST_CONTROL = 0x9f;
/** € behind or before an amount: a currency sign without a currency is next to unknown. */
const EURO = 0xa4;
/**
 * Š Œ Ÿ stand at the beginning of a word, or behind capitals. So does Ž; but the accent in its place is often an apostrophe
 * ("d´Artagnan", "´s Hertogenbosch"), so that it proves nothing.
 */
const CAPITALS: ReadonlySet<number> = new Set([0xa6, 0xbc, 0xbe]);
/** š ž œ stand in or before small letters, or behind them. */
const SMALLS: ReadonlySet<number> = new Set([0xa8, 0xb8, 0xbd]);
const FRACTIONS: ReadonlySet<number> = new Set([0xbc, 0xbd, 0xbe]);
/** What follows œ and Œ at the beginning of most words that have it ("œuvre", "Œnologie"), and of no unit that is measured in fractions ("½inch"). */
const BEHIND_OE: ReadonlySet<number> = new Set([0x55, 0x75, 0x4e, 0x6e]);
/** How much of a large file is looked at. */
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * Whether a text that could be Windows-1252 is certainly ISO-8859-15: something in it is a letter or a euro sign only in that, and nothing
 * speaks for the other. Cost: one pass.
 */
export function isLatin9(bytes: Buffer): boolean {
  let evidence = 0;
  const end = Math.min(bytes.length, MOST_BYTES);
  for (let i = 0; i < end; i++) {
    const byte = bytes[i] ?? 0;
    if (byte < FIRST_CONTROL) continue;
    if (byte <= LAST_CONTROL) return false;
    const before = bytes[i - 1] ?? 0;
    const after = bytes[i + 1] ?? 0;
    // "2½", "2 ½ l": a number stands before a fraction, or nothing that is a letter on either side.
    if (FRACTIONS.has(byte) && (isDigit(before) || (!isLetter(before) && !isLetter(after)))) return false;
    if (byte === EURO) evidence += Number(isAmount(bytes, i, -1) || isAmount(bytes, i, 1));
    else if (FRACTIONS.has(byte) && !isLetter(before)) evidence += Number(BEHIND_OE.has(after));
    else if (CAPITALS.has(byte)) evidence += Number(isCapital(before) || (isLetter(after) && !isLetter(before)));
    else if (SMALLS.has(byte)) evidence += Number(isSmall(after) || (isLetter(before) && !isCapital(after)));
  }
  return evidence > 0;
}

/** Whether a digit stands on this side, a space between at most. */
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
