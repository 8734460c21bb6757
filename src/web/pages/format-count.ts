/** A number for people, its thousands set apart by narrow spaces at which no line breaks. */
export function formatCount(number: number): string {
  return number.toLocaleString('en').replaceAll(',', '\u202f');
}
