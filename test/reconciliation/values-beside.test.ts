import { describe, expect, it } from '@jest/globals';
import type { PropertyCondition } from '../../src/reconciliation/reconciliation-query.js';
import { candidatesFor, makeGeneration } from '../support/make-generation.js';

const others = ['Akron', 'Bethel', 'Canton', 'Dover', 'Elgin', 'Fargo', 'Goshen', 'Hudson'];

function listOf(write: (town: string, state: string) => string): ReturnType<typeof makeGeneration> {
  const towns = ['Springfield', 'Salem', ...others].flatMap((town) => ['Illinois', 'Oregon', 'Ohio'].map((state) => [town, state] as const));
  return makeGeneration({ entities: towns.map(([town, state]) => ({ id: `${town}/${state}`, name: write(town, state) })) });
}

function state(...values: PropertyCondition['values']): Pick<PropertyCondition, 'property' | 'values'> {
  return { property: 'state', values };
}

describe('what is asked for beside a name', () => {
  it.each([
    ['behind a comma', listOf((town, of) => `${town}, ${of}`)],
    ['in brackets', listOf((town, of) => `${town} (${of})`)],
    ['before it', listOf((town, of) => `${of} ${town}`)],
  ])('is part of names that have it %s, though the list has no such property', (_, generation) => {
    expect(candidatesFor(generation, 'Springfield')[0]?.match).toBe(false);
    const [first, second] = candidatesFor(generation, 'Springfield', { properties: [state('Oregon')] });
    expect(first).toMatchObject({ id: 'Springfield/Oregon', match: true });
    expect(first?.score).toBeGreaterThan((second?.score ?? 100) + 1);
    expect(candidatesFor(generation, 'Springfield', { properties: [state({ id: 'OH', name: 'Ohio' })] })[0]?.id).toBe('Springfield/Ohio');
  });

  it('is told as a reason', () => {
    const [first] = candidatesFor(listOf((town, of) => `${town}, ${of}`), 'Salem', { properties: [state('Ohio')] });
    expect(first?.features.find(({ id }) => id === 'name')?.reason).toBe('equal: "salem"; the query has "ohio" as a property');
  });

  it('may be a year, but neither an amount nor a description', () => {
    const generation = makeGeneration({ entities: ['Casino 2005', 'Casino 2007', 'Casino 9', ...others].map((name, i) => ({ id: `e${String(i)}`, name })) });
    const first = (values: PropertyCondition['values']) => candidatesFor(generation, 'Casino', { properties: [{ property: 'released', values }] })[0];
    expect(first([2007])?.name).toBe('Casino 2007');
    const plain = candidatesFor(generation, 'Casino').map(({ name, score }) => [name, score]);
    for (const value of ['9', '9.99', 'a game of cards in which you win all the houses of Casino 9']) {
      expect(candidatesFor(generation, 'Casino', { properties: [{ property: 'released', values: [value] }] }).map(({ name, score }) => [name, score])).toEqual(plain);
    }
  });

  it('counts only with its rarest word, and not when it is not wanted', () => {
    const names = ['University of Chicago', 'University of Texas', 'University of Ohio', ...others.map((town) => `University of ${town}`)];
    const generation = makeGeneration({ entities: names.map((name, i) => ({ id: `e${String(i)}`, name })) });
    const score = (...properties: PropertyCondition[]): number | undefined => candidatesFor(generation, 'Chicago', { properties })[0]?.score;
    const employer = { property: 'employer', values: ['University of Texas'] };
    expect(score(employer)).toBe(score());
    expect(score({ property: 'kind', values: ['University'], quantifier: 'none' })).toBe(score());
    expect(score({ property: 'kind', values: ['University'] })).toBeGreaterThan(score() ?? 100);
  });
});
