const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** A number of bytes for people: `812 bytes`, `12.3 MB`; units of a thousand, as file managers have them. */
export function bytesText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value).toString() : value.toFixed(1)} ${UNITS[unit] ?? ''}`;
}
