const BUCKETS = 1024;

/** Compares one text with many by the pairs of letters they share. */
export interface BigramProfile {
  /** Sets the text that others are compared with. */
  readonly set: (text: string) => void;
  /** Dice coefficient of the letter pairs, 0–1, spaces left out and the ends counted as letters. Cost: length of the text. */
  readonly similarity: (text: string) => number;
  /** The same for a text that comes in pieces: `start`, then `add` for each piece, then `finish` for what `similarity` gives. */
  readonly start: () => void;
  readonly add: (piece: string) => void;
  readonly finish: () => number;
}

/** Letter pairs fall into buckets, so that a comparison needs no memory of its own; two pairs seldom share one. */
export function createBigramProfile(): BigramProfile {
  const counts = new Uint8Array(BUCKETS);
  const used = new Int32Array(512);
  let usedCount = 0;
  const taken = new Int32Array(512);
  let total = 0;

  function set(text: string): void {
    for (let i = 0; i < usedCount; i++) counts[used[i] ?? 0] = 0;
    usedCount = 0;
    total = 0;
    let before = 32;
    for (let i = 0; i <= text.length && usedCount < used.length; i++) {
      const code = i === text.length ? 32 : text.charCodeAt(i);
      if (code === 32 && i < text.length) continue;
      const bucket = bucketOf(before, code);
      counts[bucket] = (counts[bucket] ?? 0) + 1;
      used[usedCount++] = bucket;
      total++;
      before = code;
    }
  }

  let shared = 0;
  let own = 0;
  let takenCount = 0;
  let before = 32;

  function start(): void {
    shared = 0;
    own = 0;
    takenCount = 0;
    before = 32;
  }

  function add(text: string): void {
    for (let i = 0; i < text.length && own < taken.length; i++) {
      const code = text.charCodeAt(i);
      if (code !== 32) addLetter(code);
    }
  }

  function addLetter(code: number): void {
    const bucket = bucketOf(before, code);
    own++;
    const left = counts[bucket] ?? 0;
    if (left > 0) {
      counts[bucket] = left - 1;
      taken[takenCount++] = bucket;
      shared++;
    }
    before = code;
  }

  function finish(): number {
    if (own < taken.length) addLetter(32);
    for (let i = 0; i < takenCount; i++) {
      const bucket = taken[i] ?? 0;
      counts[bucket] = (counts[bucket] ?? 0) + 1;
    }
    takenCount = 0;
    return total + own === 0 ? 0 : (2 * shared) / (total + own);
  }

  function similarity(text: string): number {
    start();
    add(text);
    return finish();
  }

  return { set, similarity, start, add, finish };
}

function bucketOf(a: number, b: number): number {
  return (Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b)) >>> 22;
}
