import { describe, expect, it } from '@jest/globals';
import { closeRanks } from '../../../src/reconciliation/scoring/word-runs.js';

describe('words that a query says twice', () => {
  it('meet the word of the label that stands before the next one', () => {
    // "institute physics institute chemistry" against "institute chemistry"
    const words = [7, 8, 7, 9].map((id) => ({ id }));
    const metBy = Int32Array.of(0, 3);
    const metLast = Int32Array.of(0, 3);
    const taken = Uint8Array.of(1, 0, 0, 1);
    closeRanks(metBy, metLast, 2, taken, words);
    expect([[...metBy], [...metLast], [...taken]]).toEqual([[2, 3], [2, 3], [0, 0, 1, 1]]);
  });

  it('stay where they are when the word before is another one or taken', () => {
    const words = [7, 8, 7, 9].map((id) => ({ id }));
    const metBy = Int32Array.of(0, 3);
    closeRanks(metBy, Int32Array.of(0, 3), 2, Uint8Array.of(1, 0, 1, 1), words);
    expect([...metBy]).toEqual([0, 3]);
  });
});
