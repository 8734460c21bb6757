/** Kinds of learned evidence other than that of columns. */
export const FINDINGS = [
  'rivals',
  'neighbours',
  'abbreviations',
  'typos',
  'words more',
  'words fewer',
  'judged better',
  'judged worse',
] as const;

export interface LearnedFinding {
  readonly kind: (typeof FINDINGS)[number];
  /**
   * 0–1: of the entities, those of a single row; of the rows, those with a neighbour's value; of the right names, those
   * with such a difference; absent when from judgments.
   */
  readonly share?: number | undefined;
  /** The property that neighbours share; '' for the type. */
  readonly property?: string | undefined;
}
