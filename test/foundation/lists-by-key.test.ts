import { describe, expect, it } from '@jest/globals';
import { listsByKey } from '../../src/foundation/lists-by-key.js';

describe('lists by key', () => {
  it('keep the order of the items, and of the first ones of each key', () => {
    const lists = listsByKey(['pear', 'plum', 'apple', 'peach', 'apricot'], (word) => word[0]);
    expect([...lists]).toEqual([
      ['p', ['pear', 'plum', 'peach']],
      ['a', ['apple', 'apricot']],
    ]);
  });

  it('are told apart by the keys themselves, not by how they are written', () => {
    expect([...listsByKey([1, '1'], (item) => item)]).toEqual([
      [1, [1]],
      ['1', ['1']],
    ]);
  });

  it('are none of nothing', () => {
    expect(listsByKey([], String).size).toBe(0);
  });
});
