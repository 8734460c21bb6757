import { describe, expect, it } from '@jest/globals';
import { candidatesFor, makeSnapshot } from '../../support/make-snapshot.js';

const snapshot = makeSnapshot({
  entities: [
    { id: 'a', name: 'Pop Music', prominence: 9 },
    { id: 'b', name: 'Pop music' },
    { id: 'c', name: 'POP MUSIC' },
    { id: 'd', name: 'Folk music' },
  ],
});
const idsFor = (text: string): readonly string[] => candidatesFor(snapshot, text).map(({ id }) => id).filter((id) => id !== 'd');

describe('names that differ in capital letters alone', () => {
  it('stand in the order in which they are like the query as it is written', () => {
    expect(idsFor('Pop music')[0]).toBe('b');
    expect(idsFor('Pop Music')[0]).toBe('a');
    expect(idsFor(' Pop music ')[0]).toBe('b');
  });

  it('stand by their prominence where the query is in small or in capital letters alone', () => {
    expect(idsFor('pop music')).toEqual(['a', 'b', 'c']);
    expect(idsFor('POP MUSIC')).toEqual(['a', 'b', 'c']);
  });

  it('stand before the others where they hold the query', () => {
    expect(candidatesFor(snapshot, 'Pop mus').map(({ id }) => id)[0]).toBe('b');
  });

  it('have one score, and none is matched by itself', () => {
    const candidates = candidatesFor(snapshot, 'Pop music').slice(0, 3);
    expect(new Set(candidates.map(({ score }) => score))).toEqual(new Set([100]));
    expect(candidates.some(({ match }) => match)).toBe(false);
  });
});
