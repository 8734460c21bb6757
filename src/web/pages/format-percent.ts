/** A share as a percentage; 100 and 0 only where it is exact. */
export function formatPercent(share: number | undefined): string {
  if (share === undefined) return '–';
  if (share > 0.99 && share < 1) return '> 99\u202f%';
  if (share > 0 && share < 0.01) return '< 1\u202f%';
  return `${String(Math.round(share * 100))}\u202f%`;
}
