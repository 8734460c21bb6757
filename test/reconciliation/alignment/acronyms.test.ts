import { describe, expect, it } from '@jest/globals';
import { isShortFor, mayBeAcronym } from '../../../src/reconciliation/alignment/pair-tokens.js';

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
