import { describe, expect, it } from '@jest/globals';
import { doubled } from '../../src/foundation/doubled.js';

describe('doubled', () => {
  it('keeps what was there and has as much room again', () => {
    expect([...doubled(Float64Array.of(1.5, 2))]).toEqual([1.5, 2, 0, 0]);
  });
});
