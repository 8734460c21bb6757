/**
 * The stamp after this one, for marking what has been met since: what bears an older stamp counts as unmarked, so that nothing is cleared between
 * queries. After 255, all stamps are taken off and it is 1 again. The first stamp is that after 0.
 */
export function nextStamp(stamp: number, stamps: Uint8Array): number {
  if (stamp < 0xff) return stamp + 1;
  stamps.fill(0);
  return 1;
}
