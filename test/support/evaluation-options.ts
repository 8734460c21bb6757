import type { EvaluationOptions } from '../../src/evaluation/evaluate-gold.js';

/** How gold answers are evaluated with their properties, without a word of progress. */
export const WITH_PROPERTIES: EvaluationOptions = {
  limit: 10,
  type: undefined,
  withProperties: true,
  wantedPrecision: 0.97,
  confusions: 5,
  onProgress: () => undefined,
};
