import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Entity } from '../../src/entities/entity.js';
import { attachEntityStore, PackedEntityStoreBuilder } from '../../src/entities/packed-entity-store.js';

const text = fc.string({ unit: 'grapheme', minLength: 1 });
const value: fc.Arbitrary<Entity['properties'][string][number]> = fc.oneof(
  text.map((t) => ({ kind: 'text' as const, text: t })),
  fc.integer().map((n) => ({ kind: 'integer' as const, number: n })),
  fc.boolean().map((b) => ({ kind: 'boolean' as const, boolean: b })),
  fc
    .record({ year: fc.integer({ min: -3000, max: 3000 }), month: fc.integer({ min: 1, max: 12 }) })
    .map((date) => ({ kind: 'date' as const, date })),
  text.map((id) => ({ kind: 'reference' as const, id })),
);
const entity: fc.Arbitrary<Entity> = fc.record(
  {
    id: text,
    name: text,
    aliases: fc.array(fc.record({ text, language: fc.constant('de') }, { requiredKeys: ['text'] }), { maxLength: 4 }),
    description: text,
    types: fc.array(fc.constantFrom('City', 'Country', 'Person'), { maxLength: 2 }),
    properties: fc.dictionary(
      fc.constantFrom('population', 'country', 'born'),
      fc.array(value, { minLength: 1, maxLength: 3 }),
    ),
    prominence: fc.double({ min: 0, max: 1e9, noNaN: true }),
  },
  { requiredKeys: ['id', 'name', 'aliases', 'types', 'properties', 'prominence'] },
);
const entities = fc.uniqueArray(entity, { selector: (e) => e.id, maxLength: 30 });

describe('the packed entity store', () => {
  it('gives back every entity as it was added, by ordinal and by id', () => {
    fc.assert(
      fc.property(entities, (list) => {
        const builder = new PackedEntityStoreBuilder();
        list.forEach((e, i) => expect(builder.add(e)).toBe(i));
        const store = attachEntityStore(builder.finish());
        expect(store.size).toBe(list.length);
        list.forEach((e, i) => {
          expect(JSON.parse(JSON.stringify(store.entity(i)))).toEqual(JSON.parse(JSON.stringify(e)));
          expect(store.ordinalOf(e.id)).toBe(i);
          expect(store.descriptionOf(i)).toBe(e.description);
          expect([store.idOf(i), store.nameOf(i), store.typesOf(i), store.prominenceOf(i)]).toEqual([
            e.id,
            e.name,
            e.types,
            e.prominence,
          ]);
          expect(store.typeSets[store.typeSetOf(i)]).toEqual(e.types);
        });
      }),
      { numRuns: 50 },
    );
  });

  it('gives back every entity where the records are in several pieces', () => {
    // Records of up to 12 letters, in pieces that some of them fill exactly.
    const list = Array.from({ length: 200 }, (_, i): Entity => ({
      id: `e${String(i)}`,
      name: `E${String(i)}`,
      aliases: [],
      types: [],
      properties: {},
      prominence: 0,
      ...(i % 5 !== 0 && { description: 'é'.repeat(i % 7) + 'x'.repeat((i * 3) % 13) }),
    }));
    for (const pieceBytes of [46, 47, 64, 100, 1 << 20]) {
      const builder = new PackedEntityStoreBuilder(pieceBytes);
      for (const one of list) builder.add(one);
      const sections = builder.finish();
      const pieces = [...sections].filter(([name]) => name.startsWith('entities.records'));
      expect(pieces.length > 1).toBe(pieceBytes < 1 << 20);
      for (const [, piece] of pieces) expect(piece.byteLength).toBeLessThanOrEqual(pieceBytes);
      const store = attachEntityStore(sections, pieceBytes);
      list.forEach((one, i) =>
        expect([store.entity(i).description, store.descriptionOf(i)]).toEqual([one.description, one.description]),
      );
    }
  });

  it('knows when an id is not there', () => {
    const builder = new PackedEntityStoreBuilder();
    builder.add({ id: 'a', name: 'A', aliases: [], types: [], properties: {}, prominence: 0 });
    const store = attachEntityStore(builder.finish());
    expect(store.ordinalOf('b')).toBe(-1);
    expect(store.ordinalOf('')).toBe(-1);
  });
});
