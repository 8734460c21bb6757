/** The text with each code unit in lower case by itself, so that its length stays. */
export function lowerUnits(text: string): string {
  return text.replace(/[^a-z]/g, (unit) => {
    const lower = unit.toLowerCase();
    return lower.length === 1 ? lower : (lower[0] ?? unit);
  });
}
