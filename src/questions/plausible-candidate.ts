/** What tells whether a candidate is worth a look. */
export interface JudgedByFigures {
  readonly score: number;
  readonly features: readonly { readonly id: string; readonly value: number | boolean }[];
}

/** Whether the candidate may be meant at all, and is not merely the nearest that the dataset has. */
export function isPlausible(candidate: JudgedByFigures): boolean {
  const { score } = candidate;
  const probability = probabilityIn(candidate) ?? 0;
  // Of many homonyms none is probable, and each may be meant.
  return score >= 75 || (score >= 50 ? probability >= 0.05 : probability >= 0.5);
}

/** How sure the service is that the candidate is meant, 0–1; `undefined` where the answer does not say. */
export function probabilityIn({ features }: JudgedByFigures): number | undefined {
  const value = features.find(({ id }) => id === 'probability')?.value;
  return typeof value === 'number' ? value : undefined;
}
