import { describe, expect, it } from '@jest/globals';
import { grown } from '../../src/foundation/grown.js';

describe('grown', () => {
  it('keeps what was there and has as much room again', () => {
    expect([...grown(Float64Array.of(1.5, 2))]).toEqual([1.5, 2, 0, 0]);
  });

  it('has room for as many as are wanted, and stays what it is', () => {
    expect(grown(Uint16Array.of(7), 3)).toEqual(Uint16Array.of(7, 0, 0));
    expect(grown(Uint32Array.of(7, 8), 3)).toEqual(Uint32Array.of(7, 8, 0, 0));
  });
});
