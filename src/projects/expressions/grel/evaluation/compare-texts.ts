const COLLATOR = new Intl.Collator('en', { sensitivity: 'variant' });
const PLAIN = /^[ -~]*$/;

/** The order of a dictionary, not of code units: below zero when the first comes before the second. `é` in one piece and in two are equal. */
export function compareTexts(one: string, other: string): number {
  return COLLATOR.compare(one, other);
}

/** Whether the order of a dictionary puts both in the same place. */
export function equalTexts(one: string, other: string): boolean {
  if (one === other) return true;
  if (PLAIN.test(one) && PLAIN.test(other)) return false;
  return COLLATOR.compare(one, other) === 0;
}
