import { scoreOf, type ScoredEntity } from '../scored-entity.js';
import type { EvidenceKind } from './evidence-kind.js';

/** The scores, by which candidates are ordered. */
export const ORDER: EvidenceKind = {
  id: 'order',
  name: 'Order',
  description:
    'How far the score of a candidate is behind that of the best candidate. What the properties say of both alike says nothing between them: then they are as far apart as without it.',
  terms: [{ id: 'behind', sign: 1, meaning: 'points behind the best candidate, as a share of 100, below 0' }],
  values: ({ ranked: { scored }, candidate }) => {
    const [first] = scored;
    return [first === undefined ? 0 : Math.min(candidate.score - first.score, withoutShared(candidate, first)) / 100];
  },
};

/** Points between two candidates without what properties weigh for both, or against both; 0 where these do not lie nearer to one another with it. */
function withoutShared(candidate: ScoredEntity, first: ScoredEntity): number {
  const [own, best] = [candidate.properties?.weight ?? 0, first.properties?.weight ?? 0];
  if (own * best <= 0) return 0;
  const shared = own > 0 ? Math.min(own, best) : Math.max(own, best);
  return scoreWithout(candidate, shared) - scoreWithout(first, shared);
}

function scoreWithout(candidate: ScoredEntity, weight: number): number {
  const { properties } = candidate;
  return properties === undefined
    ? candidate.score
    : scoreOf({ ...candidate, properties: { ...properties, weight: properties.weight - weight } });
}
