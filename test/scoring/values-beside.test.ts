import { describe, expect, it } from '@jest/globals';
import type { PropertyCondition } from '../../src/scoring/query.js';
import { candidatesFor, makeSnapshot } from '../support/make-snapshot.js';

const others = ['Akron', 'Bethel', 'Canton', 'Dover', 'Elgin', 'Fargo', 'Goshen', 'Hudson'];

function listOf(write: (town: string, state: string) => string): ReturnType<typeof makeSnapshot> {
  const towns = ['Springfield', 'Salem', ...others].flatMap((town) =>
    ['Illinois', 'Oregon', 'Ohio'].map((state) => [town, state] as const),
  );
  return makeSnapshot({
    entities: towns.map(([town, state]) => ({ id: `${town}/${state}`, name: write(town, state) })),
  });
}

function state(...values: PropertyCondition['values']): Pick<PropertyCondition, 'property' | 'values'> {
  return { property: 'state', values };
}

describe('what is asked for beside a name', () => {
  it.each([
    ['behind a comma', listOf((town, of) => `${town}, ${of}`)],
    ['in brackets', listOf((town, of) => `${town} (${of})`)],
    ['before it', listOf((town, of) => `${of} ${town}`)],
  ])('is part of names that have it %s, though the list has no such property', (_, snapshot) => {
    expect(candidatesFor(snapshot, 'Springfield')[0]?.match).toBe(false);
    const [first, second] = candidatesFor(snapshot, 'Springfield', { properties: [state('Oregon')] });
    expect(first?.id).toBe('Springfield/Oregon');
    expect(first?.score).toBeGreaterThan((second?.score ?? 100) + 1);
    expect(candidatesFor(snapshot, 'Springfield', { properties: [state({ id: 'OH', name: 'Ohio' })] })[0]?.id).toBe(
      'Springfield/Ohio',
    );
  });

  it('is told as a reason', () => {
    const [first] = candidatesFor(
      listOf((town, of) => `${town}, ${of}`),
      'Salem',
      { properties: [state('Ohio')] },
    );
    expect(first?.features.find(({ id }) => id === 'name')?.reason).toBe(
      'equal: "salem"; the query has "ohio" as a property',
    );
  });

  it('may be a year, but neither an amount nor a description', () => {
    const snapshot = makeSnapshot({
      entities: ['Casino 2005', 'Casino 2007', 'Casino 9', ...others].map((name, i) => ({ id: `e${String(i)}`, name })),
    });
    const first = (values: PropertyCondition['values']) =>
      candidatesFor(snapshot, 'Casino', { properties: [{ property: 'released', values }] })[0];
    expect(first([2007])?.name).toBe('Casino 2007');
    const plain = candidatesFor(snapshot, 'Casino').map(({ name, score }) => [name, score]);
    for (const value of ['9', '9.99', 'a game of cards in which you win all the houses of Casino 9']) {
      expect(
        candidatesFor(snapshot, 'Casino', { properties: [{ property: 'released', values: [value] }] }).map(
          ({ name, score }) => [name, score],
        ),
      ).toEqual(plain);
    }
  });

  it('does not count when it is not wanted', () => {
    const names = [
      'University of Chicago',
      'University of Texas',
      'University of Ohio',
      ...others.map((town) => `University of ${town}`),
    ];
    const snapshot = makeSnapshot({ entities: names.map((name, i) => ({ id: `e${String(i)}`, name })) });
    const score = (...properties: PropertyCondition[]): number | undefined =>
      candidatesFor(snapshot, 'Chicago', { properties })[0]?.score;
    expect(score({ property: 'kind', values: ['University'], quantifier: 'none' })).toBe(score());
    expect(score({ property: 'kind', values: ['University'] })).toBeGreaterThan(score() ?? 100);
  });
});
