import { describe, expect, it } from '@jest/globals';
import { memorySource } from '../../src/scoring/estimation-source.js';
import { wordsOfTypes } from '../../src/scoring/estimate-statistics.js';
import { candidatesFor, makeSnapshot } from '../support/make-snapshot.js';

const TYPES = [
  { id: 'thing', name: 'Thing', broader: [] },
  { id: 'mill', name: 'Mill', broader: ['thing'] },
  { id: 'boat', name: 'Boat', broader: ['thing'] },
  { id: 'hat', name: 'Hat', broader: ['thing'] },
];
const letters = (i: number): string =>
  String.fromCharCode(97 + (i % 26)) + String.fromCharCode(97 + (Math.floor(i / 26) % 26));

/** Sixty mills that are all called so, three hundred boats, two hats. */
const snapshot = makeSnapshot({
  types: TYPES,
  entities: [
    ...Array.from({ length: 60 }, (_, i) => ({
      id: `m${String(i)}`,
      name: `Orn${letters(i)} Watermill`,
      types: ['mill'],
    })),
    ...Array.from({ length: 300 }, (_, i) => ({
      id: `b${String(i)}`,
      name: `Selq${letters(i)} Voyager`,
      types: ['boat'],
    })),
    { id: 'h0', name: 'Straw Watermill', types: ['hat'] },
    { id: 'h1', name: 'Felt Voyager', types: ['hat'] },
    { id: 'm60', name: 'Thornwick Windmill', types: ['mill'] },
  ],
});
const { dataset, candidateIndex } = snapshot;

describe('words that are usual in the names of a type', () => {
  it('are counted for each type that is neither tiny nor nearly everything', () => {
    const words = wordsOfTypes(memorySource(dataset, candidateIndex.labels));
    expect(Object.keys(words).sort()).toEqual(['mill']);
    expect(words['mill']).toEqual([['watermill', 0.9836]]);
  });

  it('bring the one with the telling word to the front', () => {
    const [first] = candidatesFor(snapshot, 'Thornwick Watermill', { types: ['mill'] });
    expect(first?.id).toBe('m60');
    const scoreOf = (types: readonly string[]): number =>
      candidatesFor(snapshot, 'Quistar Watermill', { types })[0]?.score ?? 0;
    expect(scoreOf(['mill'])).toBeLessThan(scoreOf([]));
  });
});
