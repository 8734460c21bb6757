import { describe, expect, it } from '@jest/globals';
import { candidatesFor, makeGeneration } from '../support/make-generation.js';

const GIVEN = ['Albert', 'Beatrice', 'Clara', 'Edgar', 'Florence', 'Gustav', 'Hedwig', 'Isidor', 'Josepha', 'Kurt', 'Leopold', 'Martha', 'Norbert', 'Ottilie', 'Philipp'];
const BETWEEN = ['Brecht', 'Cortona', 'Delft', 'Eifel', 'Falster', 'Gotha'];

/** Ninety people of a surname, and whoever else. */
function people(surname: string, ...others: readonly string[]) {
  const family = GIVEN.flatMap((given) => BETWEEN.map((between) => `${given} ${between} ${surname}`));
  return makeGeneration({ entities: [...family, ...others].map((name) => ({ id: name, name })) });
}

function firstFor(generation: ReturnType<typeof people>, text: string): string | undefined {
  return candidatesFor(generation, text)[0]?.id;
}

describe('among many of a surname', () => {
  it('finds another form of a given name, however heavy the other words of the name are', () => {
    const bobs = Array.from({ length: 60 }, (_, i) => `Bob Zyx${String.fromCodePoint(97 + (i % 26))}${String.fromCodePoint(97 + Math.floor(i / 26))}orp`);
    const generation = people('Campbell', 'Robert Rautavaara Campbell', ...bobs);
    expect(firstFor(generation, 'Campbell, Bob')).toBe('Robert Rautavaara Campbell');
  });

  it('finds the names that dotted initials stand for', () => {
    const generation = people('Moore', 'Alvin Doyle Moore');
    expect(firstFor(generation, 'Moore, A.D.')).toBe('Alvin Doyle Moore');
  });
});

describe('a word that one name has', () => {
  it('is also taken for two words of another', () => {
    const generation = people('Loo', 'Vanloo', ...GIVEN.flatMap((name) => BETWEEN.map((other) => `Jean-Baptiste ${name.slice(0, 3)}${other.slice(2)}`)), 'Jean-Baptiste Van Loo');
    expect(firstFor(generation, 'Vanloo, Jean-Baptiste')).toBe('Jean-Baptiste Van Loo');
  });
});

describe('an acronym beside a legal form', () => {
  it('finds the name that it stands for', () => {
    const firms = GIVEN.map((name) => `${name} Inc.`);
    const generation = people('Inc', ...firms, 'Knickerbocker Machine & Foundry');
    expect(firstFor(generation, 'KMF, Inc.')).toBe('Knickerbocker Machine & Foundry');
  });
});
