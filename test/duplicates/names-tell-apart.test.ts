import { describe, expect, it } from '@jest/globals';
import { areDistinctNames } from '../../src/duplicates/classify-pair.js';
import { analyseLabel } from '../../src/text/analyse-label.js';

const apart = (one: string, other: string): boolean => {
  const [a, b] = [analyseLabel(one), analyseLabel(other)];
  const answer = areDistinctNames(a, b);
  expect(areDistinctNames(b, a)).toBe(answer);
  return answer;
};

describe('names that tell two things apart', () => {
  it.each([
    ['Henry VII', 'Henry VIII'],
    ['Elizabeth I', 'Elizabeth II'],
    ['Martin Luther King', 'Martin Luther King Jr.'],
    ['John Miller', 'Mrs. John Miller'],
    ['Yearbook 1998', 'Yearbook 1999'],
    ['Census 1990', 'Census'],
    ['History of Rome, vol. 1', 'History of Rome, vol. 2'],
    ['Hauptstraße 12, Bonn', 'Hauptstraße 12a, Bonn'],
    ['German Level 1', 'German Level 1 & 2'],
    ['Second Symphony', 'Third Symphony'],
    ['Vitamin B', 'Vitamin C'],
    ['Smith, J. A.', 'Smith, J. B.'],
  ])('%s, %s', (one, other) => {
    expect(apart(one, other)).toBe(true);
  });

  it.each([
    ['Woolf, Virginia', 'Woolf, Virginia, 1882-1941'],
    ['Woolf, Virginia (1882)', 'Virginia Woolf'],
    ['The war, 1914-18', 'The war, 1914-1918'],
    ['Second Symphony', '2nd Symphony'],
    ['Smith, J. A.', 'Smith, John A.'],
    ['Smith, John A.', 'Smith, John'],
    ['Route 007', 'Route 7'],
    ['Gabriel García Márquez', 'Garcia Marquez Gabriel'],
    ['村上春樹', '村上 春樹'],
  ])('but not %s, %s', (one, other) => {
    expect(apart(one, other)).toBe(false);
  });
});
