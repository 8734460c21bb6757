import { inEnglish } from '../foundation/sentence.js';
import type { Candidate, Feature } from '../scoring/candidate.js';
import type { Explanation } from './explain-candidate.js';

/** An explanation for programs, with English texts instead of sentences. */
export interface EnglishExplanation extends Omit<Explanation, 'candidate' | 'steps' | 'decision'> {
  readonly candidate: Omit<Candidate, 'features'> & { readonly features: readonly EnglishFeature[] };
  readonly steps: readonly string[];
  readonly decision: string;
}

interface EnglishFeature extends Pick<Feature, 'id' | 'value'> {
  readonly reason: string;
}

/** The explanation in English. */
export function explanationInEnglish(explanation: Explanation): EnglishExplanation {
  const { candidate, steps, decision } = explanation;
  return {
    ...explanation,
    candidate: { ...candidate, features: candidate.features.map(featureInEnglish) },
    steps: steps.map(inEnglish),
    decision: inEnglish(decision),
  };
}

/** The feature with its reason in English. */
export function featureInEnglish({ id, value, reason }: Feature): EnglishFeature {
  return { id, value, reason: inEnglish(reason) };
}
