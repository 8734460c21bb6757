import { describe, expect, it } from '@jest/globals';
import { separateElided } from '../../src/text/elided-articles.js';
import { candidatesFor, makeSnapshot } from '../support/make-snapshot.js';

const knows =
  (...words: readonly string[]) =>
  (word: string): boolean =>
    words.includes(word);

describe('articles without their vowel', () => {
  it('are words of their own where only the word behind them is known', () => {
    expect(separateElided("Histoire de l'Écosse", knows('histoire', 'ecosse'))).toBe('Histoire de l Écosse');
    expect(separateElided('D’Orsay', knows('orsay'))).toBe('D Orsay');
    expect(separateElided("Galleria dell'Affresco", knows('affresco'))).toBe('Galleria dello Affresco');
  });

  it('stay where the list has them written on, and where nothing is known', () => {
    expect(separateElided("L'Aquila", knows('laquila', 'aquila'))).toBe("L'Aquila");
    expect(separateElided("l'Inconnu", knows('aquila'))).toBe("l'Inconnu");
  });

  it('are not seen in names and words that only look so', () => {
    expect(separateElided("O'Neill, Neal's Yard, rock'n'roll", knows('neill', 'neal', 'yard', 'roll'))).toBe(
      "O'Neill, Neal's Yard, rock'n'roll",
    );
    expect(separateElided('Orsay', knows('orsay'))).toBe('Orsay');
  });

  it('let a name be found and matched as if it had none', () => {
    const snapshot = makeSnapshot({
      entities: ['Écosse', 'Bretagne', 'Normandie', 'Alsace', 'Corse', 'Lorraine', 'Picardie', 'Savoie'].map(
        (name, i) => ({ id: `r${String(i)}`, name }),
      ),
    });
    const [first] = candidatesFor(snapshot, "l'Écosse");
    expect(first).toMatchObject({ id: 'r0', match: true });
    expect(first?.score).toBeGreaterThan(75);
  });
});
