import { grown } from '../foundation/grown.js';
import { toShared } from '../foundation/sections.js';

/** A growing list of unsigned 32-bit numbers; up to eight times smaller than an array of numbers. */
export class GrowingNumbers {
  private values: Uint32Array;
  private used = 0;

  constructor(capacity = 1 << 12) {
    this.values = new Uint32Array(Math.max(16, capacity));
  }

  get length(): number {
    return this.used;
  }

  push(value: number): void {
    if (this.used === this.values.length) this.values = grown(this.values);
    this.values[this.used++] = value;
  }

  /** The number at `index`; 0 beyond the end. */
  at(index: number): number {
    return index < this.used ? (this.values[index] ?? 0) : 0;
  }

  /** A view of the numbers, valid until the next push. */
  view(): Uint32Array {
    return this.values.subarray(0, this.used);
  }

  toShared(): Uint32Array {
    return toShared(this.values, this.used);
  }
}
