/** Whether these bytes begin as a zip archive does, and with that xlsx and ods. */
export function isZip(bytes: Buffer): boolean {
  return bytes.length >= 4 && bytes.readUInt32BE(0) === 0x504b0304;
}

/** Whether these bytes begin as an old office document does, and with that xls, and every new one that has a password. */
export function isCompoundFile(bytes: Buffer): boolean {
  return bytes.length >= 4 && bytes.readUInt32BE(0) === 0xd0cf11e0;
}

/** Whether it is worth loading what reads spreadsheets, to see whether these bytes are one. */
export function mayBeSpreadsheet(bytes: Buffer): boolean {
  return isZip(bytes) || isCompoundFile(bytes);
}
