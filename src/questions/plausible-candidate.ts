/** What tells whether a candidate is worth a look. */
export interface JudgedByFigures {
  /** 0–100. */
  readonly score: number;
  /** That it is meant, 0–1. */
  readonly probability: number;
}

/** Whether the candidate may be meant at all, and is not merely the nearest that the dataset has. */
export function isPlausible({ score, probability }: JudgedByFigures): boolean {
  // Of many homonyms none is probable, and each may be meant.
  return score >= 75 || (score >= 50 ? probability >= 0.05 : probability >= 0.5);
}
