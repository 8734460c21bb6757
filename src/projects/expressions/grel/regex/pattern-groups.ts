import { PatternFault } from './pattern-fault.js';

/**
 * The groups of a pattern from left to right, counted from 1.
 *
 * A reference to a group that took no part fails in Java and matches the empty text in JavaScript; so groups that have
 * certainly taken part are recorded, and no other can be referenced.
 */
export class PatternGroups {
  /** Groups that have taken part whenever the present place is reached. */
  taken: ReadonlySet<number> = new Set();
  readonly #numberOfName = new Map<string, number>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  get names(): ReadonlyMap<string, number> {
    return this.#numberOfName;
  }

  /** Returns the number of a group that begins here. Throws `PatternFault` for a repeated name. */
  begin(name: string | undefined): number {
    if (name !== undefined && this.#numberOfName.has(name))
      throw new PatternFault(`Named capturing group <${name}> is already defined`);
    this.#count += 1;
    if (name !== undefined) this.#numberOfName.set(name, this.#count);
    return this.#count;
  }

  end(number: number): void {
    this.taken = new Set([...this.taken, number]);
  }

  /** Throws `PatternFault` for a name that no group up to here has. */
  numberOf(name: string): number {
    const number = this.#numberOfName.get(name);
    if (number === undefined) throw new PatternFault(`named capturing group <${name}> does not exist`);
    return number;
  }

  /** Reads a negative or optional part, whose groups have not taken part afterwards. */
  untaken<T>(read: () => T): T {
    const before = this.taken;
    const part = read();
    this.taken = before;
    return part;
  }
}
