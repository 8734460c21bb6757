import { describe, expect, it } from '@jest/globals';
import { memorySource } from '../../../src/reconciliation/scoring/model/estimation-source.js';
import { wordingModel } from '../../../src/reconciliation/scoring/model/wording-model.js';
import { innerWords, wordsBetween } from '../../../src/reconciliation/alignment/inner-tokens.js';
import { analyseLabel } from '../../../src/text/analyse-label.js';
import { candidatesFor, makeSnapshot } from '../../support/make-snapshot.js';

const tokensOf = (text: string): readonly string[] => analyseLabel(text).tokens;

/** A name whose words met the equal ones of another. */
function met(text: string, other: string): Parameters<typeof wordsBetween>[0] {
  const [words, others] = [tokensOf(text), tokensOf(other)];
  return {
    text,
    wordCount: words.length,
    wordAt: (at) => words[at] ?? '',
    metAt: (at) => others.indexOf(words[at] ?? ''),
  };
}

const between = (longer: string, other: string): readonly string[] | undefined =>
  wordsBetween(met(longer, other), met(other, longer))?.map((at) => tokensOf(longer)[at] ?? '');

describe('words that one name has between words of both', () => {
  it.each([
    ['Anna Maria Bianchi', 'Anna Bianchi', ['maria']],
    ['Bianchi, Anna Maria', 'Anna Bianchi', ['maria']],
    ['Bianchi, Anna Maria', 'Bianchi, Anna', ['maria']],
    ['Anna Maria Bianchi', 'Bianchi, Anna', ['maria']],
    ['Ana Rosa Lima de Sousa', 'Ana de Sousa', ['rosa', 'lima']],
    ['Sousa, Ana Rosa de', 'Ana de Sousa', ['rosa']],
    ['Sir Anna Maria Bianchi', 'Anna Bianchi', ['maria']],
    ['Brown M. Lake', 'Brown Lake', ['m']],
    ['anna maria bianchi', 'Anna Bianchi', ['maria']],
  ])('in %s and not in %s', (longer, other, words) => {
    expect(between(longer, other)).toEqual(words);
  });

  it.each([
    ['Anna Maria Bianchi', 'Maria Bianchi', 'before the others'],
    ['Anna Bianchi Rossi', 'Anna Bianchi', 'behind the others'],
    ['Bianchi Rossi, Anna', 'Anna Bianchi', 'behind the others when it is spoken'],
    ['Anna Maria Bianchi', 'Anna Rosa Bianchi', 'something else in the other'],
    ['Anna Maria Bianchi', 'Bianchi Anna', 'another order'],
    ['Anna Maria Bianchi Rosa Lima', 'Anna Bianchi Lima', 'in two pieces'],
    ['Games 2008 Beijing', 'Games Beijing', 'a number'],
    ['Games Two Beijing', 'Games Beijing', 'a number in letters'],
    ['Bank of Fiji', 'Bank Fiji', 'a little word only'],
    ['Houses of the Lake in Delft', 'Houses Delft', 'prepositions'],
    ['Brown spotted Fever', 'Brown Fever', 'a word written small'],
    ['Brown Lake Mills Ltd', 'Brown Mills', 'a company'],
    ['Anna Maria Rosa Emma Clara Dora Bianchi', 'Anna Bianchi', 'too many'],
    ['Museum, City of Brown, Lakes', 'Museum Lakes', 'a list'],
    ['Brown Museum of Art, City of Lakes', 'Brown Lakes', 'a note of several words'],
  ])('not in %s and %s: %s', (longer, other) => {
    expect(between(longer, other)).toBeUndefined();
  });

  it('are those inside a name', () => {
    const inner = (text: string): readonly string[] =>
      innerWords(met(text, text)).map((at) => tokensOf(text)[at] ?? '');
    expect(inner('Anna Maria Bianchi')).toEqual(['maria']);
    expect(inner('Bianchi, Anna Maria')).toEqual(['maria']);
    expect(inner('Anna Bianchi')).toEqual([]);
    expect(inner('Anna 3rd Bianchi')).toEqual([]);
  });
});

const GIVEN = ['Anna', 'Berta', 'Clara', 'Dora', 'Edda', 'Frida', 'Greta', 'Hilde'];
const SURNAMES = [
  'Auerling',
  'Brandtner',
  'Casselmo',
  'Dorenwald',
  'Eschkamp',
  'Farnholt',
  'Grimmelt',
  'Hollerau',
  'Immenrath',
  'Jostheim',
];
const people = GIVEN.flatMap((given, i) =>
  SURNAMES.map((surname, k) => ({
    given,
    surname,
    middle: `${GIVEN[(i + k + 1) % GIVEN.length] ?? ''}lind${String.fromCharCode(97 + ((i + k) % 26))}`,
  })),
);

/** Persons with middle names; with `told`, other names without them. */
function personsNamed(told: boolean): ReturnType<typeof makeSnapshot> {
  return makeSnapshot({
    types: [{ id: 't', name: 'Person', broader: [] }],
    entities: people.map(({ given, surname, middle }, i) => ({
      id: `p${String(i)}`,
      name: `${given} ${middle} ${surname}`,
      ...(told && i % 2 === 0 ? { aliases: [`${given} ${surname}`] } : {}),
      types: ['t'],
    })),
  });
}

describe('middle names', () => {
  const probabilityOf = (query: string, told: boolean): number =>
    candidatesFor(personsNamed(told), query)[0]?.features.reduce(
      (found, { id, value }) => (id === 'probability' && typeof value === 'number' ? value : found),
      0,
    ) ?? 0;

  it('are a smaller risk than what stands before or behind a name', () => {
    const [middle, first] = ['Anna Brandtner', 'Bertalindb Brandtner'].map((query) => probabilityOf(query, false));
    expect(middle).toBeGreaterThan(first ?? 1);
  });

  it('are known to be left out where the list has names without them', () => {
    const usuallyApart = (told: boolean): number => {
      const { dataset, candidateIndex } = personsNamed(told);
      return wordingModel(
        memorySource(dataset, candidateIndex.labels),
        people.map((_, i) => i),
      ).usuallyApartBetween;
    };
    expect(usuallyApart(true)).toBeLessThan(0.15);
    expect(usuallyApart(false)).toBe(0.2);
  });
});
