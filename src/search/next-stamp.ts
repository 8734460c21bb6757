/**
 * The next stamp for marking visited slots: older stamps count as unmarked, so that nothing is cleared between queries.
 * After 255, all stamps are cleared and it is 1 again. The first stamp follows 0.
 */
export function nextStamp(stamp: number, stamps: Uint8Array): number {
  if (stamp < 0xff) return stamp + 1;
  stamps.fill(0);
  return 1;
}
