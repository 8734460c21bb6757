import { describe, expect, it } from '@jest/globals';
import { candidatesFor, makeSnapshot } from '../support/make-snapshot.js';

const GIVEN = [
  'Albert',
  'Beatrice',
  'Clara',
  'Edgar',
  'Florence',
  'Gustav',
  'Hedwig',
  'Isidor',
  'Josepha',
  'Kurt',
  'Leopold',
  'Martha',
  'Norbert',
  'Ottilie',
  'Philipp',
];
const BETWEEN = ['Brecht', 'Cortona', 'Delft', 'Eifel', 'Falster', 'Gotha'];

/** Ninety people of a surname, and whoever else. */
function people(surname: string, ...others: readonly string[]) {
  const family = GIVEN.flatMap((given) => BETWEEN.map((between) => `${given} ${between} ${surname}`));
  return makeSnapshot({ entities: [...family, ...others].map((name) => ({ id: name, name })) });
}

function firstFor(snapshot: ReturnType<typeof people>, text: string): string | undefined {
  return candidatesFor(snapshot, text)[0]?.id;
}

describe('among many of a surname', () => {
  it('finds another form of a given name, however heavy the other words of the name are', () => {
    const bobs = Array.from(
      { length: 60 },
      (_, i) => `Bob Zyx${String.fromCodePoint(97 + (i % 26))}${String.fromCodePoint(97 + Math.floor(i / 26))}orp`,
    );
    const snapshot = people('Campbell', 'Robert Rautavaara Campbell', ...bobs);
    expect(firstFor(snapshot, 'Campbell, Bob')).toBe('Robert Rautavaara Campbell');
  });
});

describe('a word that one name has', () => {
  it('is also taken for two words of another', () => {
    const snapshot = people(
      'Loo',
      'Vanloo',
      ...GIVEN.flatMap((name) => BETWEEN.map((other) => `Jean-Baptiste ${name.slice(0, 3)}${other.slice(2)}`)),
      'Jean-Baptiste Van Loo',
    );
    expect(firstFor(snapshot, 'Vanloo, Jean-Baptiste')).toBe('Jean-Baptiste Van Loo');
  });
});

describe('an acronym beside a legal form', () => {
  it('finds the name that it stands for', () => {
    const firms = GIVEN.map((name) => `${name} Inc.`);
    const snapshot = people('Inc', ...firms, 'Knickerbocker Machine & Foundry');
    expect(firstFor(snapshot, 'KMF, Inc.')).toBe('Knickerbocker Machine & Foundry');
  });
});
