import { describe, expect, it } from '@jest/globals';
import { particleBehind } from '../../../../../src/reconciliation/scoring/names/pairing/meet-joined-words.js';

describe('a particle behind the name', () => {
  const behind = (whole: string, words: readonly string[]): readonly [number, number] => particleBehind(whole, words.length, (i) => words[i] ?? '');

  it('is found where it stands, and the word that it belongs to', () => {
    expect(behind('delaunay', ['launay', 'robert', 'de'])).toEqual([2, 0]);
    expect(behind('leroux', ['roux', 'le'])).toEqual([1, 0]);
  });

  it('must be a particle, behind the word, and make the whole with it', () => {
    expect(behind('delaunay', ['de', 'launay'])).toEqual([-1, -1]);
    expect(behind('delaunay', ['launays', 'de'])).toEqual([-1, -1]);
    expect(behind('maclaren', ['laren', 'mac'])).toEqual([-1, -1]);
    expect(behind('lea', ['a', 'le'])).toEqual([-1, -1]);
  });
});
