import { describe, expect, it } from '@jest/globals';
import { describeEntity } from '../../src/describe/describe-entity.js';
import { extendData } from '../../src/describe/extend-data.js';
import { candidatesFor, makeSnapshot } from '../support/make-snapshot.js';

/*
 * Every object of JavaScript inherits members: "constructor", "toString", "valueOf" … Lists have these words too, as types (who
 * builds racing cars is a constructor), as headings and as values.
 */

const text = (value: string) => ({ kind: 'text', text: value }) as const;
const TEAMS = makeSnapshot({
  types: [
    { id: 'constructor', name: 'Constructor', broader: [] },
    { id: 'driver', name: 'Driver', broader: [] },
  ],
  properties: [
    { id: 'constructor', datatype: 'text' },
    { id: 'toString', datatype: 'text' },
  ],
  entities: [
    { id: 'd1', name: 'Ada Renn', types: ['driver'], properties: { constructor: [text('valueOf')] } },
    { id: 'd2', name: 'Ada Renn', types: ['driver'], properties: { constructor: [text('Hartwell')] } },
    { id: 'c1', name: 'Hartwell Racing', types: ['constructor'] },
    ...Array.from({ length: 20 }, (_, i) => ({
      id: `f${String(i)}`,
      name: `Filler${String.fromCharCode(97 + i)} Thing${String(i)}`,
      types: ['driver'],
      properties: { constructor: [text(i % 2 === 0 ? 'valueOf' : 'Hartwell')] },
    })),
  ],
});

describe('names that every object inherits', () => {
  it('are types like others', () => {
    expect(candidatesFor(TEAMS, 'Hartwell Racing', { types: ['constructor'] })[0]).toMatchObject({
      id: 'c1',
      match: true,
    });
    expect(candidatesFor(TEAMS, 'Hartwell Racing', { types: ['toString'] })).toEqual([]);
  });

  it('are properties and values like others', () => {
    for (const [value, id] of [
      ['valueOf', 'd1'],
      ['Hartwell', 'd2'],
    ] as const) {
      const [first] = candidatesFor(TEAMS, 'Ada Renn', {
        properties: [
          { property: 'constructor', values: [value] },
          { property: 'toString', values: ['x'] },
        ],
      });
      expect([first?.id, Number.isFinite(first?.score)]).toEqual([id, true]);
    }
  });

  it('are columns that entities without a value have empty cells in', () => {
    const settings = { limit: 0, references: 'entity' } as const;
    const { rows } = extendData(TEAMS.dataset, {
      ids: ['c1', 'd2'],
      properties: [
        { id: 'constructor', settings },
        { id: 'toString', settings },
      ],
    });
    expect(rows.map(({ cells }) => cells)).toEqual([
      [[], []],
      [[text('Hartwell')], []],
    ]);
    expect(
      describeEntity(TEAMS.dataset, TEAMS.dataset.entities.entity(TEAMS.dataset.entities.ordinalOf('c1'))).facts,
    ).toEqual([]);
  });
});
