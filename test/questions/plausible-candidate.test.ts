import { expect, it } from '@jest/globals';
import { isPlausible } from '../../src/questions/plausible-candidate.js';

it.each([
  { score: 80, probability: 0.001, plausible: true, why: 'the name is nearly equal' },
  { score: 60, probability: 0.06, plausible: true, why: 'it is one of many of its name' },
  { score: 60, probability: 0.04, plausible: false, why: 'the name is only like it' },
  { score: 40, probability: 0.51, plausible: true, why: 'something else establishes it' },
  { score: 40, probability: 0.49, plausible: false, why: 'nothing establishes it' },
])('with $score and $probability, $plausible: $why', ({ score, probability, plausible }) => {
  expect(isPlausible({ score, probability })).toBe(plausible);
});
