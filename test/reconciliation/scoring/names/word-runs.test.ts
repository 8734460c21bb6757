import { describe, expect, it } from '@jest/globals';
import { closeRanks, isShortFor, mayBeAcronym, particleBehind } from '../../../../src/reconciliation/scoring/names/word-runs.js';

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

describe('an acronym', () => {
  it.each([
    ['who', false, true],
    ['ny', true, true],
    ['ny', false, false],
    ['of', true, false],
    ['a', true, false],
    ['3m', true, true],
    ['17', true, false],
    ['1776', true, false],
    ['laboratory', true, false],
  ])('may be "%s" (two letters suffice: %s): %s', (word, twoSuffice, expected) => {
    expect(mayBeAcronym(word, twoSuffice)).toBe(expected);
  });
});

describe('a short form', () => {
  const isShort = (short: string, name: string): boolean => {
    const words = name.split(' ');
    return isShortFor(short, words.length, (at) => words[at] ?? '');
  };

  it('has its letters in order in the name, the first one at its beginning', () => {
    expect(isShort('hobl', 'harbour office of brackwater lane')).toBe(true);
    expect(isShort('stvg', 'strassenverkehrsgesetz')).toBe(true);
    expect(isShort('ups', 'the upper parish school')).toBe(true);
  });

  it('is no letter elsewhere, no two letters and no long word', () => {
    expect(isShort('office', 'harbour office')).toBe(false);
    expect(isShort('ho', 'harbour office')).toBe(false);
    expect(isShort('hlo', 'harbour office')).toBe(false);
    expect(isShort('harbouroffice', 'harbour office')).toBe(false);
  });
});

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
