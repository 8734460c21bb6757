import { describe, expect, it } from '@jest/globals';
import { TimeIsUp, withinTime } from '../../src/foundation/within-time.js';

describe('work within a time', () => {
  it('gives its result, also within other such work, and throws what it throws', () => {
    expect(withinTime(10_000, () => withinTime(10_000, () => [1, 2]).concat(3))).toEqual([1, 2, 3]);
    expect(() =>
      withinTime(10_000, () => {
        throw new RangeError('its own');
      }),
    ).toThrow(new RangeError('its own'));
  });

  it('is stopped in a loop, and in a regular expression that never ends', () => {
    expect(() =>
      withinTime(20, () => {
        for (;;);
      }),
    ).toThrow(TimeIsUp);
    expect(() => withinTime(20, () => /((a+)+)\2$/.test(`${'a'.repeat(60)}!`))).toThrow(TimeIsUp);
    expect(withinTime(10_000, () => 'goes on')).toBe('goes on');
  });
});
