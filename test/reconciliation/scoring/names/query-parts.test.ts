import { describe, expect, it } from '@jest/globals';
import { createQueryParts, partsOfQuery } from '../../../../src/reconciliation/scoring/names/query-parts.js';
import { analyseLabel } from '../../../../src/text/analyse-label.js';
import { candidatesFor, makeGeneration } from '../../../support/make-generation.js';

const SYLLABLES = ['ba', 'ce', 'di', 'fo', 'gu', 'ha', 'je', 'ki', 'lo', 'mu'];
/** Two hundred names, in which three words are usual and the others are not. */
const OTHERS = SYLLABLES.flatMap((one) => SYLLABLES.flatMap((two) => [`${one}${two}nia institute of botany`, `${two}${one}lata canvas bag`]));

const partsOf = (text: string): readonly number[] | undefined => partsOfQuery(analyseLabel(text));

function namesFor(names: readonly string[], query: string): readonly string[] {
  const generation = makeGeneration({ entities: [...names, ...OTHERS].map((name, i) => ({ id: `e${String(i)}`, name })) });
  return candidatesFor(generation, query).map(({ name }) => name);
}

describe('the parts of a query', () => {
  it('end at commas, brackets, colons and free-standing dashes', () => {
    expect(partsOf('Chair of Botany, Westerby College (Annexe)')).toEqual([0, 0, 0, 1, 1, 2]);
    expect(partsOf('Canvas bag – grey: WB-30')).toEqual([0, 0, 1, 2, 2]);
    expect(partsOf('北京, 中国')).toEqual([0, 1]);
  });

  it('are none where a name is written in one piece, or nothing stands behind the mark', () => {
    for (const text of ['', 'Westerby College', 'Jean-Paul Ost', 'Westerby College,', '(Westerby College)']) expect(partsOf(text)).toBeUndefined();
  });

  it('are held against the words that a name lacks', () => {
    const parts = createQueryParts(48);
    parts.begin([0, 0, 1, 1], Float64Array.of(5, 1, 3, 8));
    const lacking = (...words: readonly number[]): void => parts.hold((word) => words.includes(word));
    lacking(0, 2, 3);
    expect([parts.heaviestBeside(), parts.hasWhole(1)]).toEqual([5, false]);
    lacking(2, 3);
    expect([parts.heaviestBeside(), parts.hasWhole(1), parts.hasWhole(7)]).toEqual([0, true, false]);
    lacking(0, 1, 2);
    expect([parts.heaviestBeside(), parts.hasWhole(1)]).toEqual([3, false]);
    parts.begin(undefined, Float64Array.of(5));
    expect([parts.several(), parts.heaviestBeside(), parts.hasWhole(0)]).toEqual([false, 0, false]);
  });

  it('beyond the words that are compared are left out', () => {
    const parts = createQueryParts(2);
    parts.begin([0, 1, 1, 2], Float64Array.of(4, 6));
    parts.hold((word) => word === 1);
    expect(parts.hasWhole(4)).toBe(true);
    expect(parts.hasWhole(5)).toBe(false);
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
    const generation = makeGeneration({ entities: [bag, coded, ...OTHERS].map((name, i) => ({ id: `e${String(i)}`, name })) });
    const [first] = candidatesFor(generation, 'Mulura trail canvas bag large - WB30');
    expect(first?.features.find(({ id }) => id === 'name')?.reason).toContain('a part of the query as a whole');
  });
});
