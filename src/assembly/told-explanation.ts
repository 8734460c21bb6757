import type { Explanation } from '../describe/explain-candidate.js';

/** An explanation with the reasons as text: they are computed when they are read, which is possible only where the dataset is. */
export function localisedExplanation(explanation: Explanation): Explanation {
  const { candidate } = explanation;
  return {
    ...explanation,
    candidate: { ...candidate, features: candidate.features.map(({ id, value, reason }) => ({ id, value, reason })) },
  };
}
