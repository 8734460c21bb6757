const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** Bytes as text for people: `812 bytes`, `12.3 MB`; units of a thousand, as in file managers. */
export function bytesText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value).toString() : value.toFixed(1)} ${UNITS[unit] ?? ''}`;
}
