import { describe, expect, it } from '@jest/globals';
import { isMatchOfSeveral, isPlausible } from '../../src/scoring/decide.js';

describe('a plausible candidate', () => {
  it.each([
    { score: 80, probability: 0.001, plausible: true, why: 'the name is nearly equal' },
    { score: 60, probability: 0.06, plausible: true, why: 'it is one of many of its name' },
    { score: 60, probability: 0.04, plausible: false, why: 'the name is only like it' },
    { score: 40, probability: 0.51, plausible: true, why: 'something else establishes it' },
    { score: 40, probability: 0.49, plausible: false, why: 'nothing establishes it' },
  ])('with $score and $probability, $plausible: $why', ({ score, probability, plausible }) => {
    expect(isPlausible({ score, probability })).toBe(plausible);
  });
});

describe('the first candidate of several datasets', () => {
  const match = (score: number) => ({ score, match: true });
  const other = (score: number) => ({ score, match: false });

  it.each([
    { candidates: [match(90)], isMatch: true, why: 'it is the only one' },
    { candidates: [match(90), other(89)], isMatch: true, why: 'no other has its score' },
    { candidates: [match(90), other(90)], isMatch: false, why: 'another has its score' },
    { candidates: [match(90), match(80)], isMatch: false, why: 'another dataset has a match, too' },
    { candidates: [other(90), match(80)], isMatch: false, why: 'another comes before the match' },
    { candidates: [], isMatch: false, why: 'there is none' },
  ])('is a match or not ($isMatch): $why', ({ candidates, isMatch }) => {
    expect(isMatchOfSeveral(candidates)).toBe(isMatch);
  });
});
