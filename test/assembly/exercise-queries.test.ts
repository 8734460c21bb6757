import { describe, expect, it } from '@jest/globals';
import { exerciseQueries } from '../../src/assembly/exercise-queries.js';
import { NO_DEADLINE } from '../../src/foundation/deadline.js';
import { reconcile } from '../../src/reconciliation/reconcile.js';
import { makeGeneration } from '../support/make-generation.js';

const TOWNS = [
  { id: 'a', name: 'New Springfield', types: ['town'], properties: { state: [{ kind: 'text', text: 'Oregon' }] } },
  { id: 'b', name: 'Shelbyville', types: ['town'], properties: { state: [{ kind: 'text', text: 'Ohio' }] } },
  { id: 'c', name: '𐐀x', types: [], properties: {} },
] as const;

describe('the queries with which a thread exercises', () => {
  const generation = makeGeneration({ entities: TOWNS, types: [{ id: 'town', name: 'town', broader: [] }], properties: [{ id: 'state', datatype: 'text' }] });

  it('are names of the list as they stand there and in seven other ways, some with a type or a property', () => {
    const queries = [...exerciseQueries(generation, () => 0)];
    const texts = new Set(queries.map(({ text }) => text));
    for (const text of ['New Springfield', 'NEW SPRINGFIELD', 'New Sprngfield', 'New Spreingfield', 'Springfield New', 'Springfield', 'N. Springfield', 'New Springfield (New Group)']) expect(texts).toContain(text);
    expect(texts).toContain('𐐀x');
    expect(queries.filter(({ types }) => types[0] === 'town').length).toBeGreaterThan(50);
    expect(queries.filter(({ properties }) => properties.length === 1).length).toBeGreaterThan(30);
    expect(queries.find(({ properties, text }) => properties.length === 1 && text === 'Shelbyville')?.properties).toEqual([{ property: 'state', values: ['Ohio'] }]);
    for (const query of queries) expect(reconcile(generation, query, NO_DEADLINE).kind).toBe('answered');
  });

  it('are fewer by those that others have asked, and none for an empty list', () => {
    const all = [...exerciseQueries(generation, () => 0)].length;
    expect([...exerciseQueries(generation, () => 300)]).toHaveLength(all - 300);
    expect([...exerciseQueries(generation, () => all)]).toHaveLength(0);
    expect([...exerciseQueries(makeGeneration({ entities: [] }), () => 0)]).toHaveLength(0);
  });
});
