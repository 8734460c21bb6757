import { describe, expect, it } from '@jest/globals';
import { createBigramProfile } from '../../../src/text/similarity/bigram-profile.js';

describe('a bigram profile', () => {
  it('compares letter pairs symmetrically, spaces left out', () => {
    const profile = createBigramProfile();
    profile.set('new castle');
    expect(profile.similarity('newcastle')).toBe(1);
    const forward = profile.similarity('castle new');
    profile.set('castle new');
    expect(profile.similarity('new castle')).toBeCloseTo(forward, 10);
    expect(profile.similarity('xyz')).toBe(0);
  });
});
