import { describe, expect, it } from '@jest/globals';
import { namesAtOdds, type Odds } from '../../../src/reconciliation/deciding/names-at-odds.js';
import { analyseLabel } from '../../../src/text/analyse-label.js';
import { candidatesFor, makeSnapshot } from '../../support/make-snapshot.js';

const odds = (query: string, label: string, told = 0): Odds => namesAtOdds(analyseLabel(query), analyseLabel(label), told);

describe('names that are alike but for a mark', () => {
  it.each([
    ['Barack Obama Sr.', 'Barack Obama Jr.', 'another'],
    ['Obama, Barack H., Senior', 'Barack Obama Jr.', 'another'],
    ['William Smith III', 'William Smith Sr.', 'another'],
    ['Hans Auer the Elder', 'Hans Auer the Younger', 'another'],
    ['Henry VII', 'Henry VIII', 'another'],
    ['Elizabeth I', 'Elizabeth II', 'another'],
    ['Elizabeth I of England', 'Elizabeth II of England', 'another'],
    ['Apollo 11', 'Apollo 13', 'another'],
    ['World War 1', 'World War II', 'another'],
    ['Toy Story 2 (1999)', 'Toy Story 3', 'another'],
    ['2nd Infantry Division', '1st Infantry Division', 'another'],
    ['Erratum: Names of Things', 'Names of Things', 'another'],
    ['A Correction to “Names of Things”', 'Names of Things', 'another'],
    ['Review of Names of Things', 'Names of Things', 'another'],
    ['Review: Names of Things', 'Names of Things', 'another'],
    ['Names of Things: a review', 'Names of Things', 'another'],
    ['Rezension zu Namen der Dinge', 'Namen der Dinge', 'another'],
    ['5', 'Province 5', 'hardly'],
    ['No. 5', 'Province 5', 'hardly'],
    ['VII', 'Henry VII', 'hardly'],
    ['Barack Obama', 'Barack Obama Jr.', 'doubtful'],
    ['Hans Auer', 'Auer, Hans, the Younger', 'doubtful'],
    ['Elizabeth', 'Elizabeth II', 'doubtful'],
    ['Queen Elizabeth', 'Elizabeth II', 'doubtful'],
    ['George', 'George V', 'doubtful'],
    ['Toy Story', 'Toy Story 3', 'doubtful'],
    ['Rocky', 'Rocky Part 2', 'doubtful'],
    ['iPhone 12', 'iPhone 12 Pro', 'doubtful'],
    ['Galaxy S21', 'Galaxy S21 Ultra', 'doubtful'],
  ])('%s, %s: %s', (query, label, expected) => {
    expect(odds(query, label)).toBe(expected);
    if (expected !== 'hardly') expect(odds(label, query)).toBe(expected);
  });

  it.each([
    ['Barack Obama Jr.', 'Barack Obama II', 'the same in other words'],
    ['Hans Auer, Jr.', 'Hans Auer the Younger', 'the same in another language'],
    ['Second World War', 'World War II', 'the number in another place'],
    ['World War 1', 'World War I', 'the number otherwise'],
    ['Henry VII of England', 'Henry VII', 'a country more'],
    ['Symphony No. 5, Op. 67', 'Symphony No. 5', 'a number more'],
    ['Elizabeth', 'Elizabeth I', 'the first, who is mostly called without'],
    ['Smith', 'Smith, V', 'an initial'],
    ['Sulfuric acid, 98%', 'Sulfuric acid', 'a share'],
    ['Games of Aldermoor 2012', 'Games of Aldermoor', 'a year'],
    ['1984 (novel)', '1984', 'a note'],
    ['1984', '1984 (novel)', 'a number with a note'],
    ['Rev. of Metaphysics', 'Review of Metaphysics', 'an abbreviation'],
    ['Metaphysics, Review of', 'Review of Metaphysics', 'another order'],
    ['Two', 'Two Brothers', 'a number in letters'],
    ['Windows 10', 'Windows 10 Aldermoor', 'another word behind a number'],
  ])('%s, %s are not at odds: %s', (query, label) => {
    expect(odds(query, label)).toBe('none');
    expect(odds(label, query)).toBe('none');
  });

  it('heed what the record says', () => {
    expect(odds('Rocky 1985', 'Rocky 4')).toBe('another');
    expect(odds('Rocky 1985', 'Rocky 4', 2)).not.toBe('another');
  });
});

describe('in a short list', () => {
  const names = ['Barack Obama Jr.', 'Henry VII', 'Elizabeth II', 'Pope John Paul II', 'Apollo 13', 'World War II', 'Toy Story 3', 'iPhone 12 Pro', 'Names of Things', 'Province 5', 'Province 6', 'Gabriel García Márquez', 'Angela Merkel', 'Mary Jones'];
  const list = makeSnapshot({ types: [{ id: 't', name: 'Thing', broader: [] }], entities: names.map((name, i) => ({ id: `e${String(i)}`, name, types: ['t'] })) });

  it.each(['Barack Obama Sr.', 'Barack Obama', 'Henry VIII', 'Elizabeth I', 'Elizabeth', 'Pope John Paul I', 'Pope John Paul', 'Apollo 11', 'World War I', 'World War', 'Toy Story 2', 'Toy Story', 'iPhone 12', 'Erratum: Names of Things', 'Review of Names of Things', '5', 'No. 5'])('%s is not matched', (query) => {
    expect(candidatesFor(list, query).filter(({ match }) => match)).toEqual([]);
  });

  it.each([
    ['Barack Obama II', 'e0'],
    ['Henry VII of England', 'e1'],
    ['Queen Elizabeth the Second', 'e2'],
    ['Pope John Paul 2', 'e3'],
    ['Second World War', 'e5'],
    ['Province 5', 'e9'],
    ['García Márquez, Gabriel', 'e11'],
    ['García Márquez, G.', 'e11'],
    ['Gabriel José García Márquez', 'e11'],
  ])('%s is found: %s', (query, id) => {
    expect(candidatesFor(list, query)[0]).toMatchObject({ id, match: true });
  });
});
