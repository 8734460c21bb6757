import { describe, expect, it } from '@jest/globals';
import { nearestWord } from '../../src/foundation/nearest-word.js';

describe('nearestWord', () => {
  const known = ['port', 'host', 'maxBodyBytes', 'maxBatchQueries'];

  it.each([
    ['prot', 'port'],
    ['Port', 'port'],
    ['max-body-byte', 'maxBodyBytes'],
    ['MAX_BATCH_QUERY', 'maxBatchQueries'],
    ['hosts', 'host'],
  ])('takes %s for %s', (typed, meant) => {
    expect(nearestWord(typed, known)).toBe(meant);
  });

  it.each(['', 'colour', 'x', 'pt', 'somethingElseAltogether'])('has no guess for %j', (typed) => {
    expect(nearestWord(typed, known)).toBeUndefined();
  });

  it('takes short words as they are', () => {
    expect(nearestWord('b', ['a'])).toBeUndefined();
    expect(nearestWord('bat', ['cat', 'Bat'])).toBe('Bat');
    expect(nearestWord('bat', ['cat', 'tab'])).toBeUndefined();
  });

  it('takes the earlier of two that are equally near', () => {
    expect(nearestWord('cart', ['cast', 'card'])).toBe('cast');
  });
});
