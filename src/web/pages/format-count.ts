/** Thousands separated by narrow no-break spaces. */
export function formatCount(number: number): string {
  return number.toLocaleString('en').replaceAll(',', '\u202f');
}
