import { grown } from './grown.js';
import { hashString } from './hash-string.js';
import { withinOffsets, type StringColumn } from './string-table.js';

/**
 * Distinct strings, numbered in order. Outside of the heap: a Map of a million strings costs several times as much,
 * mostly for the strings, which garbage collection visits repeatedly.
 */
export class StringNumbers {
  private chars = new Uint16Array(1 << 10);
  private offsets = new Uint32Array(1 << 6);
  private hashes = new Uint32Array(1 << 6);
  /** Open addressing: number + 1, or 0 for a free slot. At most half full. */
  private slots = new Uint32Array(1 << 7);
  private count = 0;

  get size(): number {
    return this.count;
  }

  /** The number of `text`, a new one for a new text. */
  numberOf(text: string): number {
    const hash = hashString(text);
    const mask = this.slots.length - 1;
    let slot = hash & mask;
    for (let entry = this.slots[slot] ?? 0; entry !== 0; entry = this.slots[slot] ?? 0) {
      if (this.hashes[entry - 1] === hash && this.isAt(entry - 1, text)) return entry - 1;
      slot = (slot + 1) & mask;
    }
    return this.append(text, hash, slot);
  }

  has(text: string): boolean {
    const hash = hashString(text);
    const mask = this.slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = this.slots[slot] ?? 0;
      if (entry === 0) return false;
      if (this.hashes[entry - 1] === hash && this.isAt(entry - 1, text)) return true;
    }
  }

  /** The string with this number; `''` beyond the end. */
  get(number: number): string {
    let text = '';
    for (let i = this.offsets[number] ?? 0; number < this.count && i < (this.offsets[number + 1] ?? 0); i++)
      text += String.fromCharCode(this.chars[i] ?? 0);
    return text;
  }

  /** A view of the strings by number; valid until the next one is added. */
  view(): StringColumn {
    return {
      chars: this.chars.subarray(0, this.offsets[this.count]),
      offsets: this.offsets.subarray(0, this.count + 1),
      hashes: this.hashes.subarray(0, this.count),
    };
  }

  private isAt(number: number, text: string): boolean {
    const { chars, offsets } = this;
    // Read once, see `hashString`.
    const { length } = text;
    const start = offsets[number] ?? 0;
    if ((offsets[number + 1] ?? 0) - start !== length) return false;
    for (let i = 0; i < length; i++) if (chars[start + i] !== text.charCodeAt(i)) return false;
    return true;
  }

  private append(text: string, hash: number, slot: number): number {
    const number = this.count++;
    const { length } = text;
    const start = this.offsets[number] ?? 0;
    const end = start + length;
    if (end > this.chars.length) this.chars = grown(this.chars, withinOffsets(end));
    const { chars } = this;
    for (let i = 0; i < length; i++) chars[start + i] = text.charCodeAt(i);
    if (this.count >= this.offsets.length) {
      this.offsets = grown(this.offsets);
      this.hashes = grown(this.hashes);
    }
    this.offsets[this.count] = end;
    this.hashes[number] = hash;
    this.slots[slot] = this.count;
    if (this.count * 2 > this.slots.length) this.widen();
    return number;
  }

  private widen(): void {
    const slots = new Uint32Array(this.slots.length * 2);
    const mask = slots.length - 1;
    for (let number = 0; number < this.count; number++) {
      let slot = (this.hashes[number] ?? 0) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
    this.slots = slots;
  }
}
