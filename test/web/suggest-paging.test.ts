import { expect, it } from '@jest/globals';
import type { Entity } from '../../src/entities/entity.js';
import { suggestEntities } from '../../src/describe/suggest-entities.js';
import { smallSnapshot } from '../support/small-snapshot.js';

it.each([7, 100])(
  'a list longer than what is put in order is paged to its end in steps of %i, each entity once',
  (limit) => {
    const entities = Array.from({ length: 650 }, (_, i): Entity => {
      const isAlias = i % 3 === 0;
      return {
        id: i === 500 ? 'Saint' : `E${String(i)}`,
        name: isAlias ? `Town ${String(i)}` : `Saint ${String(i)}`,
        aliases: isAlias ? [{ text: `Saint other ${String(i)}` }] : [],
        types: ['City'],
        properties: {},
        prominence: 1000 - i,
      };
    });
    const snapshot = smallSnapshot({}, entities);
    const seen: number[] = [];
    let offset: number | undefined = 0;
    while (offset !== undefined) {
      const page: ReturnType<typeof suggestEntities> = suggestEntities(snapshot, {
        typed: 'Saint',
        types: [],
        typeMode: 'any',
        uriPrefixes: [],
        limit,
        offset,
      });
      seen.push(...page.items.map(({ ordinal }) => ordinal));
      offset = page.next;
    }
    expect(seen).toHaveLength(650);
    expect(new Set(seen).size).toBe(650);
    expect(seen[0]).toBe(500);
    // Preferred names first, the best-known of them foremost.
    expect(seen.slice(1, 4)).toEqual([1, 2, 4]);
  },
);
