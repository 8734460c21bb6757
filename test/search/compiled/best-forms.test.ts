import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createBestForms } from '../../../src/search/compiled/form-selector.js';

const offers = fc.uniqueArray(fc.record({ form: fc.nat(1000), score: fc.integer({ min: 1, max: 9 }) }), {
  selector: ({ form }) => form,
  maxLength: 200,
});

describe('the best forms', () => {
  it('are those that a sort of all would put first, in that order', () => {
    const best = createBestForms();
    fc.assert(
      fc.property(offers, fc.integer({ min: 1, max: 80 }), (all, most) => {
        best.restart(most);
        for (const { form, score } of all) if (best.admits(form, score)) best.insert(form, score);
        const found = Array.from({ length: best.count() }, (_, place) => ({
          form: best.formAt(place),
          score: best.scoreAt(place),
        }));
        expect(found).toEqual([...all].sort((a, b) => b.score - a.score || a.form - b.form).slice(0, most));
        expect(best.least()).toBe(all.length < most ? -1 : found.at(-1)?.score);
      }),
    );
  });

  it('are handed out when the list starts anew, and none after it was cleared', () => {
    const best = createBestForms();
    best.restart(2);
    best.insert(7, 1);
    best.insert(3, 2);
    expect([...best.restart(2)]).toEqual([3, 7]);
    best.insert(5, 1);
    best.clear();
    expect([...best.restart(2)]).toEqual([]);
  });
});
