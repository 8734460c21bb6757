/** Sets of numbers that pairs join, directly or by others. */
export class DisjointSets {
  readonly #parents = new Map<number, number>();

  /** The smallest number of the set that a number is in; the number itself where nothing is joined with it. */
  leaderOf(member: number): number {
    let leader = member;
    for (let parent = this.#parents.get(leader); parent !== undefined; parent = this.#parents.get(leader))
      leader = parent;
    // The next way is short.
    for (let at = member; at !== leader;) {
      const next = this.#parents.get(at) ?? leader;
      this.#parents.set(at, leader);
      at = next;
    }
    return leader;
  }

  /** Makes one set of those that two numbers are in. */
  join(a: number, b: number): void {
    const [one, other] = [this.leaderOf(a), this.leaderOf(b)];
    if (one !== other) this.#parents.set(Math.max(one, other), Math.min(one, other));
  }
}
