import { describe, expect, it } from '@jest/globals';
import { buildChanges } from '../../src/assembly/changes-worker.js';
import { attachChanges } from '../../src/assembly/changed-snapshot.js';
import { countByType } from '../../src/entities/count-by-type.js';
import type { Entity } from '../../src/entities/entity.js';
import { resolveProperty } from '../../src/entities/dataset.js';
import { readInMemory, type DatasetSnapshot } from '../../src/scoring/snapshot.js';
import { describeDatasetAccess } from '../contract/dataset-access.contract.js';
import { candidatesFor } from '../support/make-snapshot.js';
import { smallSnapshot } from '../support/small-snapshot.js';

const base = smallSnapshot();
const allOf = ({ dataset: { entities } }: DatasetSnapshot): readonly Entity[] =>
  Array.from({ length: entities.size }, (_, i) => entities.entity(i));
const was = new Map(allOf(base).map((entity) => [entity.id, entity]));
const plain = (id: string, name: string, more: Partial<Entity> = {}): Entity => ({
  id,
  name,
  aliases: [],
  types: ['City'],
  properties: {},
  prominence: 0,
  ...more,
});

const CHANGED = new Map<string, Entity | undefined>([
  [
    'B',
    plain('B', 'Berlin-Cölln', {
      types: ['Capital'],
      prominence: 50,
      aliases: [{ text: 'Spreestadt' }],
      properties: { country: [{ kind: 'reference', id: 'DE' }] },
    }),
  ],
  ['PTX', undefined],
  ['N1', undefined],
  ['nowhere', undefined],
  [
    'new1',
    plain('new1', 'Neu-Zyxwor', {
      types: ['Hamlet'],
      prominence: 90,
      properties: { country: [{ kind: 'reference', id: 'FR' }], code: [{ kind: 'identifier', text: 'ZYX-1' }] },
    }),
  ],
]);

const changed = attachChanges(base, 'changed', buildChanges(base, CHANGED, 'digest'));

/** The same entities, built as a whole. */
function whole(entities: DatasetSnapshot): DatasetSnapshot {
  return smallSnapshot({}, allOf(entities));
}

describeDatasetAccess('with changes in front of it that put back what was there', (unchanged) => {
  const snapshot = attachChanges(unchanged, 'back', buildChanges(unchanged, new Map([['B', was.get('B')]]), 'digest'));
  return { snapshot, read: readInMemory(snapshot) };
});

describe('a snapshot with changes in front of it', () => {
  it('has exactly the entities that are left, each at a place of its own', () => {
    const ids = allOf(changed).map(({ id }) => id);
    const expected = [...[...was.keys()].filter((id) => !['PTX', 'N1'].includes(id)), 'new1'];
    expect([...ids].sort()).toEqual(expected.sort());
    ids.forEach((id, ordinal) => expect([id, changed.dataset.entities.ordinalOf(id)]).toEqual([id, ordinal]));
    expect(changed.dataset.entities.ordinalOf('PTX')).toBe(-1);
    expect(changed.dataset.entities.entity(changed.dataset.entities.ordinalOf('B'))).toEqual(CHANGED.get('B'));
    expect(changed.dataset.entities.entity(changed.dataset.entities.ordinalOf('FR'))).toEqual(was.get('FR'));
  });

  it('counts its types as they are', () => {
    expect([...countByType(changed.dataset)].sort()).toEqual([...countByType(whole(changed).dataset)].sort());
    expect(changed.dataset.types.get('Hamlet')).toMatchObject({ name: 'Hamlet', entityCount: 1 });
    expect(changed.dataset.types.get('Village')?.entityCount).toBe(39);
  });

  it.each([
    'Berlin',
    'Berlin-Cölln',
    'Spreestadt',
    'Paris',
    'Newtown 01',
    'Neu-Zyxwor',
    'Neu Zyxwr',
    'Munich',
    '東京',
    'ZYX-1',
    'Deutschland',
  ])('finds the same first for %s as when it is built as a whole', (name) => {
    const found = candidatesFor(changed, name);
    const expected = candidatesFor(whole(changed), name);
    expect(found[0]?.id).toBe(expected[0]?.id);
    expect(found.some(({ id }) => id === 'PTX' || id === 'N1')).toBe(false);
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
  });

  it('completes what is there, the well-known first, page by page', () => {
    const suggest = (prefix: string, limit = 50, offset = 0): readonly string[] =>
      changed.prefixIndex
        .complete({ prefix, limit, offset })
        .map(({ entity }) => changed.dataset.entities.idOf(entity));
    const all = suggest('ne');
    expect(all).toContain('new1');
    expect(all[0]).toBe('new1');
    expect(all).not.toContain('N1');
    expect([...suggest('ne', 10), ...suggest('ne', 10, 10)]).toEqual(all.slice(0, 20));
    expect(suggest('spree')).toEqual(['B']);
    expect(suggest('')[0]).toBe('DE');
  });

  it('looks entities up by the values that they have now', () => {
    const ids = (property: string, value: string, most = 1000): readonly string[] => {
      const found = resolveProperty(changed.dataset, property);
      return found === undefined
        ? []
        : changed.propertyValues
            .entitiesWith(found, found.datatype === 'reference' ? { id: value } : value, most)
            .map((ordinal) => changed.dataset.entities.idOf(ordinal));
    };
    expect(ids('code', 'ZYX-1')).toEqual(['new1']);
    expect([...ids('country', 'FR')].sort()).toEqual(
      [
        'P',
        'new1',
        ...Array.from({ length: 20 }, (_, i) => `N${String(2 * i + 1)}`).filter((id) => id !== 'N1'),
      ].sort(),
    );
    // Too many have it to tell anything, in the base alone as with the changes.
    expect(ids('country', 'FR', 3)).toEqual([]);
  });

  it('finds nothing of what was deleted when nothing is left', () => {
    const none = attachChanges(
      base,
      'none',
      buildChanges(base, new Map([...was.keys()].map((id) => [id, undefined])), 'digest'),
    );
    expect(none.dataset.entities.size).toBe(0);
    expect(candidatesFor(none, 'Berlin')).toEqual([]);
  });
});
