import type { EvidenceKind } from './evidence-kind.js';

/** The scores, by which candidates are ordered. */
export const ORDER: EvidenceKind = {
  id: 'order',
  name: 'Order',
  description: 'How far the score of a candidate is behind that of the best candidate.',
  terms: [{ id: 'behind', sign: 1, meaning: 'points behind the best candidate, as a share of 100, below 0' }],
  values: ({ ranked: { scored }, candidate }) => [(candidate.score - (scored[0]?.score ?? 0)) / 100],
};
