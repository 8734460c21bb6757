/** Whether these bytes begin as gzip does. */
export function isGzipped(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Whether these bytes begin as gzip or bzip2 does. */
export function isPacked(bytes: Buffer): boolean {
  return isGzipped(bytes) || bytes.subarray(0, 3).toString('latin1') === 'BZh';
}
