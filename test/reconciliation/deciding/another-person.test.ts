import { describe, expect, it } from '@jest/globals';
import { speaksOfAnother } from '../../../src/reconciliation/deciding/another-person.js';
import { analyseLabel } from '../../../src/text/analyse-label.js';
import { candidatesFor, makeSnapshot } from '../../support/make-snapshot.js';

describe('a name that speaks of another', () => {
  it.each([
    ['Mrs. John Miller', 'John Miller'],
    ['Miller, John', 'Miller, John Mrs.'],
    ['Widow of Anna Auerling', 'Anna Auerling'],
    ['the circle of Anna Auerling', 'Anna Auerling'],
    ['After Anna Auerling', 'Anna Auerling'],
    ['Atelier d’Anna Auerling', 'Anna Auerling'],
    ['Umkreis von Anna Auerling', 'Anna Auerling'],
    ['d’après Anna Auerling', 'Anna Auerling'],
    ['bottega di Anna Auerling', 'Anna Auerling'],
  ])('%s, %s', (query, label) => {
    expect(speaksOfAnother(analyseLabel(query), analyseLabel(label))).toBe(true);
    expect(speaksOfAnother(analyseLabel(label), analyseLabel(query))).toBe(true);
  });

  it.each([
    ['Mrs. Clara Miller', 'Clara Miller', 'her own name'],
    ['Mrs. Clara Thomas', 'Clara Thomas', 'a surname that is a given name, too'],
    ['Mrs. John Miller', 'Mrs. J. John Miller', 'both'],
    ['Mrs. Jean Miller', 'Jean Miller', 'a name of men and of women'],
    ['School of Rock', 'School of Rock (film)', 'a title'],
    ['School of Physics, Auerling University', 'Auerling University', 'a part'],
    ['Anna Auerling', 'Anna B. Auerling', 'no such word'],
  ])('not %s, %s: %s', (query, label) => {
    expect(speaksOfAnother(analyseLabel(query), analyseLabel(label))).toBe(false);
  });

  it('is first, but no match', () => {
    const list = makeSnapshot({
      types: [{ id: 't', name: 'Person', broader: [] }],
      entities: ['John Aldermoor Miller', 'Clara Benfield', ...Array.from({ length: 60 }, (_, i) => `Filler${String.fromCharCode(97 + (i % 26))} Thing${String(i)}`)].map((name, i) => ({ id: `p${String(i)}`, name, types: ['t'] })),
    });
    expect(candidatesFor(list, 'Mrs. John Aldermoor Miller')[0]).toMatchObject({ id: 'p0', match: false });
    expect(candidatesFor(list, 'Circle of Clara Benfield')[0]).toMatchObject({ id: 'p1', match: false });
    expect(candidatesFor(list, 'Mrs. Clara Benfield')[0]).toMatchObject({ id: 'p1', match: true });
  });
});
