import { describe, expect, it } from '@jest/globals';
import { candidatesFor, makeSnapshot } from '../support/make-snapshot.js';

const entities = ['Litoria', 'Litoria caerulea', 'Litoria gracilenta', 'Litoria aurea', 'Hyla', 'Hyla arborea'].map(
  (name, i) => ({ id: `e${String(i)}`, name }),
);
const snapshot = makeSnapshot({ entities });

function firstFor(text: string): { readonly score: number; readonly reason: string } {
  const [first] = candidatesFor(snapshot, text);
  return { score: first?.score ?? 0, reason: first?.features.find(({ id }) => id === 'name')?.reason ?? '' };
}

describe('a name that the query holds with one word more', () => {
  it('is that of a kind when other entities have it in longer names', () => {
    expect(
      candidatesFor(snapshot, 'Litoria platycephala')
        .find(({ name }) => name === 'Litoria')
        ?.features.find(({ id }) => id === 'name')?.reason,
    ).toContain('3 other entities have this name and more');
    expect(
      candidatesFor(snapshot, 'Hyla platycephala')
        .find(({ name }) => name === 'Hyla')
        ?.features.find(({ id }) => id === 'name')?.reason,
    ).toContain('another entity has this name and more');
  });

  it('is left as it is when the query is the name, or has two words more', () => {
    expect(firstFor('Litoria').score).toBe(100);
    expect(firstFor('Litoria platycephala australis').reason).not.toContain('other entit');
  });
});
