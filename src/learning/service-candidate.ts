/** What learning reads of a candidate of the service, in any of the forms in which it is answered. */
export interface ServiceCandidate {
  readonly id: string;
  /** 0–100. */
  readonly score: number;
  readonly match: boolean;
  readonly features: readonly { readonly id: string; readonly value: number | boolean }[];
}

/** Kinds of names in the order of no meaning; a candidate has one of them. */
const NAME_FEATURES: ReadonlySet<string> = new Set(['name', 'alias', 'transliteration']);

/** How probable the service holds the candidate to be, 0–1; 0 when it does not say. */
export function probabilityIn({ features }: ServiceCandidate): number {
  return Number(features.find(({ id }) => id === 'probability')?.value ?? 0);
}

/** Similarity of the names alone, 0–100; 0 for a candidate that was not found by its name. */
export function nameScoreIn({ features }: ServiceCandidate): number {
  return features.reduce((best, { id, value }) => (NAME_FEATURES.has(id) ? Math.max(best, Number(value)) : best), 0);
}
