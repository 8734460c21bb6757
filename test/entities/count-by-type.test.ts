import { expect, it } from '@jest/globals';
import { countByType } from '../../src/entities/count-by-type.js';
import { makeSnapshot } from '../support/make-snapshot.js';

it('entities count for their types and for all above them, each once', () => {
  const { dataset } = makeSnapshot({
    types: [
      { id: 'place', name: 'Place', broader: [] },
      { id: 'city', name: 'City', broader: ['place'] },
      { id: 'capital', name: 'Capital', broader: ['city'] },
      { id: 'ghost', name: 'Ghost town', broader: ['place'] },
      { id: 'work', name: 'Work', broader: [] },
    ],
    entities: [
      { id: '1', name: 'One', types: ['city'] },
      { id: '2', name: 'Two', types: ['capital', 'city'] },
      { id: '3', name: 'Three', types: ['capital'] },
      { id: '4', name: 'Four', types: ['work', 'place'] },
      { id: '5', name: 'Five' },
    ],
  });
  expect(countByType(dataset)).toEqual(
    new Map([
      ['city', 3],
      ['place', 4],
      ['capital', 2],
      ['work', 1],
    ]),
  );
  expect(countByType(dataset)).toBe(countByType(dataset));
});
