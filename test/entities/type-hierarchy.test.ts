import { describe, expect, it } from '@jest/globals';
import { createTypeHierarchy } from '../../src/entities/type-hierarchy.js';

const type = (id: string, broader: readonly string[] = [], entityCount = 1) => ({
  id,
  name: `the ${id}`,
  broader,
  entityCount,
});

describe('the type hierarchy', () => {
  const hierarchy = createTypeHierarchy([
    type('place', [], 0),
    type('settlement', ['place'], 5),
    type('city', ['settlement'], 90),
  ]);

  it('knows what lies above a type, nearest first', () => {
    expect(hierarchy.upwards('city')).toEqual(['city', 'settlement', 'place']);
    expect(hierarchy.isA('city', 'place')).toBe(true);
    expect(hierarchy.isA('place', 'city')).toBe(false);
  });

  it('lists the most used types first', () => {
    expect(hierarchy.types.map((t) => t.id)).toEqual(['city', 'settlement', 'place']);
  });

  it('finds a type by id, and by name whatever its case', () => {
    expect(hierarchy.resolve('city')?.id).toBe('city');
    expect(hierarchy.resolve(' THE City ')?.id).toBe('city');
    expect(hierarchy.resolve('town')).toBeUndefined();
  });

  it('survives a circle and a missing broader type', () => {
    const circle = createTypeHierarchy([type('a', ['b']), type('b', ['a', 'nowhere'])]);
    expect(circle.upwards('a')).toEqual(['a', 'b', 'nowhere']);
  });
});
