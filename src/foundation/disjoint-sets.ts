/** Sets of numbers joined by pairs, directly or transitively. */
export class DisjointSets {
  readonly #parents = new Map<number, number>();

  /** The smallest number in the set of a number; itself if not joined. */
  leaderOf(member: number): number {
    let leader = member;
    for (let parent = this.#parents.get(leader); parent !== undefined; parent = this.#parents.get(leader))
      leader = parent;
    // Shortens the path.
    for (let at = member; at !== leader;) {
      const next = this.#parents.get(at) ?? leader;
      this.#parents.set(at, leader);
      at = next;
    }
    return leader;
  }

  /** Joins the sets of two numbers. */
  join(a: number, b: number): void {
    const [one, other] = [this.leaderOf(a), this.leaderOf(b)];
    if (one !== other) this.#parents.set(Math.max(one, other), Math.min(one, other));
  }
}
