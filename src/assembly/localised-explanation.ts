import type { Explanation } from '../describe/explain-candidate.js';

/** An explanation with its reasons as text: they are lazy, and can be computed only where the dataset is. */
export function localisedExplanation(explanation: Explanation): Explanation {
  const { candidate } = explanation;
  return {
    ...explanation,
    candidate: { ...candidate, features: candidate.features.map(({ id, value, reason }) => ({ id, value, reason })) },
  };
}
