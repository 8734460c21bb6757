/** Whether these bytes begin like a zip archive, and so like xlsx and ods. */
export function isZip(bytes: Buffer): boolean {
  return bytes.length >= 4 && bytes.readUInt32BE(0) === 0x504b0304;
}

/** Whether these bytes begin like an old office document, and so like xls, and any new one with a password. */
export function isCompoundFile(bytes: Buffer): boolean {
  return bytes.length >= 4 && bytes.readUInt32BE(0) === 0xd0cf11e0;
}

/** Whether these bytes may be a spreadsheet, which is worth loading its reader. */
export function mayBeSpreadsheet(bytes: Buffer): boolean {
  return isZip(bytes) || isCompoundFile(bytes);
}

/** Whether these bytes begin as gzip does. */
export function isGzipped(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Whether these bytes begin as gzip or bzip2 does. */
export function isPacked(bytes: Buffer): boolean {
  return isGzipped(bytes) || bytes.subarray(0, 3).toString('latin1') === 'BZh';
}
