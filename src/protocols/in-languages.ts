import type { Dataset } from '../entities/dataset.js';
import { labelInLanguage } from '../entities/label-in-language.js';
import type { AnsweredOutcome } from './answered-outcome.js';

/** The same candidates, called by their labels in the first of these languages in which each has one. Cost: an entity decoded for each candidate. */
export function inLanguages(
  outcome: AnsweredOutcome,
  { entities, metadata }: Dataset,
  languages: readonly string[],
): AnsweredOutcome {
  return {
    ...outcome,
    candidates: outcome.candidates.map((candidate) => {
      const ordinal = entities.ordinalOf(candidate.id);
      if (ordinal < 0) return candidate;
      const { text, language } = labelInLanguage(entities.entity(ordinal), languages, metadata.language);
      // Reasons of features are read on demand: the candidate is not copied, but stood in front of.
      return { ...candidate, name: text, ...(language !== undefined && { nameLanguage: language }) };
    }),
  };
}
