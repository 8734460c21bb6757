import { describe, expect, it } from '@jest/globals';
import { splitConcatenated } from '../../src/text/run-together.js';

describe('beginnings of words in one piece', () => {
  it.each([
    ['ByzZ', 'Byz. Z.'],
    ['RivBibl', 'Riv. Bibl.'],
    ['JAmChemSoc', 'J. Am. Chem. Soc.'],
    ['ÖstZ', 'Öst. Z.'],
  ])('%s is %s', (text, separate) => {
    expect(splitConcatenated(text)).toBe(separate);
  });

  it.each(['Byzanz', 'BBC', 'iPhone', 'Byz Z', 'ByzZ2', 'byzZ', '', 'Aa'.repeat(20)])('%s is not', (text) => {
    expect(splitConcatenated(text)).toBeUndefined();
  });
});
