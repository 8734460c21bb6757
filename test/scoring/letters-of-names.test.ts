import { describe, expect, it } from '@jest/globals';
import { inEnglish } from '../../src/foundation/sentence.js';
import { candidatesFor, makeSnapshot } from '../support/make-snapshot.js';

const names = [
  'Elizaveta Ignatovich',
  'Wassily Kandinsky',
  'Nikolai Gogol',
  'Maria Callas',
  'Shota Rustaveli',
  'Анна Ахматова',
  'Борис Пастернак',
  'Николай Лесков',
];
const snapshot = makeSnapshot({ entities: names.map((name, i) => ({ id: `e${String(i)}`, name })) });

const firstFor = (text: string) => candidatesFor(snapshot, text)[0];
const reasonOf = (text: string, id: string): string =>
  inEnglish(firstFor(text)?.features.find((feature) => feature.id === id)?.reason ?? []);

describe('a query in other letters than the names', () => {
  it('is held against the names in Latin letters, counts slightly less, and says how it was read', () => {
    expect(firstFor('Елизавета Игнатович')).toMatchObject({ name: 'Elizaveta Ignatovich', match: true });
    expect(firstFor('Игнатович, Елизавета')).toMatchObject({ name: 'Elizaveta Ignatovich', match: true });
    expect(reasonOf('Игнатович, Елизавета', 'transliteration')).toBe(
      'read as "Ignatovich, Elizaveta": the same words; in another order ("Elizaveta Ignatovich")',
    );
    expect(firstFor('Василий Кандинский')).toMatchObject({ name: 'Wassily Kandinsky' });
    expect(firstFor('Μαρία Κάλλας')).toMatchObject({ name: 'Maria Callas' });
    expect(firstFor('შოთა რუსთაველი')).toMatchObject({ name: 'Shota Rustaveli' });
  });

  it('is nothing like a name for being in other letters', () => {
    expect(firstFor('Сергей Прокофьев')?.match ?? false).toBe(false);
    expect(firstFor('Мария Склодовская')?.match ?? false).toBe(false);
  });
});

describe('a query in the letters of a name', () => {
  it('is held against it as it is written', () => {
    expect(firstFor('Анна Ахматова')).toMatchObject({ score: 100, match: true });
    expect(firstFor('Пастернак, Борис')).toMatchObject({ name: 'Борис Пастернак', match: true });
    expect(firstFor('Пастернак, Борис')?.features.map(({ id }) => id)).not.toContain('transliteration');
  });

  it('is held against Latin names when one of these is much nearer than a name that shares a word', () => {
    expect(firstFor('Николай Гоголь')?.name).toBe('Nikolai Gogol');
  });
});
