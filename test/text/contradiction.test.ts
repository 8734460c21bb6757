import { describe, expect, it } from '@jest/globals';
import { contradictionOf } from '../../src/text/contradiction.js';
import { analyseLabel } from '../../src/text/analyse-label.js';
import { candidatesFor, makeSnapshot } from '../support/make-snapshot.js';

const contradiction = (query: string, label: string): string | undefined =>
  contradictionOf(analyseLabel(query), analyseLabel(label))?.kind;

describe('names that are similar and contradict each other', () => {
  it.each([
    ['Barack Obama Sr.', 'Barack Obama Jr.'],
    ['Obama, Barack H., Senior', 'Barack Obama Jr.'],
    ['William Smith III', 'William Smith Sr.'],
    ['Hans Auer the Elder', 'Hans Auer the Younger'],
    ['Henry VII', 'Henry VIII'],
    ['Elizabeth I', 'Elizabeth II'],
    ['Elizabeth I of England', 'Elizabeth II of England'],
    ['Apollo 11', 'Apollo 13'],
    ['World War 1', 'World War II'],
    ['Toy Story 2 (1999)', 'Toy Story 3'],
    ['2nd Infantry Division', '1st Infantry Division'],
    ['Erratum: Names of Things', 'Names of Things'],
    ['A Correction to “Names of Things”', 'Names of Things'],
    ['Review of Names of Things', 'Names of Things'],
    ['Widow of John Miller', 'John Miller'],
    ['Circle of Hans Auer', 'Hans Auer'],
    ['Rezension zu Namen der Dinge', 'Namen der Dinge'],
    ['Eastern Ojibwa', 'Western Ojibwa'],
    ["Women's Doubles", "Men's Doubles"],
    ['Northwest Passage', 'Southwest Passage'],
  ])('%s, %s', (query, label) => {
    expect(contradiction(query, label)).toBe('contradiction');
    expect(contradiction(label, query)).toBe('contradiction');
  });

  it.each([
    ['Barack Obama Jr.', 'Barack Obama Junior', 'the same in other words'],
    ['Hans Auer, Jr.', 'Hans Auer the Younger', 'the same in another language'],
    ['Second World War', 'World War II', 'the number in another place'],
    ['World War 1', 'World War I', 'the number otherwise'],
    ['Henry VII of England', 'Henry VII', 'a country more'],
    ['Symphony No. 5, Op. 67', 'Symphony No. 5', 'a number more'],
    ['Games of Aldermoor 2012', 'Games of Aldermoor', 'a year'],
    ['1984 (novel)', '1984', 'a qualifier'],
    ['Metaphysics, Review of', 'Review of Metaphysics', 'another order'],
    ['Two', 'Two Brothers', 'a number in letters'],
    ['East and West Wexmoor', 'West Wexmoor', 'both sides'],
  ])('%s, %s do not: %s', (query, label) => {
    expect(contradiction(query, label)).toBeUndefined();
    expect(contradiction(label, query)).toBeUndefined();
  });
});

describe('a mark of order that only one name has', () => {
  it.each([
    ['Barack Obama', 'Barack Obama Jr.'],
    ['Hans Auer', 'Auer, Hans, the Younger'],
    ['Elizabeth', 'Elizabeth II'],
    ['Toy Story', 'Toy Story 3'],
  ])('%s, %s', (query, label) => {
    expect(contradiction(query, label)).toBe('mark missing');
    expect(contradiction(label, query)).toBe('mark missing');
  });
});

describe('in a short list', () => {
  const names = [
    'Barack Obama Jr.',
    'Henry VII',
    'Elizabeth II',
    'Pope John Paul II',
    'Apollo 13',
    'World War II',
    'Toy Story 3',
    'iPhone 12 Pro',
    'Names of Things',
    'Province 5',
    'Province 6',
    'Gabriel García Márquez',
    'Angela Merkel',
    'Mary Jones',
  ];
  const list = makeSnapshot({
    types: [{ id: 't', name: 'Thing', broader: [] }],
    entities: names.map((name, i) => ({ id: `e${String(i)}`, name, types: ['t'] })),
  });

  it.each([
    'Barack Obama Sr.',
    'Barack Obama',
    'Henry VIII',
    'Elizabeth I',
    'Elizabeth',
    'Pope John Paul I',
    'Pope John Paul',
    'Apollo 11',
    'World War I',
    'World War',
    'Toy Story 2',
    'Toy Story',
    'Erratum: Names of Things',
    'Review of Names of Things',
    '5',
    'No. 5',
  ])('%s is not matched', (query) => {
    expect(candidatesFor(list, query).filter(({ match }) => match)).toEqual([]);
  });

  it.each([
    ['Barack Obama II', 'e0'],
    ['Henry VII (of England)', 'e1'],
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
