/*
 * The cells of one column in one row group, as bytes: the form in which cells are kept in files and in memory. A chunk is immutable.
 *
 *   u32 rowCount · u32 reconCount · u32 dataBytes · u32 flags (1 = all text is ASCII)
 *   kind    u8  × rowCount   (padded to 4)
 *   start   u32 × rowCount   where a cell's data begins, equal texts sharing one place
 *   length  u32 × rowCount   in bytes
 *   recon   u32 × rowCount   only when reconCount > 0: 0 = none, n = n-th recon
 *   data                     UTF-8 text, 8-byte numbers …
 *   recons  JSON text to the end, only when reconCount > 0
 *
 * All numbers are little-endian. Text that is not well-formed Unicode (half a surrogate pair) is kept as UTF-16.
 */

export const ABSENT = 0;
/** The cell exists, but its value is null (it has recon data, or was imported as null). */
export const NULL = 1;
export const TEXT = 2;
export const WHOLE = 3;
export const FLOATING = 4;
export const TRUE = 5;
export const FALSE = 6;
export const DATE = 7;
export const ERROR = 8;
export const TEXT_UTF16 = 9;
export const ERROR_UTF16 = 10;

export const HEADER_BYTES = 16;
export const ASCII_FLAG = 1;

/** Bytes of the kinds of so many rows. */
export function kindBytes(rowCount: number): number {
  return (rowCount + 3) & ~3;
}
