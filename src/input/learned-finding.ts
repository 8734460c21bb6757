/** What a file has taught beside its columns. */
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
  /** 0–1: of the entities, those that one row alone means; of the rows, those with the value of a neighbour; of the right names, those that differ so; absent where people's judgments say it. */
  readonly share?: number | undefined;
  /** The property that neighbours have in common; '' for the type. */
  readonly property?: string | undefined;
}
