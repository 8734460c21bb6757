const MIN_WEIGHT = 0.05;

/** IDF of a word that `entityFrequency` of `entityCount` entities have: from 0.05 to about 14. */
export function wordWeight(entityCount: number, entityFrequency: number): number {
  return Math.max(MIN_WEIGHT, Math.log((entityCount + 1) / (entityFrequency + 0.5)));
}
