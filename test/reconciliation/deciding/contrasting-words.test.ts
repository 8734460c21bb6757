import { describe, expect, it } from '@jest/globals';
import { areContrasting } from '../../../src/reconciliation/deciding/contrasting-words.js';
import { analyseLabel } from '../../../src/text/analyse-label.js';
import { candidatesFor, makeSnapshot } from '../../support/make-snapshot.js';

const contrasting = (one: string, other: string): boolean => areContrasting(analyseLabel(one).tokens, analyseLabel(other).tokens);

describe('words that say the contrary', () => {
  it.each([
    ['Western Canadian Inuktitut', 'Eastern Canadian Inuktitut'],
    ["U.S. Women's Clay Court Championships", "U.S. Men's Clay Court Championships"],
    ['Handball-Bundesliga der Frauen', 'Handball-Bundesliga (Männer)'],
    ['Lycée de garçons', 'Lycée de filles'],
    ['Oberer See', 'Unterer See'],
    ['Sudan du Sud', 'North Sudan'],
    ['Ala destra', 'ala sinistra'],
    ['Northeast Alabama Regional Airport', 'Northwest Alabama Regional Airport'],
    ['Cibao Nordeste', 'Cibao Noroeste'],
    ['Misamis Oriental', 'Misamis Occidental'],
    ['Anaemia with ring sideroblasts', 'Anaemia without ring sideroblasts'],
    ['Benign neoplasm of the brain', 'Malignant neoplasm of the brain'],
    ['Akute Bronchitis', 'Chronische Bronchitis'],
    ['Neues Museum', 'Altes Museum'],
  ])('%s and %s are two things', (one, other) => {
    expect(contrasting(one, other)).toBe(true);
    expect(contrasting(other, one)).toBe(true);
  });

  it.each([
    ['Western Sahara', 'Sahara Occidental'],
    ['South Sudan', 'Sudan du Sud'],
    ['Sudan', 'South Sudan'],
    ['North and South Korea', 'South Korea'],
    ['East Timor', 'North Timor'],
    ['South West Airport', 'Southwest Airport'],
    ['North Philadelphia', 'Northeast Philadelphia'],
    ['Isle of Man', 'Isle of Wight'],
    ['', 'West'],
  ])('%s and %s may be one', (one, other) => {
    expect(contrasting(one, other)).toBe(false);
    expect(contrasting(other, one)).toBe(false);
  });

  it('is never matched, however much alike the names are', () => {
    const snapshot = makeSnapshot({ entities: ['Eastern Canadian Inuktitut', 'Kalaallisut', 'Yupik', 'Aleut', 'Inuinnaqtun'].map((name, i) => ({ id: `l${String(i)}`, name })) });
    const [first] = candidatesFor(snapshot, 'Western Canadian Inuktitut');
    expect(first).toMatchObject({ name: 'Eastern Canadian Inuktitut', match: false });
    expect(first?.features.find(({ id }) => id === 'probability')?.value).toBeLessThanOrEqual(0.3);
    expect(candidatesFor(snapshot, 'Eastern Canadian Inuktitut')[0]?.match).toBe(true);
  });
});
