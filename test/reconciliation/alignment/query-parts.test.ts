import { describe, expect, it } from '@jest/globals';
import { createQueryParts, partsOfQuery } from '../../../src/reconciliation/alignment/name-query.js';
import { analyseLabel } from '../../../src/text/analyse-label.js';
import { candidatesFor, makeSnapshot } from '../../support/make-snapshot.js';

const SYLLABLES = ['ba', 'ce', 'di', 'fo', 'gu', 'ha', 'je', 'ki', 'lo', 'mu'];
/** Two hundred names, in which three words are usual and the others are not. */
const OTHERS = SYLLABLES.flatMap((one) =>
  SYLLABLES.flatMap((two) => [`${one}${two}nia institute of botany`, `${two}${one}lata canvas bag`]),
);

const partsOf = (text: string): readonly number[] | undefined => partsOfQuery(analyseLabel(text));

function namesFor(names: readonly string[], query: string): readonly string[] {
  const snapshot = makeSnapshot({ entities: [...names, ...OTHERS].map((name, i) => ({ id: `e${String(i)}`, name })) });
  return candidatesFor(snapshot, query).map(({ name }) => name);
}

describe('the parts of a query', () => {
  it('end at commas, brackets, colons and free-standing dashes', () => {
    expect(partsOf('Chair of Botany, Westerby College (Annexe)')).toEqual([0, 0, 0, 1, 1, 2]);
    expect(partsOf('Canvas bag – grey: WB-30')).toEqual([0, 0, 1, 2, 2]);
    expect(partsOf('北京, 中国')).toEqual([0, 1]);
    expect(partsOf('北京（中国）')).toEqual([0, 1]);
    expect(partsOf('ماتارو، إسبانيا')).toEqual([0, 1]);
  });

  it('are none where a name is written in one piece, or nothing stands behind the mark', () => {
    for (const text of ['', 'Westerby College', 'Jean-Paul Ost', 'Westerby College,', '(Westerby College)'])
      expect(partsOf(text)).toBeUndefined();
  });

  it('are compared with the tokens that a name lacks', () => {
    const parts = createQueryParts([0, 0, 1, 1], [5, 1, 3, 8]);
    const hasWhole = (open: readonly number[], least: number): boolean =>
      parts.hasWhole((token) => open.includes(token), least);
    expect([hasWhole([0, 2, 3], 1), hasWhole([0, 1, 2], 1)]).toEqual([false, false]);
    expect([hasWhole([2, 3], 1), hasWhole([2, 3], 7)]).toEqual([true, false]);
    const one = createQueryParts(undefined, [5]);
    expect([one.several, one.hasWhole(() => false, 0)]).toEqual([false, false]);
  });

  it('beyond the tokens that are compared are left out', () => {
    const parts = createQueryParts([0, 1, 1, 2], [4, 6]);
    expect(parts.hasWhole((token) => token === 1, 4)).toBe(true);
    expect(parts.hasWhole((token) => token === 1, 5)).toBe(false);
  });
});

describe('a name that has a part of the query as a whole', () => {
  const bag = 'Mulura trail canvas bag grey';
  const coded = 'Mulura WB30 shoulder pouch';

  it('comes before one that has as much of it here and there', () => {
    const query = 'Mulura trail canvas bag large - WB30';
    expect(namesFor([bag, coded], query).slice(0, 2)).toEqual([coded, bag]);
  });

  it('says so in its reason', () => {
    const snapshot = makeSnapshot({
      entities: [bag, coded, ...OTHERS].map((name, i) => ({ id: `e${String(i)}`, name })),
    });
    const [first] = candidatesFor(snapshot, 'Mulura trail canvas bag large - WB30');
    expect(first?.features.find(({ id }) => id === 'name')?.reason).toContain('a part of the query as a whole');
  });
});
