const MIN_WEIGHT = 0.05;

/** How telling a word is that `entityFrequency` of `entityCount` entities have: 0.05 or more, about 14 at most. */
export function wordWeight(entityCount: number, entityFrequency: number): number {
  return Math.max(MIN_WEIGHT, Math.log((entityCount + 1) / (entityFrequency + 0.5)));
}
