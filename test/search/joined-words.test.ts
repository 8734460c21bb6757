import { describe, expect, it } from '@jest/globals';
import { candidatesFor, makeSnapshot } from '../support/make-snapshot.js';

const names = [
  'New York',
  '7-Eleven',
  'AC/DC',
  'Python 3',
  'Coca-Cola',
  'Blink-182',
  'Node.js',
  'Deutsche Bank',
  'Eleven Madison Park',
  'Washington DC',
];
const snapshot = makeSnapshot({ entities: names.map((name, i) => ({ id: `e${String(i)}`, name })) });

describe('a query that joins the words of a name', () => {
  it.each([
    ['NewYork', 'New York'],
    ['7Eleven', '7-Eleven'],
    ['ACDC', 'AC/DC'],
    ['Python3', 'Python 3'],
    ['CocaCola', 'Coca-Cola'],
    ['NodeJS', 'Node.js'],
  ])('%s finds %s', (text, name) => {
    expect(candidatesFor(snapshot, text)[0]).toMatchObject({ name, match: true });
  });
});
